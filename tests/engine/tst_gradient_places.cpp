// SPDX-License-Identifier: Apache-2.0
// Gradients that layers compute where the strategy sums them (sdk::PlacesGradients): the same sums as
// otherwise.
#include <gtest/gtest.h>

#include <ATen/ops/arange.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/sin.h>
#include <ATen/ops/zeros.h>

#include <array>
#include <mutex>
#include <string>

#include "core/engine/model/matmul.h"
#include "core/engine/train/replica_step.h"
#include "core/spec/yaml/yaml_tree.h"
#include "plugins/sdk/places_gradients.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine {
namespace {

using testing::runRanks;
using torch::Tensor;
constexpr const char* kStrategy = "multi_worker_mirrored";

struct HowSummed {
    const char* communication;  ///< auto: in shared memory
    int bytesPerPack;           ///< 0: all in one pack, here
};

nlohmann::json optionsOf(const HowSummed& how) {
    return {
        {"communication", how.communication}, {"bytes_per_pack", how.bytesPerPack}, {"timeout_seconds", 60}};
}

/// Fails the test where the strategy is none.
sdk::PlacesGradients* placesOf(sdk::Strategy& strategy) {
    auto* const places = dynamic_cast<sdk::PlacesGradients*>(&strategy);
    EXPECT_NE(places, nullptr);
    return places;
}

class GradientPlaces : public ::testing::TestWithParam<HowSummed> {};

TEST_P(GradientPlaces, HoldTheSumsWithoutACopy) {
    std::array<Tensor, 2> weights;
    std::array<const void*, 2> computedIn{};
    for (Tensor& weight : weights) weight = at::rand({20, 30}).requires_grad_(true);
    const auto noteWhere = [&](sdk::JobContext& context) {
        context.onBucket = [&, rank = static_cast<std::size_t>(context.rank)](int, bool isStart) {
            if (isStart && weights[rank].grad().defined()) computedIn[rank] = weights[rank].grad().data_ptr();
        };
    };
    const auto train = [&](sdk::Strategy& strategy, int rank) {
        auto* const places = placesOf(strategy);
        const Tensor weight = weights[static_cast<std::size_t>(rank)];
        const Tensor bias = at::zeros({20}).requires_grad_(true);
        strategy.adopt({{weight, bias}});
        const bool isShared = strategy.describe().contains("in memory shared by 2 processes");
        EXPECT_EQ(isShared, std::string(GetParam().communication) == "auto") << strategy.describe();
        for (int step = 1; step <= 3; ++step)
            strategy.run([&](sdk::ReplicaContext& context) {
                EXPECT_FALSE(places->placeOf(weight).defined()) << "no backward pass is running";
                const Tensor x = at::full({4, 30}, rank + step, torch::kFloat32);
                context.backward(linear(x, weight, bias, {.places = places}).sum());
                EXPECT_TRUE(
                    at::equal(weight.grad(), at::full({20, 30}, 4.0 * (2 * step + 1), torch::kFloat32)));
                EXPECT_TRUE(at::equal(bias.grad(), at::full({20}, 8.0, torch::kFloat32)));
                EXPECT_EQ(computedIn[static_cast<std::size_t>(rank)], weight.grad().data_ptr())
                    << "it was copied";
            });
    };
    runRanks(kStrategy, 2, optionsOf(GetParam()), train, noteWhere);
}

TEST_P(GradientPlaces, OfAWeightThatIsUsedTwiceHoldBothGradients) {
    runRanks(kStrategy, 2, optionsOf(GetParam()), [&](sdk::Strategy& strategy, int) {
        auto* const places = placesOf(strategy);
        const Tensor weight = at::rand({20, 30}).requires_grad_(true),
                     bias = at::zeros({20}).requires_grad_(true);
        strategy.adopt({{weight, bias}});
        const Tensor one = at::full({4, 30}, 1.0, torch::kFloat32), three = 3 * one;
        for (int step = 0; step < 2; ++step)
            strategy.run([&](sdk::ReplicaContext& context) {
                context.backward(linear(one, weight, bias, {.places = places}).sum() +
                                 linear(three, weight, bias, {.places = places}).sum() + weight.sum());
                EXPECT_TRUE(
                    at::equal(weight.grad(), at::full({20, 30}, 2 * (4.0 + 12 + 1), torch::kFloat32)));
            });
    });
}

/// The weights of both ranks, and rank 0's gradients.
struct AfterThreeSteps {
    std::vector<Tensor> weights;
    std::vector<Tensor> gradients;
};

AfterThreeSteps takeThreeSteps(const HowSummed& how, bool hasPlaces, const StepOptions& options,
                               const std::string& layers) {
    AfterThreeSteps after;
    std::mutex mutex;
    runRanks(kStrategy, 2, optionsOf(how), [&](sdk::Strategy& strategy, int rank) {
        StepOptions own = options;
        if (hasPlaces) own.places = placesOf(strategy);
        const auto plan = spec::planModel({"layers", spec::parseYaml(layers)->value}, {203});
        ASSERT_TRUE(plan) << plan.error().describe();
        Model model(*plan, torch::kFloat32);
        model.drawWeights(42);
        strategy.adopt({model.variables()});
        const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
        const auto optimizer = makeOptimizer({"adam", {{"learning_rate", 0.01}}}, model.variables());
        Batch batch;
        batch.features = at::sin(at::arange(16 * 203, torch::kFloat32) * (0.37 + rank)).reshape({16, 203});
        batch.labels = at::arange(16, torch::kInt64).remainder(3);
        for (std::int64_t i = 0; i < 16; ++i) batch.samples.push_back(16 * rank + i);
        batch.globalCount = 32;
        for (int step = 0; step < 3; ++step)
            strategy.run([&](sdk::ReplicaContext& context) {
                takeStep(context, model, objective, *optimizer, batch, step, own);
            });
        const std::lock_guard lock(mutex);
        for (const Tensor& variable : model.variables()) {
            after.weights.push_back(variable.detach().clone());
            if (rank == 0) after.gradients.push_back(variable.grad().clone());
        }
    });
    return after;
}

TEST_P(GradientPlaces, ChangeNoBitOfATraining) {
    const std::string plain =
        "[{dense: {units: 60, activation: relu}}, {dropout: {rate: 0.2}}, {dense: {units: 3}}]";
    const std::string penalty =
        "[{dense: {units: 60, kernel_regularizer: {l2: 0.01}}}, {batch_normalization: {}}, {dense: {units: "
        "3}}]";
    StepOptions accumulating, clipping;
    accumulating.accumulate = 2;
    clipping.clipNorm = 0.1;
    const std::array<std::pair<StepOptions, std::string>, 4> cases{
        {{{}, plain}, {accumulating, plain}, {clipping, plain}, {{}, penalty}}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [options, layers] = cases[i];
        const AfterThreeSteps here = takeThreeSteps(GetParam(), true, options, layers),
                              otherwise = takeThreeSteps(GetParam(), false, options, layers);
        ASSERT_EQ(here.weights.size(), otherwise.weights.size());
        EXPECT_GT(here.weights.size(), 6U);
        for (std::size_t w = 0; w < here.weights.size(); ++w)
            EXPECT_TRUE(at::equal(here.weights[w], otherwise.weights[w])) << i << ' ' << w;
        for (std::size_t g = 0; g < here.gradients.size(); ++g)
            EXPECT_TRUE(at::equal(here.gradients[g], otherwise.gradients[g])) << i << ' ' << g;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, GradientPlaces,
                         ::testing::Values(HowSummed{"auto", 0}, HowSummed{"ring", 0},
                                           HowSummed{"auto", 1000}));

TEST(PlacesOfGradients, AreNoneWhereAProcessHasSeveralReplicas) {
    nlohmann::json options = optionsOf({"auto", 0});
    options["replicas"] = 2;
    runRanks(kStrategy, 2, options, [&](sdk::Strategy& strategy, int) {
        std::vector<sdk::ReplicaVariables> variables;
        for (int replica = 0; replica < 2; ++replica)
            variables.push_back(
                {at::zeros({3, 5}).requires_grad_(true), at::zeros({3}).requires_grad_(true)});
        strategy.adopt(variables);
        auto* const places = placesOf(strategy);
        strategy.run([&](sdk::ReplicaContext& context) {
            const auto& mine =
                variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
            const Tensor x = at::full({4, 5}, context.replica() + 1, torch::kFloat32);
            EXPECT_FALSE(places->placeOf(mine[0]).defined());
            context.backward(linear(x, mine[0], mine[1], {.places = places}).sum());
            EXPECT_TRUE(at::equal(mine[0].grad(), at::full({3, 5}, 4.0 * (1 + 2 + 3 + 4), torch::kFloat32)));
        });
    });
}

}  // namespace
}  // namespace trainyard::engine
