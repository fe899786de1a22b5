// SPDX-License-Identifier: Apache-2.0
// Dense layers with relu and dropout in one pass, and losses of a batch in one loop, on the CPU in float32,
// compared with libtorch's operators (ADR 163).
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <latch>
#include <limits>
#include <numeric>
#include <thread>

#include "core/engine/model/matmul.h"
#include "core/engine/model/model.h"
#include "core/engine/model/objective.h"
#include "core/engine/model/on_threads.h"
#include "core/engine/model/row_losses.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/runnable_loops.h"
#include "tests/engine/thread_count.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;
using Tensors = std::vector<Tensor>;
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

Tensor rippled(torch::IntArrayRef shape, double pitch) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    return at::sin(at::arange(count, torch::kFloat32) * pitch).reshape(shape);
}

Model vectorModel(const std::string& layers, std::int64_t inputs) {
    const auto plan = spec::planModel({"layers", spec::parseYaml(layers)->value}, {inputs});
    if (!plan) throw std::runtime_error(plan.error().describe());
    Model model(*plan, torch::kFloat32);
    model.drawWeights(7);
    torch::NoGradGuard noGrad;
    for (Tensor variable : model.variables())  // zeros as biases would hide them
        if (variable.dim() == 1) variable.add_(rippled({variable.numel()}, 0.7) * 0.1);
    return model;
}

std::vector<std::int64_t> someSamples(std::int64_t count) {
    std::vector<std::int64_t> samples(static_cast<std::size_t>(count));
    std::iota(samples.begin(), samples.end(), 100);
    return samples;
}

void expectClose(const Tensors& ours, const Tensors& expected) {
    ASSERT_EQ(ours.size(), expected.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        EXPECT_TRUE(at::allclose(ours[i], expected[i], 1e-4, 1e-5))
            << i << ": " << (ours[i] - expected[i]).abs().max();
}

struct SamplesAndThreads {
    std::int64_t samples;
    int threads;
};
class ReluDenseOf : public ::testing::TestWithParam<SamplesAndThreads> {};

TEST_P(ReluDenseOf, IsReluAndDropoutOfTheProduct) {
    const auto [count, threads] = GetParam();
    const testing::ThreadCount set(threads);
    const Model model = vectorModel("[{dense: {units: 300, activation: relu}}, {dropout: {rate: 0.25}}]", 70);
    const Tensor x = rippled({count, 70}, 1.3).set_requires_grad(true);
    const Tensor &weight = model.variables()[0], &bias = model.variables()[1];
    const std::vector<std::int64_t> samples = someSamples(count);
    const DrawPlace place{42, 3, samples};
    const Tensor mask = dropoutMask(place, {model.plan().layers[1].index, 300, 0.25, torch::kFloat32});
    const Tensor trained = model.forward(x, &place);
    const Tensor expected = at::relu(linear(x, weight, bias)) * mask;
    EXPECT_TRUE(at::equal(trained, expected)) << "not the same to the bit";
    const Tensor dOut = rippled({count, 300}, 0.11);
    const Tensors all{x, weight, bias};
    expectClose(torch::autograd::grad({trained}, all, {dOut}),
                torch::autograd::grad({expected}, all, {dOut}));
    const Tensor evaluated = model.forward(x, nullptr);
    EXPECT_TRUE(at::equal(evaluated, at::relu(linear(x, weight, bias))));
}

// Few samples are computed on one thread, more on all; 200 rows are more than are added up at once.
INSTANTIATE_TEST_SUITE_P(Samples, ReluDenseOf,
                         ::testing::Values(SamplesAndThreads{1, 1}, SamplesAndThreads{9, 3},
                                           SamplesAndThreads{64, 1}, SamplesAndThreads{64, 3},
                                           SamplesAndThreads{200, 3}));

TEST(ReluDense, DrawsForOtherSamplesAreRefused) {
    const Model model = vectorModel("[{dense: {units: 4, activation: relu}}, {dropout: {rate: 0.5}}]", 3);
    const std::vector<std::int64_t> samples = someSamples(3);
    const DrawPlace place{42, 3, samples};
    EXPECT_THROW(model.forward(at::ones({4, 3}), &place), c10::Error);
}

TEST(ReluDense, ADropoutThatIsNotItsOnlyTakerIsALayerOfItsOwn) {
    const Model model = vectorModel(
        "[{dense: {units: 20, activation: relu, name: first}}, {dropout: {rate: 0.5, name: dropped}}, "
        "{add: {inputs: [first, dropped]}}]",
        10);
    const Tensor x = rippled({6, 10}, 1.3);
    const std::vector<std::int64_t> samples = someSamples(6);
    const DrawPlace place{42, 3, samples};
    const Tensor mask = dropoutMask(place, {model.plan().layers[1].index, 20, 0.5, torch::kFloat32});
    const Tensor first = at::relu(linear(x, model.variables()[0], model.variables()[1]));
    EXPECT_TRUE(at::allclose(model.forward(x, &place), first + first * mask));
}

TEST(ReluDense, ANanStays) {
    const Model model = vectorModel("[{dense: {units: 4, activation: relu}}, {dropout: {rate: 0.5}}]", 3);
    Tensor x = at::ones({2, 3});
    x[1][2] = kNotANumber;
    const std::vector<std::int64_t> samples = someSamples(2);
    const DrawPlace place{42, 3, samples};
    const Tensor y = model.forward(x, &place);
    EXPECT_FALSE(at::isnan(y[0]).any().item<bool>());
    EXPECT_TRUE(at::isnan(y[1]).all().item<bool>());
}

TEST(RowKernels, EverySetOfInstructionsGivesTheSame) {
    // Wider than the columns that are added up at once, in a matrix that is wider still.
    constexpr std::int64_t kRows = 70, kColumns = 517, kStride = 530;
    const kernels::Drops drops{1'000'000'000, 1.25F};
    std::vector<std::uint32_t> words(kColumns);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i) * 2'654'435'761U;
    const Tensor values = rippled({kRows, kStride}, 1.7), dOut = rippled({kRows, kStride}, 0.3);
    const Tensor first = values[0].narrow(0, 0, kColumns);
    Tensor mask = at::empty({kColumns});
    for (std::int64_t i = 0; i < kColumns; ++i)
        mask[i] = words[static_cast<std::size_t>(i)] < drops.dropBelow ? 0 : drops.kept;
    for (const kernels::Loops* loops : testing::runnableLoops()) {
        Tensor cut = first.clone(), dropped = first.clone(), drawn = at::empty({kColumns});
        loops->relu(kColumns, cut.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(cut, at::relu(first)));
        loops->dropoutMask(drops, words.data(), kColumns, drawn.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(drawn, mask));
        loops->reluDropout(drops, words.data(), kColumns, dropped.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(dropped, at::relu(first) * mask));

        Tensor dIn = at::full({kRows, kStride}, 7.0F), sums = at::full({kColumns}, 7.0F);
        loops->reluBackward({kRows, kColumns, kStride}, 1.25F, values.const_data_ptr<float>(),
                            dOut.const_data_ptr<float>(), dIn.mutable_data_ptr<float>(),
                            sums.mutable_data_ptr<float>());
        const Tensor expected = at::where(values > 0, dOut * 1.25F, 0.0F).narrow(1, 0, kColumns);
        EXPECT_TRUE(at::equal(dIn.narrow(1, 0, kColumns), expected));
        EXPECT_TRUE(dIn.narrow(1, kColumns, kStride - kColumns).eq(7).all().item<bool>()) << "beside it";
        EXPECT_TRUE(at::allclose(sums, expected.sum(0), 1e-5, 1e-5));
        loops->addRows({kRows, kColumns, kStride}, dOut.const_data_ptr<float>(),
                       sums.mutable_data_ptr<float>());
        EXPECT_TRUE(at::allclose(sums, dOut.narrow(1, 0, kColumns).sum(0), 1e-5, 1e-5));
    }
}

// A mask is drawn on several threads where it is large: the same draws.
TEST(RowKernels, AMaskDoesNotDependOnThreads) {
    const std::vector<std::int64_t> samples = someSamples(61);
    Tensors masks;
    for (const int threads : {1, 3}) {
        const testing::ThreadCount set(threads);
        masks.push_back(dropoutMask({1, 2, samples}, {3, 500, 0.3, torch::kFloat32}));
    }
    EXPECT_TRUE(at::equal(masks[0], masks[1]));
}

TEST(OnThreads, EachIsCalledOnceAndOnSeveral) {
    const testing::ThreadCount set(2);
    std::vector<std::atomic<int>> calls(1001);
    std::latch both(2);
    std::array<std::thread::id, 2> threads;
    forEachOnThreads(1001, [&](std::int64_t i) {
        ++calls[static_cast<std::size_t>(i)];
        if (i != 0 && i != 500) return;
        threads[i == 0 ? 0 : 1] = std::this_thread::get_id();
        both.count_down();
        EXPECT_TRUE(testing::isReached(both)) << "each of these is the first of a thread's run";
    });
    for (const std::atomic<int>& each : calls) EXPECT_EQ(each, 1);
    EXPECT_NE(threads[0], threads[1]);
    forEachOnThreads(0, [](std::int64_t) { ADD_FAILURE(); });
}

TEST(OnThreads, WhatAThreadHasNoTimeForOthersDo) {
    const testing::ThreadCount set(2);
    std::latch others(999);
    forEachOnThreads(1000, [&](std::int64_t i) {
        if (i == 0)
            EXPECT_TRUE(testing::isReached(others)) << "what is behind it in its run is not done";
        else
            others.count_down();
    });
}

TEST(RowLosses, AreLibtorchs) {
    const Tensor outputs = (rippled({37, 10}, 1.7) * 4).set_requires_grad(true);
    const Tensor labels = at::arange(37, torch::kInt64).remainder(10);
    for (const Tensor& weights : {Tensor(), rippled({37}, 0.4).abs()}) {
        const auto ours = rowCrossentropy(labels, outputs, weights, 37);
        ASSERT_TRUE(ours);
        const Tensor each = at::nll_loss(at::log_softmax(outputs, -1), labels, {}, at::Reduction::None);
        const Tensor expected = (weights.defined() ? each * weights : each).sum();
        EXPECT_NEAR(ours->sum.item<double>(), expected.item<double>(), 1e-4);
        EXPECT_FALSE(ours->sum.requires_grad());
        EXPECT_NEAR(ours->divided.item<double>(), expected.item<double>() / 37, 1e-5);
        const torch::autograd::variable_list expectedGradients =
            torch::autograd::grad({expected / 37}, {outputs}, {}, /*retain_graph=*/true);
        expectClose(torch::autograd::grad({ours->divided * 3}, {outputs}, {}, /*retain_graph=*/true),
                    {expectedGradients[0] * 3});
        expectClose(torch::autograd::grad({ours->divided}, {outputs}), expectedGradients);
    }
    EXPECT_EQ(rowHits(labels, outputs)->item<double>(), outputs.argmax(-1).eq(labels).sum().item<double>());
}

TEST(RowLosses, EqualOutputsAndNansCountAsForLibtorch) {
    const Tensor outputs =
        at::tensor({1.0F, 1.0F, 0.0F, 0.0F, kNotANumber, 5.0F, kNotANumber, 5.0F, kNotANumber}).view({3, 3});
    for (const std::int64_t label : {0, 1, 2}) {
        const Tensor labels = at::full({3}, label, torch::kInt64);
        EXPECT_EQ(rowHits(labels, outputs)->item<double>(),
                  outputs.argmax(-1).eq(labels).sum().item<double>())
            << label;
    }
    EXPECT_TRUE(
        std::isnan(rowCrossentropy(at::zeros({3}, torch::kInt64), outputs, {}, 1)->sum.item<double>()));
}

TEST(RowLosses, ASumThatIsTooLargeIsInfinite) {
    const Tensor outputs = at::tensor({2e38F, 0.0F, 2e38F, 0.0F}).view({2, 2});
    const auto loss = rowCrossentropy(at::ones({2}, torch::kInt64), outputs, {}, 1);
    EXPECT_TRUE(std::isinf(loss->sum.item<float>()));
    EXPECT_TRUE(std::isinf(loss->divided.item<float>()));
}

TEST(RowLosses, LeaveOthersToLibtorch) {
    const Tensor labels = at::zeros({4}, torch::kInt64);
    EXPECT_TRUE(rowHits(labels, at::zeros({4, 3})));
    EXPECT_FALSE(rowHits(labels, at::zeros({4, 3}, torch::kFloat64)));
    EXPECT_FALSE(rowHits(labels, at::zeros({4, 3, 2})));
    EXPECT_FALSE(rowHits(labels, at::zeros({4, 2000}))) << "too many to be computed on one thread";
    EXPECT_FALSE(rowHits(labels.to(torch::kFloat32), at::zeros({4, 3})));
    EXPECT_FALSE(rowHits(at::full({4}, 3, torch::kInt64), at::zeros({4, 3}))) << "libtorch refuses it";
    EXPECT_FALSE(rowCrossentropy(labels, at::zeros({4, 3}), at::ones({3}), 4));
    EXPECT_FALSE(rowHits(at::zeros({0}, torch::kInt64), at::zeros({0, 3})));
}

// The loss that a replica back-propagates for its 3 of 8 samples, by both ways of computing it.
TEST(Objectives, LossesAreSharesOfTheGlobalBatch) {
    const Model model = vectorModel("[{dense: {units: 4, kernel_regularizer: {l1: 0.1, l2: 0.01}}}]", 2);
    const Tensor x = rippled({3, 2}, 0.8), weights = at::tensor({0.5F, 2.0F, 0.0F}),
                 weight = model.variables()[0];
    const Tensor indexes = at::tensor({0, 3, 1}, torch::kInt64), numbers = rippled({3, 4}, 0.2);
    const Tensor outputs = model.forward(x, nullptr);
    const Tensor penalty = 0.1 * weight.abs().sum() + 0.01 * at::square(weight).sum();
    for (const auto& [loss, labels, each] :
         {std::tuple("sparse_categorical_crossentropy", indexes,
                     at::nll_loss(at::log_softmax(outputs, -1), indexes, {}, at::Reduction::None)),
          {"mean_squared_error", numbers, at::square(outputs - numbers).mean(1)}}) {
        SCOPED_TRACE(loss);
        const Objective objective({loss}, {}, model.plan());
        const Tensor expected = (each * weights).sum() + 3 * penalty;
        const Objective::Scored scored = objective.score(model, outputs, labels, weights, 8);
        EXPECT_NEAR(scored.sums.loss, expected.item<double>(), 1e-5);
        EXPECT_NEAR(scored.loss.item<double>(), expected.item<double>() / 8, 1e-6);
        EXPECT_NEAR(objective.sums(model, outputs, labels, weights).loss, scored.sums.loss, 1e-6);
        expectClose(torch::autograd::grad({scored.loss}, model.variables(), {}, /*retain_graph=*/true),
                    torch::autograd::grad({expected / 8}, model.variables(), {}, /*retain_graph=*/true));
    }
}

TEST(RowLosses, ALabelOutsideTheOutputsIsRefused) {
    const Model model = vectorModel("[{dense: {units: 3}}]", 2);
    const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, model.plan());
    EXPECT_THROW(objective.terms(model, at::zeros({4, 3}), at::full({4}, 3, torch::kInt64), {}, 4),
                 c10::Error);
    const Objective::Terms none =
        objective.terms(model, at::zeros({0, 3}), at::zeros({0}, torch::kInt64), {}, 4);
    EXPECT_EQ(none.lossSum.item<double>(), 0);
    EXPECT_EQ(none.metricSums.at(0).item<double>(), 0);
}

}  // namespace
}  // namespace trainyard::engine
