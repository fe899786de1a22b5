// SPDX-License-Identifier: Apache-2.0
// Data sets in custom loops: which replica gets which samples, in which step.
#include <gtest/gtest.h>

#include <ATen/ops/tensor.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/engine/loop_layouts.h"

namespace trainyard::loop {
namespace {

using engine::testing::Layout;
using engine::testing::WaveData;
using testing::createModel;
using testing::loopLayouts;
using testing::onEach;

/// In several files.
class FilesOfWaves final : public WaveData {
  public:
    explicit FilesOfWaves(std::vector<std::int64_t> sizes)
        : WaveData(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}), 8),
          sizes_(std::move(sizes)) {}
    std::int64_t files() const override { return static_cast<std::int64_t>(sizes_.size()); }
    std::int64_t fileSamples(std::int64_t file) const override {
        return sizes_.at(static_cast<std::size_t>(file));
    }

  private:
    std::vector<std::int64_t> sizes_;
};

TEST(LoopData, EachSampleGoesToOneReplicaInEveryPass) {
    const auto data = std::make_shared<WaveData>(50, 8);
    for (const Layout& layout : loopLayouts()) {
        std::mutex mutex;
        std::map<std::pair<int, std::int64_t>, int> seen;
        std::map<int, std::vector<std::int64_t>> firsts;
        onEach(layout, [&](Strategy& strategy) {
            auto model = strategy.scope(createModel);
            DistributedDataset distributed =
                strategy.distribute(data, model, {.globalBatch = 16, .shuffle = true, .seed = 7});
            EXPECT_EQ(distributed.stepsPerPass(), 4);
            for (int pass = 0; pass < 2; ++pass)
                for (const auto& batch : distributed)
                    strategy.run(
                        [&](const Batch& mine) {
                            std::lock_guard lock(mutex);
                            for (const std::int64_t sample : mine.samples) ++seen[{pass, sample}];
                            if (currentReplica()->replica() == 0 && !mine.samples.empty())
                                firsts[pass].push_back(mine.samples.front());
                        },
                        batch);
            auto some = distributed.iterator();
            EXPECT_EQ(static_cast<int>(some.next().values.size()) * layout.processes, layout.all());
        });
        EXPECT_EQ(seen.size(), 100u);
        for (const auto& [place, count] : seen) EXPECT_EQ(count, 1);
        EXPECT_NE(firsts[0], firsts[1]);
    }
}

TEST(LoopData, ShardOffGivesEachReplicaTheWholeSet) {
    const auto data = std::make_shared<WaveData>(50, 8);
    for (const Layout& layout : {Layout{"mirrored", 1, 2}, Layout{"multi_worker_mirrored", 2, 1}}) {
        std::mutex mutex;
        std::map<std::int64_t, int> seen;
        onEach(layout, [&](Strategy& strategy) {
            auto model = strategy.scope(createModel);
            EXPECT_THROW(strategy.distribute(data, model, {.globalBatch = 15, .shard = "off"}),
                         std::invalid_argument);
            auto distributed =
                strategy.distribute(data, model, {.globalBatch = 16, .shuffle = true, .shard = "off"});
            EXPECT_EQ(distributed.stepsPerPass(), 7);  // of 8 samples for each
            for (const auto& batch : distributed)
                strategy.run(
                    [&](const Batch& mine) {
                        std::lock_guard lock(mutex);
                        for (const std::int64_t sample : mine.samples) ++seen[sample];
                    },
                    batch);
        });
        EXPECT_EQ(seen.size(), 50u);
        for (const auto& [sample, count] : seen) EXPECT_EQ(count, 2) << sample;
    }
}

TEST(LoopData, AFunctionBringsEachProcessItsOwnData) {
    onEach({"multi_worker_mirrored", 2, 2}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        auto distributed = strategy.distributeDatasetsFromFunction(
            [](const InputContext& context) {
                EXPECT_EQ(context.numInputPipelines, 2);
                EXPECT_EQ(context.perReplicaBatchSize(16), 4);
                return std::make_shared<WaveData>(20 + context.inputPipelineId, 8);
            },
            model, {.globalBatch = 16});
        std::int64_t samples = 0;
        for (const auto& batch : distributed)
            for (const Batch& mine : batch.values) samples += static_cast<std::int64_t>(mine.samples.size());
        EXPECT_EQ(samples, strategy.isChief() ? 20 : 21);
    });
}

/// In batches of 8, one process needs two steps and the other three: a reduction in each step waits for both.
TEST(LoopData, DataOfAFunctionMayEndEarlierInOneProcess) {
    for (const int longer : {0, 1})
        onEach({"multi_worker_mirrored", 2, 2}, [&](Strategy& strategy) {
            auto model = strategy.scope(createModel);
            auto distributed = strategy.distributeDatasetsFromFunction(
                [longer](const InputContext& context) {
                    return std::make_shared<WaveData>(context.inputPipelineId == longer ? 17 : 16, 8);
                },
                model, {.globalBatch = 16, .shuffle = true, .seed = 7});
            ASSERT_EQ(distributed.stepsPerPass(), 3);
            for (int pass = 0; pass < 2; ++pass) {
                std::vector<double> counts;
                for (const auto& batch : distributed) {
                    const auto sizes = strategy.run(
                        [](const Batch& mine) {
                            return at::tensor(static_cast<double>(mine.samples.size()), torch::kFloat64);
                        },
                        batch);
                    counts.push_back(strategy.reduce(ReduceOp::kSum, sizes).item<double>());
                }
                EXPECT_EQ(counts, (std::vector<double>{16, 16, 1}));
            }
        });
}

TEST(LoopData, WhatAFunctionCannotBeAskedForIsRefused) {
    onEach({"multi_worker_mirrored", 2, 1}, [](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        const auto refusal = [&](const DistributeOptions& options, std::int64_t chiefs) -> std::string {
            try {
                strategy.distributeDatasetsFromFunction(
                    [chiefs](const InputContext& context) {
                        return std::make_shared<WaveData>(context.inputPipelineId == 0 ? chiefs : 16, 8);
                    },
                    model, options);
                return "";
            } catch (const std::invalid_argument& e) {
                return e.what();
            }
        };
        EXPECT_EQ(refusal({.globalBatch = 16}, 16), "");
        EXPECT_EQ(refusal({.globalBatch = 15}, 16), "a global batch of 15 does not divide by 2 processes");
        EXPECT_EQ(refusal({.globalBatch = 16, .shard = "file"}, 16),
                  "`shard` file has no effect on data sets from a function, each of which is its process's "
                  "share already: leave it out");
        EXPECT_EQ(refusal({.globalBatch = 16}, 0),
                  "the data set that the function made on rank 0 has no samples")
            << "in both processes";
    });
}

/// The samples of each replica in the remaining steps of a pass.
using StepsOfReplicas = std::map<int, std::vector<std::vector<std::int64_t>>>;

TEST(LoopData, ResumesWithinAPass) {
    for (const Layout& layout :
         {Layout{"one_device"}, Layout{"mirrored", 1, 2}, Layout{"multi_worker_mirrored", 2, 2}})
        for (const char* shard : {"data", "off", "file"}) {
            SCOPED_TRACE(shard);
            const auto data = std::make_shared<FilesOfWaves>(std::vector<std::int64_t>{20, 14, 16});
            onEach(layout, [&](Strategy& strategy) {
                auto model = strategy.scope(createModel);
                const DistributeOptions options{
                    .globalBatch = 16, .shuffle = true, .seed = 7, .shard = shard};
                const auto samplesOf = [](DistributedDataset& from) {
                    StepsOfReplicas steps;
                    for (const auto& batch : from)
                        for (std::size_t i = 0; i < batch.values.size(); ++i)
                            steps[static_cast<int>(i)].push_back(batch.values[i].samples);
                    return steps;
                };
                DistributedDataset whole = strategy.distribute(data, model, options);
                samplesOf(whole);
                auto second = samplesOf(whole), third = samplesOf(whole);
                DistributedDataset resumed = strategy.distribute(data, model, options);
                resumed.skip(1, 3);
                for (auto& [replica, steps] : second) {
                    ASSERT_GT(steps.size(), 3u);
                    steps.erase(steps.begin(), steps.begin() + 3);
                }
                EXPECT_EQ(samplesOf(resumed), second);
                EXPECT_EQ(samplesOf(resumed), third);
            });
        }
}

/// Two workers, three files: worker 0 reads the first and the last.
TEST(LoopData, ShardFileGivesEachProcessItsFiles) {
    const auto data = std::make_shared<FilesOfWaves>(std::vector<std::int64_t>{20, 14, 16});
    for (const char* shard : {"file", "auto"}) {
        SCOPED_TRACE(shard);
        std::mutex mutex;
        std::map<bool, std::vector<std::int64_t>> seen;  // by: is it the chief
        onEach({"multi_worker_mirrored", 2, 2}, [&](Strategy& strategy) {
            auto model = strategy.scope(createModel);
            auto distributed =
                strategy.distribute(data, model, {.globalBatch = 16, .shuffle = true, .shard = shard});
            ASSERT_EQ(distributed.stepsPerPass(), 5) << "36 samples, 8 per step; the other's last is empty";
            for (const auto& batch : distributed)
                strategy.run(
                    [&](const Batch& mine) {
                        std::lock_guard lock(mutex);
                        auto& own = seen[strategy.isChief()];
                        own.insert(own.end(), mine.samples.begin(), mine.samples.end());
                    },
                    batch);
        });
        for (auto& [isChief, samples] : seen) std::ranges::sort(samples);
        std::vector<std::int64_t> first, second;
        for (std::int64_t sample = 0; sample < 50; ++sample)
            (sample < 20 || sample >= 34 ? first : second).push_back(sample);
        EXPECT_EQ(seen[true], first);
        EXPECT_EQ(seen[false], second);
    }
}

/// One file for two workers.
TEST(LoopData, WhatCannotBeSplitByFileIsRefusedAndAutoSplitsItBySample) {
    const auto data = std::make_shared<FilesOfWaves>(std::vector<std::int64_t>{50});
    std::mutex mutex;
    std::map<std::int64_t, int> seen;
    onEach({"multi_worker_mirrored", 2, 1}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        EXPECT_THROW(strategy.distribute(data, model, {.globalBatch = 16, .shard = "file"}),
                     std::invalid_argument);
        auto distributed = strategy.distribute(data, model, {.globalBatch = 16, .shard = "auto"});
        for (const auto& batch : distributed) {
            std::lock_guard lock(mutex);
            for (const std::int64_t sample : batch.values[0].samples) ++seen[sample];
        }
    });
    EXPECT_EQ(seen.size(), 50u);
    for (const auto& [sample, count] : seen) EXPECT_EQ(count, 1) << sample;
}

TEST(LoopData, PlannedStepsContinueOverTheEndsOfPasses) {
    const auto data = std::make_shared<WaveData>(50, 8);
    onEach({"one_device"}, [&](Strategy& strategy) {
        auto model = strategy.scope(createModel);
        data::SampleOrder::Options order{.samples = 50, .globalBatch = 16, .seed = 7};
        order.sharding = {data::Policy::kData, {{.samples = 50, .batch = 16, .length = 50}}};
        using Steps = std::vector<std::vector<std::int64_t>>;
        const auto samplesOf = [](DistributedBatches batches) {
            Steps steps;
            for (; batches != std::default_sentinel; ++batches) steps.push_back((*batches).values[0].samples);
            EXPECT_THROW(batches.next(), std::out_of_range);
            return steps;
        };
        Steps whole = samplesOf(strategy.distributeSteps(data, model, {order, 0, 6}));
        const Steps rest = samplesOf(strategy.distributeSteps(data, model, {order, 2, 6}));
        EXPECT_EQ(whole[3].size(), 2u) << "a pass of 50 samples ends in the middle of its fourth step";
        EXPECT_EQ(whole.size(), 6u);
        whole.erase(whole.begin(), whole.begin() + 2);
        EXPECT_EQ(rest, whole);
    });
}

}  // namespace
}  // namespace trainyard::loop
