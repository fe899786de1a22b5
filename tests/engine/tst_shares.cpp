// SPDX-License-Identifier: Apache-2.0
// Updates of all variables at once, in shares of their elements, and Adam's own loop (ADR 165).
#include <gtest/gtest.h>

#include <ATen/ops/_fused_adam.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "core/engine/model/optimizer.h"
#include "core/engine/model/shares.h"
#include "tests/engine/runnable_loops.h"
#include "tests/engine/thread_count.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;
using Tensors = std::vector<Tensor>;
using testing::ThreadCount;

/// Large, small, of one element, empty, in another order in memory, with gaps.
Tensors variablesOfAllKinds() {
    Tensors all{at::zeros({301, 97}),
                at::zeros({7}),
                at::zeros({}),
                at::zeros({0}),
                at::zeros({32, 16, 3, 3}).contiguous(at::MemoryFormat::ChannelsLast),
                at::zeros({100, 9}).narrow(1, 0, 5)};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].copy_(
            at::sin(at::arange(all[i].numel()) * (0.3 + static_cast<double>(i))).view(all[i].sizes()));
    return all;
}

Tensors copiesOf(const Tensors& tensors) {
    Tensors copies;
    for (const Tensor& tensor : tensors) copies.push_back(tensor.clone());
    return copies;
}

TEST(Shares, EveryElementIsInOneOfThem) {
    const ThreadCount threads(3);
    const Tensors variables = variablesOfAllKinds(), before = copiesOf(variables);
    Tensors steps;
    for (std::size_t i = 0; i < variables.size(); ++i) steps.push_back(at::full({}, static_cast<double>(i)));
    std::mutex mutex;
    std::vector<std::int64_t> sizes;
    forEachShare({variables, before, {}, steps}, [&](const TensorLists& share) {
        ASSERT_EQ(share.size(), 4U);
        EXPECT_TRUE(share[2].empty());
        std::int64_t size = 0;
        for (std::size_t i = 0; i < share[0].size(); ++i) {
            EXPECT_TRUE(at::equal(share[0][i], share[1][i])) << "other elements beside one another";
            const auto number = static_cast<std::size_t>(share[3][i].item<double>());
            EXPECT_LE(share[0][i].numel(), variables[number].numel());
            share[0][i].add_(100 * static_cast<double>(number + 1));
            size += share[0][i].numel();
        }
        const std::lock_guard lock(mutex);
        sizes.push_back(size);
    });
    for (std::size_t i = 0; i < variables.size(); ++i)
        EXPECT_TRUE(
            at::allclose(variables[i] - before[i], at::full_like(before[i], 100.0 * (i + 1)), 0, 1e-3))
            << i;
    ASSERT_EQ(sizes.size(), 3U);
    EXPECT_LT(std::ranges::max(sizes) - std::ranges::min(sizes), 1500)
        << "one has more to do than the others";
}

// libtorch refuses to update nothing.
TEST(Shares, NoneIsEmpty) {
    const Tensor withGaps = at::zeros({1000, 100}).narrow(1, 0, 90);
    for (const auto& [count, variables] :
         {std::pair{3, Tensors{withGaps, at::zeros({500}), at::zeros({9})}}, {256, {at::zeros({9000})}}}) {
        const ThreadCount threads(count);
        std::atomic<std::int64_t> elements = 0;
        forEachShare({variables}, [&](const TensorLists& share) {
            EXPECT_FALSE(share[0].empty());
            for (const Tensor& part : share[0]) elements += part.numel();
        });
        std::int64_t all = 0;
        for (const Tensor& variable : variables) all += variable.numel();
        EXPECT_EQ(elements, all);
    }
}

TEST(Shares, DimensionsOfOneHaveNoOrder) {
    const Tensor one = at::zeros({64, 32, 1, 1}), other = at::empty_strided({64, 32, 1, 1}, {32, 1, 32, 32});
    ASSERT_NE(one.strides(), other.strides());
    EXPECT_TRUE(haveSameOrder(one, other));
    EXPECT_FALSE(haveSameOrder(at::zeros({3, 4}), at::zeros({4, 3}).t()));
}

TEST(Shares, OneThreadOrLittleIsOneCall) {
    const Tensors large{at::zeros({100'000})}, small{at::zeros({5}), at::zeros({3})};
    for (const auto& [count, variables] : {std::pair{1, &large}, {3, &small}}) {
        const ThreadCount threads(count);
        int calls = 0;
        forEachShare({*variables}, [&](const TensorLists& share) {
            ++calls;
            ASSERT_EQ(share[0].size(), variables->size());
            EXPECT_TRUE(share[0][0].is_same((*variables)[0]));
        });
        EXPECT_EQ(calls, 1);
    }
}

Tensors gradientsOfStep(int step, const Tensors& variables) {
    Tensors gradients;
    for (const Tensor& variable : variables)
        gradients.push_back(
            (at::cos(at::arange(variable.numel()) * (step + 0.3)) * (step % 5 == 4 ? 1e-6 : 0.1))
                .view(variable.sizes())
                .to(variable.suggest_memory_format()));
    return gradients;
}

Tensors trainedBy(const spec::Named& by, Tensors variables, int threads) {
    const ThreadCount count(threads);
    for (Tensor& variable : variables) variable.set_requires_grad(true);
    const auto optimizer = makeOptimizer(by, variables);
    for (int step = 0; step < 30; ++step) {
        const Tensors gradients = gradientsOfStep(step, variables);
        for (std::size_t i = 0; i < variables.size(); ++i) variables[i].mutable_grad() = gradients[i];
        optimizer->step(0.01);
    }
    for (Tensor& variable : variables) variable = variable.detach();
    return variables;
}

TEST(Shares, TheBitsDoNotDependOnTheThreads) {
    Tensors dense = variablesOfAllKinds();
    dense.pop_back();
    for (const spec::Named& by :
         {spec::Named{"adam"}, spec::Named{"adam", {{"amsgrad", true}}}, spec::Named{"adamw"},
          spec::Named{"sgd"}, spec::Named{"sgd", {{"momentum", 0.9}}}, spec::Named{"adagrad"}}) {
        const Tensors one = trainedBy(by, copiesOf(dense), 1);
        for (const int threads : {2, 3, 7}) {
            const Tensors several = trainedBy(by, copiesOf(dense), threads);
            for (std::size_t i = 0; i < one.size(); ++i)
                EXPECT_TRUE(at::equal(one[i], several[i])) << by.name << " " << by.options << " " << i;
        }
    }
}

TEST(AdamLoop, IsLibtorchs) {
    for (const double beta2 : {0.0, 0.9, 0.999, 1 - 1e-7, 1 - 1e-9}) {
        Tensors variables = variablesOfAllKinds();
        variables.pop_back();  // those with gaps are libtorch's
        const Tensors ours = trainedBy({"adam", {{"beta_2", beta2}}}, copiesOf(variables), 2);
        const torch::NoGradGuard noGrad;
        Tensors first, second, steps;
        for (const Tensor& variable : variables) {
            first.push_back(at::zeros_like(variable));
            second.push_back(at::zeros_like(variable));
            steps.push_back(at::zeros({}));
        }
        for (int step = 0; step < 30; ++step) {
            for (Tensor& count : steps) count += 1;
            at::_fused_adam_(variables, gradientsOfStep(step, variables), first, second, {}, steps, 0.01, 0.9,
                             beta2, 0, 1e-7, false, false);
        }
        for (std::size_t i = 0; i < ours.size(); ++i)
            EXPECT_TRUE(at::allclose(ours[i], variables[i], 1e-6, 3e-7))
                << beta2 << " " << i << " " << (ours[i] - variables[i]).abs().max();
    }
}

// With each set of instructions; an element has the same bits wherever a part of a variable begins.
TEST(AdamLoop, IsItsFormulaInEverySetOfInstructions) {
    constexpr std::int64_t kCount = 1003;
    const Tensor wide = at::arange(kCount, torch::kFloat64);
    // Of 16 magnitudes, among them those whose square is 0.
    const Tensor gradient = (at::sin(wide * 1.7) * at::pow(10.0, wide.remainder(16) * 2 - 22)).to(at::kFloat);
    const Tensor weight = at::cos(wide).to(at::kFloat), m = gradient * 0.3F, v = at::square(gradient) * 0.2F;
    const Tensor g = gradient.to(at::kDouble), newM = m.to(at::kDouble) + 0.1 * (g - m.to(at::kDouble)),
                 newV = 0.999 * v.to(at::kDouble) + 0.001 * at::square(g),
                 expected = weight.to(at::kDouble) - 0.01 * newM / (at::sqrt(newV) * 1.5 + 1e-7);
    for (const kernels::Loops* loops : testing::runnableLoops())
        for (const bool mayEstimate : {false, true}) {
            const kernels::AdamStep step{0.1F, 0.999F, 0.001F, 0.01F, 1.5F, 1e-7F, mayEstimate};
            const auto updated = [&](std::int64_t begin) {
                Tensors of{weight.clone(), m.clone(), v.clone()};
                const auto in = [&](const Tensor& tensor) {
                    return tensor.mutable_data_ptr<float>() + begin;
                };
                loops->adam(step, kCount - begin, gradient.const_data_ptr<float>() + begin, in(of[0]),
                            in(of[1]), in(of[2]));
                return of;
            };
            const Tensors whole = updated(0);
            EXPECT_TRUE(at::allclose(whole[0].to(at::kDouble), expected, 1e-6, 1e-8))
                << (whole[0].to(at::kDouble) - expected).abs().max();
            EXPECT_TRUE(at::allclose(whole[1].to(at::kDouble), newM, 1e-6, 1e-37));
            EXPECT_TRUE(at::allclose(whole[2].to(at::kDouble), newV, 1e-6, 1e-37));
            const Tensors part = updated(7);
            for (std::size_t i = 0; i < whole.size(); ++i)
                EXPECT_TRUE(at::equal(part[i].narrow(0, 7, kCount - 7), whole[i].narrow(0, 7, kCount - 7)))
                    << i;
        }
}

TEST(AdamLoop, SquaresThatAreTooSmallOrTooLargeChangeLittle) {
    for (const kernels::Loops* loops : testing::runnableLoops())
        for (const bool mayEstimate : {false, true})
            for (const float each : {0.0F, 1e-30F, 1e20F, 1e25F}) {
                const kernels::AdamStep step{0.1F, 0.999F, 0.001F, 0.01F, 1.5F, 1e-7F, mayEstimate};
                std::vector<float> gradient(20, each), weight(20, 1), m(20, 0), v(20, 0);
                loops->adam(step, 20, gradient.data(), weight.data(), m.data(), v.data());
                for (const float one : weight) EXPECT_NEAR(one, 1, 0.03) << each;
            }
}

// Replicas in several processes each make their own update, on whatever processor they are.
TEST(AdamLoop, IsTheSameOnProcessorsOfUnlikeWidth) {
    const kernels::AdamStep step{0.1F, 0.999F, 0.001F, 0.01F, 1.5F, 1e-7F};
    const Tensor gradient = at::sin(at::arange(1003, torch::kFloat32) * 1.7);
    std::optional<Tensor> first;
    for (const kernels::Loops* loops : testing::runnableLoops()) {
        if (loops == &kernels::kLoops) continue;  // without fused multiplication
        Tensor weight = at::cos(gradient), m = gradient * 0.3F, v = at::square(gradient) * 0.2F;
        loops->adam(step, 1003, gradient.const_data_ptr<float>(), weight.mutable_data_ptr<float>(),
                    m.mutable_data_ptr<float>(), v.mutable_data_ptr<float>());
        if (!first) first = weight;
        EXPECT_TRUE(at::equal(weight, *first));
    }
}

TEST(AdamLoop, TakesGradientsInAnotherOrderInMemory) {
    Tensor weight = at::zeros({130, 90}).set_requires_grad(true), plain = weight.detach().clone();
    plain.set_requires_grad(true);
    const auto optimizer = makeOptimizer({"adam"}, {weight}), other = makeOptimizer({"adam"}, {plain});
    const Tensor gradient = at::sin(at::arange(130 * 90, torch::kFloat32)).view({90, 130}).t();
    weight.mutable_grad() = gradient;
    plain.mutable_grad() = gradient.contiguous();
    optimizer->step(0.01);
    other->step(0.01);
    EXPECT_TRUE(at::equal(weight, plain));
}

TEST(AdamLoop, ANanInAGradientIsOneInItsWeightAlone) {
    Tensor weight = at::ones({20}).set_requires_grad(true);
    weight.mutable_grad() = at::ones({20});
    weight.mutable_grad()[3] = std::numeric_limits<float>::quiet_NaN();
    makeOptimizer({"adam"}, {weight})->step(0.01);
    EXPECT_EQ(at::isnan(weight).sum().item<int>(), 1);
    EXPECT_TRUE(at::isnan(weight[3]).item<bool>());
}

TEST(AdamLoop, AGraphThatNeedsTheOldValuesRefusesTheNewOnes) {
    Tensor weight = at::ones({20}).set_requires_grad(true);
    const Tensor sum = at::square(weight).sum();
    weight.mutable_grad() = at::ones({20});
    makeOptimizer({"adam"}, {weight})->step(0.01);
    EXPECT_THROW(sum.backward(), c10::Error);
}

}  // namespace
}  // namespace trainyard::engine
