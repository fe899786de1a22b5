// SPDX-License-Identifier: Apache-2.0
// Custom loops, written as in the guides.
#include <gtest/gtest.h>

#include <ATen/ops/equal.h>
#include <ATen/ops/tensor.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>

#include "core/engine/loop/loop_device.h"
#include "plugins/sdk/loop/checkpoint.h"
#include "plugins/sdk/loop/losses.h"
#include "plugins/sdk/loop/metrics.h"
#include "tests/engine/loop_layouts.h"
#include "tests/support/temp_home.h"

namespace trainyard::loop {
namespace {

using engine::Model;
using engine::testing::Layout;
using engine::testing::WaveData;
using testing::createModel;
using testing::loopLayouts;
using testing::onEach;

const spec::Named kAdam{"adam", {{"learning_rate", 0.001}}};

/// One epoch as in the guide: returns the mean of the batches' losses.
double trainEpoch(Strategy& strategy, const Mirrored<Model>& model, const Mirrored<Optimizer>& optimizer,
                  DistributedDataset& data, std::int64_t globalBatch, SparseCategoricalAccuracy& accuracy) {
    double total = 0;
    int batches = 0;
    for (const auto& batch : data) {
        const auto losses = strategy.run(
            [&](const Batch& mine) {
                const torch::Tensor logits = model->forward(mine.features, nullptr);
                const torch::Tensor loss = computeAverageLoss(
                    sparseCategoricalCrossentropy(mine.labels, logits, Reduction::kNone), {}, globalBatch);
                backward(loss);
                optimizer->applyGradients();
                accuracy.updateState(mine.labels, logits);
                return loss;
            },
            batch);
        total += strategy.reduce(ReduceOp::kSum, losses).item<double>();
        ++batches;
    }
    return total / batches;
}

TEST(Loop, TheGuidesNumbersOfAverageLoss) {
    const torch::Tensor first = at::tensor({2.0, 3.0}), second = at::tensor({4.0, 5.0});
    EXPECT_EQ(computeAverageLoss(first, {}, 4).item<double>(), 1.25);
    EXPECT_EQ(computeAverageLoss(second, {}, 4).item<double>(), 2.25);
    EXPECT_EQ(computeAverageLoss(first, at::tensor({1.0, 0.0}), 4).item<double>(), 0.5);
    EXPECT_THROW(computeAverageLoss(first), std::logic_error);  // of which batch?
    EXPECT_THROW(computeAverageLoss(first.sum(), {}, 4), std::invalid_argument);
    onEach({"mirrored", 1, 2}, [&](Strategy& strategy) {
        const auto losses = strategy.run(
            [&] { return computeAverageLoss(currentReplica()->replica() == 0 ? first : second); });
        EXPECT_EQ(strategy.localResults(losses)[0].item<double>(), 1.25);
        EXPECT_EQ(strategy.localResults(losses)[1].item<double>(), 2.25);
        EXPECT_EQ(strategy.reduce(ReduceOp::kSum, losses).item<double>(), 3.5);
        EXPECT_EQ(strategy.reduce(ReduceOp::kMean, losses).item<double>(), 1.75);
        const auto penalties = strategy.run([&] { return scaleRegularizationLoss(at::tensor({3.0, 1.0})); });
        EXPECT_EQ(strategy.reduce(ReduceOp::kSum, penalties).item<double>(), 4);
    });
}

/// Job::device() is that replica's; a model that is elsewhere is refused before the first step.
TEST(Loop, AScopeMakesTheObjectOfEachReplicaForItsDevice) {
    onEach({"mirrored", 1, 2}, [](Strategy& strategy) {
        const auto made = strategy.scope([] { return scopedReplica().value(); });
        EXPECT_EQ(made.at(0), 0);
        EXPECT_EQ(made.at(1), 1);
        EXPECT_FALSE(scopedReplica()) << "outside of it there is none";
        const auto model = strategy.scope(createModel);
        setLoopDevices({torch::kCPU, torch::kMeta});
        try {
            strategy.track(model);
            ADD_FAILURE() << "the second replica's is not where it computes";
        } catch (const std::invalid_argument& e) {
            EXPECT_NE(std::string(e.what()).find("on cpu, and its run computes on meta"), std::string::npos)
                << e.what();
        }
        setLoopDevices({});
        strategy.track(model);
    });
}

TEST(Loop, ReductionsInsideAStrategyAreNoneAndSum) {
    const torch::Tensor labels = at::tensor({0, 1}, torch::kInt64),
                        logits = at::tensor({2.0, 1.0, 0.0, 3.0}).view({2, 2});
    EXPECT_NO_THROW(sparseCategoricalCrossentropy(labels, logits, Reduction::kAuto));
    onEach({"mirrored", 1, 2}, [&](Strategy& strategy) {
        for (const Reduction reduction : {Reduction::kAuto, Reduction::kSumOverBatchSize})
            EXPECT_THROW(
                strategy.run([&] { return sparseCategoricalCrossentropy(labels, logits, reduction); }),
                std::invalid_argument);
        const auto sums =
            strategy.run([&] { return sparseCategoricalCrossentropy(labels, logits, Reduction::kSum); });
        EXPECT_EQ(sums.values.size(), 2u);
    });
    // Several labels per sample: one number each.
    EXPECT_EQ(
        sparseCategoricalCrossentropy(labels.view({1, 2}), logits.view({1, 2, 2}), Reduction::kNone).sizes(),
        (torch::IntArrayRef{1, 2}));
}

TEST(Loop, ReducesAlongAnAxisByTheRealCount) {
    for (const Layout& layout : loopLayouts())
        onEach(layout, [&](Strategy& strategy) {
            const int all = strategy.numReplicasInSync();
            // Replica r contributes r+1 times the number r+1.
            const auto values = strategy.run([&] {
                const int n = currentReplica()->replica() + 1;
                return at::full({n}, n, torch::kFloat32);
            });
            double sum = 0, count = 0;
            for (int n = 1; n <= all; ++n) {
                sum += n * n;
                count += n;
            }
            EXPECT_EQ(strategy.reduce(ReduceOp::kSum, values, 0).item<double>(), sum);
            EXPECT_EQ(strategy.reduce(ReduceOp::kMean, values, 0).item<double>(), sum / count);
        });
}

TEST(Loop, WithoutAStrategyItTrainsAsOneReplica) {
    const auto data = std::make_shared<WaveData>(40, 8);
    std::vector<double> losses;
    const auto body = [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        strategy.track(model);
        auto optimizer = strategy.scope([&] { return Optimizer(kAdam, model.at(0)); });
        SparseCategoricalAccuracy accuracy(strategy);
        auto distributed = strategy.distribute(data, model, {.globalBatch = 16});
        for (int epoch = 0; epoch < 2; ++epoch)
            losses.push_back(trainEpoch(strategy, model, optimizer, distributed, 16, accuracy));
    };
    onEach({"one_device"}, body);
    const auto none = makeDefaultStrategy();
    Strategy strategy(*none, 0, 1);
    body(strategy);
    ASSERT_EQ(losses.size(), 4u);
    EXPECT_NEAR(losses[0], losses[2], 1e-6);
    EXPECT_NEAR(losses[1], losses[3], 1e-6);
}

TEST(Loop, ANumberThatIsNotFiniteNamesItsReplica) {
    EXPECT_NO_THROW(checkNumerics(at::tensor({1.0, 2.0}), "the loss"));
    EXPECT_THROW(checkNumerics(at::tensor({1.0, NAN}), "the loss"), NotFinite);
    onEach({"mirrored", 1, 2}, [&](Strategy& strategy) {
        try {
            strategy.run([&] {
                const double value = currentReplica()->replica() == 1 ? INFINITY : 1;
                checkNumerics(at::tensor({value}), "the loss");
            });
            FAIL();
        } catch (const NotFinite& e) {
            EXPECT_STREQ(e.what(), "the loss is not finite (NaN or infinite) on replica 1");
        }
    });
}

TEST(Loop, RemembersTheBatchesOfTheLastRun) {
    onEach({"mirrored", 1, 2}, [&](Strategy& strategy) {
        EXPECT_TRUE(strategy.lastBatches().empty());
        PerReplica<Batch> batch;
        for (const std::int64_t sample : {3, 4}) batch.values.push_back({.samples = {sample}});
        strategy.run([](const Batch&) {}, batch);
        strategy.run([] {});
        ASSERT_EQ(strategy.lastBatches().size(), 2u);
        EXPECT_EQ(strategy.lastBatches()[1].samples, std::vector<std::int64_t>{4});
    });
}

class LoopCheckpoint : public ::testing::Test {
  protected:
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

TEST_F(LoopCheckpoint, GoesFromAnyStrategyToAnyOtherToTheBit) {
    const auto data = std::make_shared<WaveData>(40, 8);
    int number = 0;
    for (const Layout& layout : loopLayouts()) {
        const auto folder = folder_ / std::to_string(number++);
        std::vector<torch::Tensor> trained;
        onEach(layout, [&](Strategy& strategy) {
            auto model = strategy.scope(createModel);
            strategy.track(model);
            auto optimizer = strategy.scope([&, i = 0]() mutable { return Optimizer(kAdam, model.at(i++)); });
            Counter epoch;
            Checkpoint checkpoint(strategy, {&model, &optimizer, {{"epoch", &epoch}}});
            CheckpointManager manager(checkpoint, folder, 2);
            EXPECT_FALSE(manager.restoreOrInitialize());
            SparseCategoricalAccuracy accuracy(strategy);
            auto distributed = strategy.distribute(data, model, {.globalBatch = 16, .shuffle = true});
            double first = 0, last = 0;
            for (; epoch.value < 6; ++epoch.value) {
                last = trainEpoch(strategy, model, optimizer, distributed, 16, accuracy);
                if (epoch.value == 0) first = last;
                if (epoch.value % 2 == 0) manager.save();
                EXPECT_GE(accuracy.result(), 0);
                EXPECT_LE(accuracy.result(), 1);
                accuracy.resetStates();
            }
            EXPECT_LT(last, first);
            EXPECT_TRUE(std::isnan(accuracy.result()));
            EXPECT_EQ(optimizer.at(0).iterations(), 18);
            EXPECT_EQ(manager.latestCheckpoint(), folder / "ckpt-15");
            checkpoint.restore(*manager.latestCheckpoint()).assertConsumed();
            EXPECT_EQ(epoch.value, 4);
            if (strategy.isChief())
                for (const torch::Tensor& variable : model.at(0).variables())
                    trained.push_back(variable.detach().clone());
        });
        EXPECT_FALSE(std::filesystem::exists(folder / "ckpt-3"));
        for (const Layout& other : loopLayouts())
            onEach(other, [&](Strategy& strategy) {
                auto model = strategy.scope(createModel);
                Checkpoint weights(strategy, {&model});
                EXPECT_THROW(weights.restore(folder / "ckpt-15").assertConsumed(), std::runtime_error);
                weights.restore(folder / "ckpt-15").expectPartial().assertExistingObjectsMatched();
                for (int r = 0; r < model.size(); ++r)
                    for (std::size_t i = 0; i < trained.size(); ++i)
                        EXPECT_TRUE(at::equal(trained[i], model.at(r).variables()[i]));
            });
    }
}

/// A program that is restarted from the beginning in the folder of one that had trained for longer.
TEST_F(LoopCheckpoint, TheNewestIsTheOneSavedLastNotTheHighestStep) {
    onEach({"one_device"}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        Checkpoint checkpoint(strategy, {&model});
        for (const std::int64_t step : {100, 500}) CheckpointManager(checkpoint, folder_, 2).save(step);
        CheckpointManager manager(checkpoint, folder_, 2);
        for (const std::int64_t step : {10, 20, 100, 30}) {
            const auto path = manager.save(step);
            EXPECT_TRUE(checkpoint::verify(path)) << "it was deleted by its own save";
            EXPECT_EQ(manager.latestCheckpoint(), path);
            EXPECT_EQ(*manager.restoreOrInitialize(), path);
        }
        std::vector<std::int64_t> steps;
        for (const auto& listed : checkpoint::list(folder_)) steps.push_back(listed.step);
        EXPECT_EQ(steps, (std::vector<std::int64_t>{100, 30}));
    });
}

TEST_F(LoopCheckpoint, TheManagerDeletesWhatLoopsSavedAlone) {
    onEach({"one_device"}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        Checkpoint checkpoint(strategy, {&model});
        checkpoint::Contents theirs;
        theirs.state.step = 5;
        const auto staged = checkpoint::writeStaged(folder_, theirs, {"a run of an agent", 1});
        ASSERT_TRUE(staged && checkpoint::publish(folder_, staged->filename()));
        CheckpointManager manager(checkpoint, folder_, 1);
        for (const std::int64_t step : {10, 20}) manager.save(step);
        std::vector<std::int64_t> steps;
        for (const auto& listed : checkpoint::list(folder_)) steps.push_back(listed.step);
        EXPECT_EQ(steps, (std::vector<std::int64_t>{5, 20}));
    });
}

TEST_F(LoopCheckpoint, SaysWhatItLacks) {
    onEach({"one_device"}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        auto optimizer = strategy.scope([&] { return Optimizer(kAdam, model.at(0)); });
        Counter epoch;
        Checkpoint weights(strategy, {&model});
        const auto path = weights.save(folder_, 5);
        Checkpoint all(strategy, {&model, &optimizer, {{"epoch", &epoch}}});
        try {
            all.restore(path).assertExistingObjectsMatched();
            FAIL();
        } catch (const std::runtime_error& e) {
            EXPECT_NE(std::string(e.what()).find("epoch.value"), std::string::npos) << e.what();
            EXPECT_NE(std::string(e.what()).find("exp_avg"), std::string::npos) << e.what();
        }
        EXPECT_EQ(optimizer->iterations(), 5);
        EXPECT_THROW(all.restore(folder_ / "ckpt-6"), std::runtime_error);
    });
}

/// A moving average of the weights, and what the loop remembers in words.
struct Average : Trackable {
    torch::Tensor mean = torch::zeros({3});
    std::vector<double> history;
    std::map<std::string, torch::Tensor> tensors() override { return {{"mean", mean}}; }
    nlohmann::json values() const override { return history; }
    void restoreValues(const nlohmann::json& values) override { values.get_to(history); }
};

TEST_F(LoopCheckpoint, HasAnyStateThatTheLoopNames) {
    int number = 0;
    for (const Layout& layout : loopLayouts()) {
        const auto folder = folder_ / std::to_string(number++);
        onEach(layout, [&](Strategy& strategy) {
            auto model = strategy.scope(createModel), critic = strategy.scope(createModel);
            auto optimizer =
                strategy.scope([&, i = 0]() mutable { return Optimizer(kAdam, critic.at(i++)); });
            Average average;
            Checkpoint checkpoint(strategy, {.model = &model,
                                             .models = {{"critic", {&critic, &optimizer}}},
                                             .states = {{"average", &average}}});
            const auto set = [&](double value) {
                torch::NoGradGuard noGrad;
                for (int r = 0; r < critic.size(); ++r) {
                    for (const torch::Tensor& variable : critic.at(r).variables()) variable.fill_(value);
                    optimizer.at(r).setIterations(static_cast<std::int64_t>(value));
                }
                average.mean.fill_(value);
                average.history.assign({value, std::numeric_limits<double>::infinity()});
            };
            set(7);
            const auto path = checkpoint.save(folder, 1);
            EXPECT_TRUE(checkpoint::verify(path));
            set(2);
            checkpoint.restore(path).assertConsumed();
            EXPECT_EQ(average.mean[2].item<float>(), 7);
            EXPECT_EQ(average.history, (std::vector<double>{7, std::numeric_limits<double>::infinity()}));
            for (int r = 0; r < critic.size(); ++r) {
                EXPECT_EQ(critic.at(r).variables()[0].min().item<float>(), 7);
                EXPECT_EQ(optimizer.at(r).iterations(), 7);
            }
            try {
                Checkpoint(strategy, {&model}).restore(path).assertConsumed();
                ADD_FAILURE() << "objects without an owner were not reported";
            } catch (const std::runtime_error& e) {
                for (const char* name : {"average.mean", "average,", "critic/"})
                    EXPECT_NE((e.what() + std::string(",")).find(name), std::string::npos) << e.what();
            }
        });
    }
}

/// Two processes: the chief's object fails, and the other does not wait for it.
TEST_F(LoopCheckpoint, AnObjectThatCannotBeSavedIsReportedInEveryProcess) {
    struct Broken : Trackable {
        nlohmann::json values() const override { throw std::runtime_error("no values today"); }
    };
    onEach(loopLayouts().back(), [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        Broken broken;
        Checkpoint checkpoint(strategy, {.model = &model, .states = {{"broken", &broken}}});
        try {
            checkpoint.save(folder_, 1);
            ADD_FAILURE() << "it was saved";
        } catch (const std::runtime_error& e) {
            const std::string why = strategy.isChief() ? "no values today" : "by the chief";
            EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
        }
    });
}

TEST_F(LoopCheckpoint, TheIteratorSeesEachNewOne) {
    onEach({"one_device"}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        Checkpoint checkpoint(strategy, {&model});
        checkpoint.save(folder_, 1);
        std::vector<std::string> seen;
        checkpointsIterator(
            folder_, std::chrono::milliseconds(0),
            [&](const std::filesystem::path& path) {
                seen.push_back(path.filename().string());
                if (seen.size() < 3) checkpoint.save(folder_, static_cast<std::int64_t>(seen.size()) + 1);
                return true;
            },
            [] { return true; });
        EXPECT_EQ(seen, (std::vector<std::string>{"ckpt-1", "ckpt-2", "ckpt-3"}));
    });
}

}  // namespace
}  // namespace trainyard::loop
