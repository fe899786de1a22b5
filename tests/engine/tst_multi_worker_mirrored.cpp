// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ATen/ops/arange.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/ones.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include "tests/engine/curves.h"

namespace trainyard::engine {
namespace {

using testing::expectSame;
using testing::objectiveOf;
using testing::runRanks;
using testing::WaveData;
constexpr const char* kId = "multi_worker_mirrored";
const nlohmann::json kDefaults = {{"communication", "auto"}, {"bytes_per_pack", 0}, {"timeout_seconds", 60}};

std::vector<double> losses(const std::string& model, int replicas, int steps, std::int64_t samples,
                           std::int64_t globalBatch, const spec::Named& optimizer,
                           torch::ScalarType dtype = torch::kFloat64) {
    return testing::lossCurve({kId, replicas}, {*spec::planModel({"builtin", model}, {1, 28, 28}), optimizer,
                                                steps, samples, globalBatch, dtype});
}

TEST(MultiWorkerMirrored, AnyNumberOfReplicasGivesTheSameCurve) {
    // 60 samples in batches of 16: the last of each epoch is partial (12), and 12 across 5 replicas is
    // uneven.
    const spec::Named sgd{"sgd", {{"learning_rate", 0.05}, {"momentum", 0.9}}};
    const auto one = losses("fashion_cnn", 1, 12, 60, 16, sgd);
    EXPECT_LT(one.back(), one.front());
    for (const int replicas : {2, 3, 5})
        expectSame(one, losses("fashion_cnn", replicas, 12, 60, 16, sgd), 1e-9);
}

TEST(MultiWorkerMirrored, DropoutAndAdamGiveTheSameCurve) {
    const spec::Named adam{"adam", {{"learning_rate", 0.001}}};
    const auto one = losses("mlp", 1, 20, 60, 16, adam);
    expectSame(one, losses("mlp", 2, 20, 60, 16, adam), 1e-9);
    expectSame(one, losses("mlp", 4, 20, 60, 16, adam), 1e-9);
}

TEST(MultiWorkerMirrored, AReplicaWithoutSamplesTakesPart) {
    const spec::Named sgd{"sgd", {{"learning_rate", 0.05}}};
    // The last batch of 17 samples in batches of 16 is one sample, for three replicas.
    expectSame(losses("mnist_cnn", 1, 4, 17, 16, sgd), losses("mnist_cnn", 3, 4, 17, 16, sgd), 1e-9);
}

TEST(MultiWorkerMirrored, SameRunTwiceIsTheSameToTheBit) {
    const spec::Named sgd{"sgd", {{"learning_rate", 0.05}}};
    const auto first = losses("fashion_cnn", 2, 6, 64, 32, sgd, torch::kFloat32);
    const auto second = losses("fashion_cnn", 2, 6, 64, 32, sgd, torch::kFloat32);
    EXPECT_EQ(first, second);
}

TEST(MultiWorkerMirrored, EveryoneStartsWithTheChiefsWeights) {
    std::mutex mutex;
    std::vector<std::vector<torch::Tensor>> seen(3);
    runRanks(kId, 3, kDefaults, [&](sdk::Strategy& strategy, int rank) {
        Model net(*spec::planModel({"builtin", "fashion_cnn"}, {1, 28, 28}), torch::kFloat32);
        net.drawWeights(static_cast<std::uint64_t>(100 + rank));
        strategy.adopt({net.variables()});
        std::lock_guard lock(mutex);
        for (const torch::Tensor& variable : net.variables())
            seen[static_cast<std::size_t>(rank)].push_back(variable.detach().clone());
    });
    for (std::size_t rank = 1; rank < 3; ++rank)
        for (std::size_t i = 0; i < seen[0].size(); ++i) EXPECT_TRUE(torch::equal(seen[0][i], seen[rank][i]));
}

TEST(MultiWorkerMirrored, FirstPacksReductionStartsBeforeBackwardEnds) {
    using Clock = std::chrono::steady_clock;
    std::atomic<Clock::rep> firstPackStarted{0}, lastGradientReady{0};
    const auto stamp = [] { return Clock::now().time_since_epoch().count(); };
    nlohmann::json options = kDefaults;
    options["bytes_per_pack"] = 64 << 10;
    runRanks(
        kId, 2, options,
        [&](sdk::Strategy& strategy, int rank) {
            Model net(*spec::planModel({"builtin", "fashion_cnn"}, {1, 28, 28}), torch::kFloat32);
            net.drawWeights(42);
            strategy.adopt({net.variables()});
            if (rank == 0)  // the first layer's gradient is computed last in the backward pass
                net.variables().front().register_hook(
                    [&](const torch::Tensor&) { lastGradientReady = stamp(); });
            const WaveData dataset(256);
            std::vector<std::int64_t> samples(128);
            std::iota(samples.begin(), samples.end(), rank * 128);
            const Batch batch = readBatch(dataset, net, samples, 256);
            strategy.run([&](sdk::ReplicaContext& context) {
                context.backward(
                    objectiveOf(net).score(net, net.forward(batch.features, nullptr), batch.labels).lossSum /
                    256.0);
            });
        },
        [&](sdk::JobContext& context) {
            if (context.rank == 0)
                context.onBucket = [&](int index, bool isStart) {
                    if (index == 0 && isStart) firstPackStarted = stamp();
                };
        });
    ASSERT_NE(firstPackStarted, 0);
    ASSERT_NE(lastGradientReady, 0);
    EXPECT_LT(firstPackStarted, lastGradientReady);
}

TEST(MultiWorkerMirrored, APeerThatDoesNotComeIsLostAndNoFaultOfTheStrategy) {
    const auto plugin = loadStrategy(testing::manifestOf(kId));
    ASSERT_TRUE(plugin) << plugin.error().describe();
    sdk::JobContext context;
    context.worldSize = 2;
    context.store = c10::make_intrusive<c10d::HashStore>();
    context.store->setTimeout(std::chrono::milliseconds(100));
    context.options = kDefaults;
    context.options["timeout_seconds"] = 1;
    try {
        const auto strategy = createStrategy(**plugin, context);
        FAIL() << (strategy ? "it was set up alone" : strategy.error().describe());
    } catch (const sdk::PeerLost& lost) {
        EXPECT_EQ(std::string(lost.what()).find("frame #"), std::string::npos) << lost.what();
    }
}

/// Inodes of the TCP sockets at which this process listens.
std::set<std::string> listeners() {
    std::set<std::string> listening, mine;
    for (const char* table : {"/proc/self/net/tcp", "/proc/self/net/tcp6"}) {
        std::ifstream file(table);
        std::string line, slot, local, remote, state, field, inode;
        for (std::getline(file, line); std::getline(file, line);) {
            std::istringstream row(line);
            row >> slot >> local >> remote >> state;
            for (int i = 0; i < 5; ++i) row >> field;
            row >> inode;
            if (state == "0A") listening.insert("socket:[" + inode + "]");
        }
    }
    std::error_code closed;  // the folder's own descriptor
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        if (const auto target = std::filesystem::read_symlink(entry.path(), closed);
            listening.contains(target.string()))
            mine.insert(target.string());
    return mine;
}

TEST(MultiWorkerMirrored, OnOneMachineNothingListensOnAPort) {
    const auto trainOnce = [](const nlohmann::json& options) {
        std::size_t most = 0;
        runRanks(kId, 2, options, [&](sdk::Strategy& strategy, int rank) {
            torch::Tensor weight = torch::ones({10}).requires_grad_();
            strategy.adopt({{weight}});
            strategy.run([&](sdk::ReplicaContext& context) {
                context.backward(weight.sum());
                context.sum(torch::ones({2}));
            });
            EXPECT_TRUE(weight.grad().equal(torch::full({10}, 2.f)));
            torch::Tensor sum = torch::ones({1}, torch::kFloat64);
            strategy.startSum(sum)->wait();
            if (rank == 0) most = listeners().size();
            strategy.barrier();
        });
        return most;
    };
    EXPECT_EQ(trainOnce(kDefaults), 0u);
    nlohmann::json ring = kDefaults;
    ring["communication"] = "ring";
    EXPECT_GT(trainOnce(ring), 0u) << "Gloo listens, or listeners() cannot see it";
}

TEST(MultiWorkerMirrored, ManySumsMayBePendingAndEndInAnyOrder) {
    constexpr int kSums = 40;
    const auto tensorOf = [](int i, double times) {
        return at::arange(i % 4 == 3 ? 100'000 : i, torch::kFloat64) *
               times;  // 800 kB, or little, or nothing
    };
    runRanks(kId, 3, kDefaults, [&](sdk::Strategy& strategy, int rank) {
        std::vector<torch::Tensor> sums;
        std::vector<std::unique_ptr<sdk::Strategy::Pending>> pending;
        for (int i = 0; i < kSums; ++i) {
            sums.push_back(tensorOf(i, rank + 1));
            pending.push_back(strategy.startSum(sums.back()));
        }
        for (int i = kSums; i-- > 0;) {
            if (i % 5 == 0) continue;
            pending[static_cast<std::size_t>(i)]->wait();
            EXPECT_TRUE(sums[static_cast<std::size_t>(i)].equal(tensorOf(i, 1 + 2 + 3))) << i;
        }
        pending.clear();  // every fifth was never waited for
        strategy.barrier();
    });
}

TEST(MultiWorkerMirrored, EvaluationCountsEachSampleOnce) {
    const WaveData dataset(1003);
    for (const int replicas : {1, 2, 3}) {
        runRanks(kId, replicas, kDefaults, [&](sdk::Strategy& strategy, int) {
            std::vector<std::unique_ptr<Model>> models;
            models.push_back(
                std::make_unique<Model>(*spec::planModel({"builtin", "mlp"}, {1, 28, 28}), torch::kFloat64));
            models.back()->drawWeights(1);
            strategy.adopt({models.back()->variables()});
            const Objective objective = objectiveOf(*models.back());
            const auto sharding = validationSharding(strategy, dataset, "data", 64);
            ASSERT_TRUE(sharding);
            const StepSums sums = evaluate(strategy, models, objective, dataset, *sharding, 0);
            EXPECT_EQ(sums.samples, 1003);
            static double reference = sums.loss;
            EXPECT_NEAR(sums.loss, reference, 1e-9 * std::abs(reference));
            EXPECT_EQ(evaluate(strategy, models, objective, dataset, *sharding, 2).samples,
                      std::min(1003, 2 * 64 * replicas));
        });
    }
}

}  // namespace
}  // namespace trainyard::engine
