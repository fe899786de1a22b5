// SPDX-License-Identifier: Apache-2.0
// The two trainings of the guide on parameter servers, on its in-process cluster of three workers and two ps.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/engine/ps/in_process.h"
#include "plugins/sdk/lookup.h"

namespace trainyard::engine::ps {
namespace {

using sdk::Values;

const std::vector<std::string> kVocabulary{"avenger",   "ironman",  "batman",      "hulk",
                                           "spiderman", "kingkong", "wonder_woman"};

/// Three different words per sample, "yes" iff avenger is among them: 1 and 0.
struct Samples {
    torch::Tensor words;   ///< {count, 3}
    torch::Tensor labels;  ///< {count, 1}
};

Samples draw(std::int64_t count, std::uint64_t seed) {
    const auto lookup = *sdk::StringLookup::create(kVocabulary, {.oovBuckets = 0, .mask = {}});
    const base::KeyedRandom draws(seed, base::DrawPurpose::kShuffle);
    torch::Tensor words = torch::empty({count, 3}, torch::kInt64);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto order =
            draws.permutation(static_cast<std::uint32_t>(kVocabulary.size()), static_cast<std::uint64_t>(i));
        for (std::int64_t j = 0; j < 3; ++j)
            words[i][j] = *lookup(kVocabulary[order[static_cast<std::size_t>(j)]]);
    }
    return {words, words.eq(*lookup("avenger")).any(1, true).to(torch::kFloat32)};
}

/// shuffle(200).batch(32).repeat(): each pass ends with a partial batch.
sdk::Elements batches(Samples samples, std::uint64_t seed) {
    const base::KeyedRandom draws(seed, base::DrawPurpose::kShuffle);
    return [=, pass = std::uint64_t{0}, at = std::int64_t{0},
            order = torch::Tensor()]() mutable -> std::optional<Values> {
        const std::int64_t count = samples.words.size(0);
        if (!order.defined() || at >= count) {
            const auto permutation = draws.permutation(static_cast<std::uint32_t>(count), pass++);
            order = torch::tensor(std::vector<std::int64_t>(permutation.begin(), permutation.end()));
            at = 0;
        }
        const torch::Tensor some = order.narrow(0, at, std::min<std::int64_t>(32, count - at));
        at += 32;
        return Values{samples.words.index_select(0, some), samples.labels.index_select(0, some)};
    };
}

/// Embedding 16384 wide, mean over the three words, Dense(1): the logits. The loss applies the sigmoid, as in
/// Keras, which uses the logits behind an activation: the probability itself has no gradient left once it
/// rounds to 0 or 1.
torch::Tensor predict(const torch::Tensor& rows, const torch::Tensor& places, const torch::Tensor& kernel,
                      const torch::Tensor& bias) {
    return at::embedding(rows, places).mean(1).matmul(kernel.t()) + bias;
}

struct Read {
    torch::Tensor ids, places, rows, kernel, bias;
};
base::Result<Read> read(sdk::Variables& variables, const torch::Tensor& words) {
    Read read;
    std::tie(read.ids, read.places, std::ignore) = at::_unique2(words, true, true);
    TY_ASSIGN(read.rows, variables.lookup("embedding", read.ids));
    TY_ASSIGN(read.kernel, variables.read("kernel"));
    TY_ASSIGN(read.bias, variables.read("bias"));
    return read;
}

std::shared_ptr<sdk::ClosureRegistry> toyRegistry() {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->dataset("train", [](const sdk::InputContext& context) {
        return batches(draw(200, 1), 10 + static_cast<std::uint64_t>(context.inputPipelineId));
    });
    registry->closure("step", [](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
        TY_ASSIGN(const Values batch, context.next(std::get<sdk::PerWorker>(in[0])));
        const torch::Tensor labels = std::get<torch::Tensor>(batch[1]);
        TY_ASSIGN(Read at, read(context.variables(), std::get<torch::Tensor>(batch[0])));
        for (torch::Tensor* tensor : {&at.rows, &at.kernel, &at.bias}) tensor->set_requires_grad(true);
        const torch::Tensor predicted = predict(at.rows, at.places, at.kernel, at.bias);
        const torch::Tensor loss = at::binary_cross_entropy_with_logits(predicted, labels);
        TY_TRY(sdk::checkNumerics(loss, "the loss"));
        loss.backward();
        TY_TRY(context.variables().push(
            {{"embedding", at.rows.grad(), at.ids}, {"kernel", at.kernel.grad()}, {"bias", at.bias.grad()}},
            0.1));
        return Values{loss.item<double>(),
                      predicted.gt(0).eq(labels).to(torch::kFloat64).mean().item<double>()};
    });
    registry->closure("evaluate", [](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
        const Samples samples = draw(16, static_cast<std::uint64_t>(std::get<std::int64_t>(in[0])));
        TY_ASSIGN(const Read at, read(context.variables(), samples.words));
        return Values{predict(at.rows, at.places, at.kernel, at.bias)
                          .gt(0)
                          .eq(samples.labels)
                          .to(torch::kFloat64)
                          .mean()
                          .item<double>()};
    });
    return registry;
}

TEST(Guide004, TheToyLoopReachesAccuracyOne) {
    // At this rate, weights two updates old are too stale: without the bound 6 of 300 runs ended below 1,
    // with it none.
    auto cluster = inProcessCluster(3, 2, toyRegistry(), sdk::minSizePartitioner(256 << 10, 2),
                                    {.stalenessBound = 1, .onNotice = {}});
    sdk::ClusterCoordinator& coordinator = *cluster.coordinator;
    sdk::Variables& variables = coordinator.variables();
    torch::manual_seed(7);
    const sdk::OptimizerSpec rmsprop{"rmsprop", {{"learning_rate", 0.1}}};
    ASSERT_TRUE(variables.create("embedding", torch::rand({8, 16384}) * 0.1 - 0.05, rmsprop));
    ASSERT_TRUE(variables.create("kernel", torch::rand({1, 16384}) * 0.04 - 0.02, rmsprop));
    ASSERT_TRUE(variables.create("bias", torch::zeros({1}), rmsprop));
    const auto shards = variables.list()->front().shards;
    ASSERT_EQ(shards.size(), 2u);
    EXPECT_EQ(shards[0].rows, 4);
    EXPECT_NE(shards[0].ps, shards[1].ps);

    const sdk::PerWorker train = coordinator.createPerWorkerDataset("train");
    for (int epoch = 0; epoch < 4; ++epoch) {
        for (int step = 0; step < 5; ++step) ASSERT_TRUE(coordinator.schedule("step", {train}));
        ASSERT_TRUE(coordinator.join());
    }
    const Samples samples = draw(16, 99);  // directly on the coordinator
    const Read at = *read(variables, samples.words);
    EXPECT_EQ(predict(at.rows, at.places, at.kernel, at.bias)
                  .gt(0)
                  .eq(samples.labels)
                  .to(torch::kFloat64)
                  .mean()
                  .item<double>(),
              1.0);
    double sum = 0;  // and with two scheduled steps
    std::vector<sdk::RemoteValue> values;
    for (const std::int64_t seed : {100, 101}) values.push_back(*coordinator.schedule("evaluate", {seed}));
    for (const sdk::RemoteValue& value : values) sum += std::get<double>(value.fetch()->at(0));
    EXPECT_EQ(sum / 2, 1.0);
}

/// Model.fit of the guide: Dense(10) on 10 samples of 10 numbers, mean squared error, SGD, 5 epochs of 20
/// steps, ten steps per execution.
TEST(Guide004, FitBringsTheLossDown) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->closure("ten steps", [](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
        const auto& x = std::get<torch::Tensor>(in[0]);
        const auto& y = std::get<torch::Tensor>(in[1]);
        double last = 0;
        for (int step = 0; step < 10; ++step) {
            TY_ASSIGN(torch::Tensor kernel, context.variables().read("kernel"));
            TY_ASSIGN(torch::Tensor bias, context.variables().read("bias"));
            kernel.set_requires_grad(true);
            bias.set_requires_grad(true);
            const torch::Tensor loss = (at::linear(x, kernel, bias) - y.unsqueeze(1)).pow(2).mean();
            loss.backward();
            TY_TRY(context.variables().push({{"kernel", kernel.grad()}, {"bias", bias.grad()}}, 0.01));
            last = loss.item<double>();
        }
        return Values{last};
    });
    auto cluster = inProcessCluster(3, 2, registry, sdk::minSizePartitioner(256 << 10, 2));
    torch::manual_seed(3);
    ASSERT_TRUE(cluster.coordinator->variables().create("kernel", torch::rand({10, 10}) - 0.5, {"sgd", {}}));
    ASSERT_TRUE(cluster.coordinator->variables().create("bias", torch::zeros({10}), {"sgd", {}}));
    const torch::Tensor x = torch::rand({10, 10}), y = torch::rand({10});
    std::vector<double> losses;
    for (int epoch = 0; epoch < 5; ++epoch) {
        std::vector<sdk::RemoteValue> values;
        for (int execution = 0; execution < 2; ++execution)
            values.push_back(*cluster.coordinator->schedule("ten steps", {x, y}));
        ASSERT_TRUE(cluster.coordinator->join());
        losses.push_back(std::get<double>(values.back().fetch()->at(0)));
    }
    EXPECT_LT(losses.back(), losses.front() / 2);
}

TEST(Lookup, FollowsTheKerasLayers) {
    const auto words = *sdk::StringLookup::create(kVocabulary);
    EXPECT_EQ(*words("avenger"), 1);
    EXPECT_EQ(*words("wonder_woman"), 7);
    EXPECT_EQ(*words("thor"), 0);
    EXPECT_EQ(words.size(), 8);
    EXPECT_EQ(words.word(2), "ironman");
    EXPECT_EQ(words.word(0), std::nullopt);
    const auto buckets = *sdk::StringLookup::create(kVocabulary, {.oovBuckets = 3, .mask = ""});
    EXPECT_EQ(*buckets(""), 0);
    EXPECT_EQ(*buckets("avenger"), 4);
    EXPECT_GE(*buckets("thor"), 1);
    EXPECT_LE(*buckets("thor"), 3);
    EXPECT_EQ(*buckets("thor"), *buckets("thor"));
    const auto strict = *sdk::IntegerLookup::create({12, 36, 1138}, {.oovBuckets = 0, .mask = {}});
    EXPECT_EQ(*strict(36), 1);
    EXPECT_EQ(strict(37).error().id, "lookup.unknown");
    EXPECT_TRUE(strict(std::vector<std::int64_t>{1138, 12})->equal(torch::tensor({2, 0})));
    EXPECT_EQ(sdk::StringLookup::create({"a", "a"}).error().id, "lookup.vocabulary");
    EXPECT_EQ(sdk::vocabularyOf({"b", "a", "c", "b", "a", "b"}, 2), (std::vector<std::string>{"b", "a"}));
    // Keras' documentation of StringLookup.adapt(): [["a", "c", "d"], ["d", "z", "b"]].
    EXPECT_EQ(sdk::vocabularyOf({"a", "c", "d", "d", "z", "b"}),
              (std::vector<std::string>{"d", "z", "c", "b", "a"}));
}

TEST(Lookup, VectorizesText) {
    const auto text = *sdk::TextVectorization::create({"foo", "bar"}, 4);
    EXPECT_TRUE(text({"Foo, bar... BAZ!", "  ", "foo foo foo foo foo"})
                    .equal(torch::tensor({{2, 3, 1, 0}, {0, 0, 0, 0}, {2, 2, 2, 2}})));
    EXPECT_EQ(text.size(), 4);
}

/// The examples of Keras' documentation.
TEST(Lookup, EncodesInEachOutputMode) {
    using sdk::OutputMode;
    const std::vector<std::string> vocabulary{"a", "b", "c", "d"};
    const std::vector<std::string> row{"d", "z", "d"};
    const auto with = [&](OutputMode mode, std::vector<double> weights = {}) {
        const auto lookup = sdk::StringLookup::create(
            vocabulary, {.mask = {}, .outputMode = mode, .idfWeights = std::move(weights)});
        return *(*lookup)(row);
    };
    EXPECT_TRUE(with(OutputMode::kInt).equal(torch::tensor({4, 0, 4})));
    EXPECT_TRUE(with(OutputMode::kOneHot)
                    .equal(torch::tensor(
                        {{0.f, 0.f, 0.f, 0.f, 1.f}, {1.f, 0.f, 0.f, 0.f, 0.f}, {0.f, 0.f, 0.f, 0.f, 1.f}})));
    EXPECT_TRUE(with(OutputMode::kMultiHot).equal(torch::tensor({1.f, 0.f, 0.f, 0.f, 1.f})));
    EXPECT_TRUE(with(OutputMode::kCount).equal(torch::tensor({1.f, 0.f, 0.f, 0.f, 2.f})));
    EXPECT_TRUE(with(OutputMode::kTfIdf, {0.25, 0.75, 0.6, 0.4})
                    .allclose(torch::tensor({0.5f, 0.f, 0.f, 0.f, 0.8f})));
    const auto integers =
        sdk::IntegerLookup::create({12, 1138, 42}, {.mask = {}, .outputMode = OutputMode::kMultiHot});
    EXPECT_TRUE((*(*integers)({12, 1138, 42, 42})).equal(torch::tensor({0.f, 1.f, 1.f, 1.f})));
    const auto text = sdk::TextVectorization::create({"foo", "bar"}, {.outputMode = OutputMode::kCount});
    EXPECT_TRUE(
        (*text)({"Foo, bar... BAZ!", "foo foo"}).equal(torch::tensor({{1.f, 1.f, 1.f}, {0.f, 2.f, 0.f}})));
    EXPECT_EQ(sdk::TextVectorization::create({"foo"}, {.outputMode = OutputMode::kOneHot}).error().id,
              "lookup.mode");
}

}  // namespace
}  // namespace trainyard::engine::ps
