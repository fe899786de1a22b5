// SPDX-License-Identifier: Apache-2.0
// The loss of a training in float16: its scale, and steps that are skipped.
#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

#include "core/engine/train/replica_step.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine {
namespace {

const std::string kLayers = "[flatten, {dense: {units: 8, activation: tanh}}, {dense: {units: 3}}]";

TEST(LossScale, DoublesAfterGoodStepsAndHalvesAfterABadOne) {
    LossScale scale(torch::kCPU, /*growthSteps=*/3);
    const auto step = [&](double value) {
        torch::Tensor gradient = at::full({2}, value);
        const LossScale::Step taken = scale.unscale({gradient});
        if (std::isfinite(value)) {
            EXPECT_EQ(gradient[1].item<double>(), value / taken.factor.item<double>());
        }
        EXPECT_EQ(taken.isSkipped.item<float>(), std::isfinite(value) ? 0 : 1);
        return scale.scaled(at::ones({})).item<double>();
    };
    EXPECT_EQ(step(4), 32768);
    EXPECT_EQ(step(4), 32768);
    EXPECT_EQ(step(4), 65536) << "after three in a row";
    EXPECT_EQ(step(4), 65536);
    EXPECT_EQ(step(4), 65536);
    EXPECT_EQ(step(INFINITY), 32768);
    EXPECT_EQ(step(4), 32768);
    EXPECT_EQ(step(4), 32768);
    EXPECT_EQ(step(4), 65536) << "they are counted again after a bad one";
    EXPECT_EQ(step(NAN), 32768);
    for (int i = 0; i < 20; ++i) step(NAN);
    EXPECT_EQ(step(NAN), 1);
}

TEST(LossScale, ASkippedStepChangesNothing) {
    for (const spec::Named& named :
         {spec::Named{"sgd", {{"momentum", 0.9}, {"weight_decay", 0.1}}}, spec::Named{"adamw"},
          spec::Named{"rmsprop", {{"momentum", 0.9}, {"centered", true}}}, spec::Named{"adagrad"}}) {
        torch::Tensor w = at::linspace(-1, 1, 6).requires_grad_();
        const auto optimizer = makeOptimizer(named, {w});
        optimizer->setRate(0.1);
        w.mutable_grad() = at::ones({6});
        optimizer->apply(at::zeros({}));
        std::vector<torch::Tensor> before{w.detach().clone()};
        for (const auto& [name, slot] : optimizer->state({"w"})) before.push_back(slot.clone());
        w.mutable_grad() = at::full({6}, INFINITY);
        optimizer->apply(at::ones({}));
        EXPECT_TRUE(w.detach().equal(before[0])) << named.name;
        const auto after = optimizer->state({"w"});
        for (std::size_t i = 0; i < after.size(); ++i)
            EXPECT_TRUE(after[i].second.equal(before[i + 1])) << named.name << after[i].first;
        w.mutable_grad() = at::ones({6});
        optimizer->apply();
        EXPECT_FALSE(w.detach().equal(before[0])) << named.name;
    }
}

/// One of them alone has an overflow, in its third step.
TEST(LossScale, AllReplicasSkipTheSameStep) {
    const auto plan = spec::planModel({"layers", spec::parseYaml(kLayers)->value}, spec::Shape{1, 8, 8});
    std::mutex mutex;
    std::vector<std::vector<double>> scales(2), skipped(2);
    std::vector<std::vector<torch::Tensor>> ends(2);
    testing::runRanks(
        "multi_worker_mirrored", 2,
        {{"communication", "auto"}, {"bytes_per_pack", 0}, {"timeout_seconds", 60}},
        [&](sdk::Strategy& strategy, int rank) {
            Model model(*plan, torch::kHalf);
            model.drawWeights(42);
            strategy.adopt({model.variables()});
            const Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, *plan);
            const auto optimizer = makeOptimizer({"adamw"}, model.variables());
            optimizer->setLossScale(LossScale(torch::kCPU, /*growthSteps=*/1000));
            for (int step = 0; step < 6; ++step) {
                Batch batch{.samples = {rank * 2, rank * 2 + 1}, .globalCount = 4};
                batch.features = model.inputTensor(2);
                batch.features.copy_(at::sin(at::arange(128, torch::kFloat32)).view(batch.features.sizes()));
                batch.labels = at::tensor({rank, 2}, torch::kInt64);
                if (step == 2 && rank == 1) batch.weights = at::full({2}, 1e4);
                strategy.run([&](sdk::ReplicaContext& context) {
                    const StepSums sums = takeStep(context, model, objective, *optimizer, batch, step, {});
                    std::lock_guard lock(mutex);
                    scales[static_cast<std::size_t>(rank)].push_back(sums.metrics.at(1).value());
                    skipped[static_cast<std::size_t>(rank)].push_back(sums.metrics.at(2).value());
                });
            }
            std::lock_guard lock(mutex);
            for (const torch::Tensor& variable : model.variables())
                ends[static_cast<std::size_t>(rank)].push_back(variable.detach().clone());
        });
    EXPECT_EQ(skipped[0], (std::vector<double>{0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(skipped[1], skipped[0]);
    EXPECT_EQ(scales[0], (std::vector<double>{32768, 32768, 32768, 16384, 16384, 16384}));
    EXPECT_EQ(scales[1], scales[0]);
    for (std::size_t i = 0; i < ends[0].size(); ++i) EXPECT_TRUE(ends[0][i].equal(ends[1][i])) << i;
}

}  // namespace
}  // namespace trainyard::engine
