// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ATen/ops/arange.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/ones.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <set>

#include "plugins/sdk/metered.h"
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

/// Of two ranks, which `prepare` may give devices.
void expectThatReductionsOverlapBackward(const std::function<void(sdk::JobContext&)>& prepare) {
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
                context.backward(objectiveOf(net)
                                     .score(net, net.forward(batch.features, nullptr), batch.labels, {}, 256)
                                     .loss);
            });
        },
        [&](sdk::JobContext& context) {
            prepare(context);
            if (context.rank == 0)
                context.onBucket = [&](int index, bool isStart) {
                    if (index == 0 && isStart) firstPackStarted = stamp();
                };
        });
    ASSERT_NE(firstPackStarted, 0);
    ASSERT_NE(lastGradientReady, 0);
    EXPECT_LT(firstPackStarted, lastGradientReady);
}

TEST(MultiWorkerMirrored, FirstPacksReductionStartsBeforeBackwardEnds) {
    expectThatReductionsOverlapBackward([](sdk::JobContext&) {});
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

// ---- Gradients on GPUs, whose place a CPU takes ---------------------------------------------------------

/// Sums over ranks that are threads, in the order of the ranks.
class Meeting {
  public:
    explicit Meeting(int size) : size_(static_cast<std::size_t>(size)) {}
    std::unique_ptr<sdk::DeviceSums> seat(int rank) { return std::make_unique<Seat>(*this, rank); }

  private:
    class Seat : public sdk::DeviceSums {
      public:
        Seat(Meeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}
        void start(const torch::Tensor& tensor) override {
            const std::lock_guard lock(meeting_.mutex_);
            mine_.push_back(tensor);
            meeting_.parts_.resize(std::max(meeting_.parts_.size(), mine_.size()));
            meeting_.parts_[mine_.size() - 1][rank_] = tensor.clone();
            meeting_.changed_.notify_all();
        }
        void join() override {
            std::unique_lock lock(meeting_.mutex_);
            for (; joined_ < mine_.size(); ++joined_) {
                const auto& parts = meeting_.parts_[joined_];
                meeting_.changed_.wait(lock, [&] { return parts.size() == meeting_.size_; });
                torch::Tensor total = torch::zeros_like(mine_[joined_]);
                for (const auto& [rank, part] : parts) total += part;
                mine_[joined_].copy_(total);
            }
        }
        std::string describe() const override { return "threads"; }
        void abort() override {}

      private:
        Meeting& meeting_;
        const int rank_;
        std::vector<torch::Tensor> mine_;
        std::size_t joined_ = 0;
    };
    const std::size_t size_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::map<int, torch::Tensor>> parts_;  ///< by number, by rank
};

/// Gives the rank the GPU of that name, whose sums are made in `meeting`.
void seat(sdk::JobContext& context, const std::string& gpu, Meeting& meeting) {
    context.gpus = {{torch::kCPU, gpu}};
    context.connectDevices = [&meeting, rank = context.rank](c10d::Store*) {
        std::vector<std::unique_ptr<sdk::DeviceSums>> seats;
        seats.push_back(meeting.seat(rank));
        return seats;
    };
}

struct Reduced {
    std::vector<torch::Tensor> gradients;  ///< of rank 0
    std::string description;
};

/// Two steps of two ranks; each has the GPU that `gpus` names, or none. The last gradients are returned.
Reduced reduce(const std::vector<std::string>& gpus, const std::string& communication) {
    nlohmann::json options = kDefaults;
    options["communication"] = communication;
    options["bytes_per_pack"] = 64 << 10;
    Meeting meeting(2);
    Reduced reduced;
    runRanks(
        kId, 2, options,
        [&](sdk::Strategy& strategy, int rank) {
            Model net(*spec::planModel({"builtin", "fashion_cnn"}, {1, 28, 28}), torch::kFloat64);
            net.drawWeights(42);
            strategy.adopt({net.variables()});
            const WaveData dataset(64);
            for (const std::int64_t step : {0, 1}) {
                std::vector<std::int64_t> samples(16);
                std::iota(samples.begin(), samples.end(), step * 32 + rank * 16);
                const Batch batch = readBatch(dataset, net, samples, 32);
                strategy.run([&](sdk::ReplicaContext& context) {
                    context.backward(
                        objectiveOf(net)
                            .score(net, net.forward(batch.features, nullptr), batch.labels, {}, 32)
                            .loss);
                });
            }
            if (rank != 0) return;
            reduced.description = strategy.describe();
            for (const torch::Tensor& variable : net.variables())
                reduced.gradients.push_back(variable.grad().clone());
        },
        [&](sdk::JobContext& context) {
            const std::string& gpu = gpus[static_cast<std::size_t>(context.rank)];
            if (!gpu.empty()) seat(context, gpu, meeting);
        });
    return reduced;
}

TEST(MultiWorkerMirrored, FirstPacksReductionStartsBeforeBackwardEndsFromGpuToGpuToo) {
    Meeting meeting(2);
    expectThatReductionsOverlapBackward(
        [&](sdk::JobContext& context) { seat(context, std::to_string(context.rank), meeting); });
}

TEST(MultiWorkerMirrored, GradientsOnGpusAreSummedThereOrByWayOfHostMemory) {
    const Reduced plain = reduce({"", ""}, "auto");
    EXPECT_NE(plain.description.find("in memory shared by 2 processes"), std::string::npos)
        << plain.description;
    for (const auto& [gpus, communication, words] :
         {std::tuple{std::vector<std::string>{"a", "b"}, "auto",
                     "by threads over 2 GPUs, overlapped with backward;"},
          {{"a", "b"}, "nccl", "by threads over 2 GPUs, overlapped with backward;"},
          {{"a", "b"}, "ring", "over 2 processes by way of host memory;"},
          {{"a", "a"},
           "auto",
           "over 2 processes by way of host memory (not from GPU to GPU: ranks 0 and 1 share a GPU);"},
          {{"a", ""},
           "auto",
           "over 2 processes by way of host memory (not from GPU to GPU: rank 1 trains on a CPU);"}}) {
        SCOPED_TRACE(words);
        const Reduced reduced = reduce(gpus, communication);
        EXPECT_NE(reduced.description.find(words), std::string::npos) << reduced.description;
        ASSERT_EQ(reduced.gradients.size(), plain.gradients.size());
        for (std::size_t i = 0; i < plain.gradients.size(); ++i)
            EXPECT_TRUE(at::allclose(reduced.gradients[i], plain.gradients[i], 0, 1e-12)) << i;
    }
}

/// What rank 0 of three counts for a step with a pack of `elements`, on GPUs that all three share.
std::int64_t sentFor(const std::string& communication, torch::ScalarType type, std::int64_t elements) {
    nlohmann::json options = kDefaults;
    options["communication"] = communication;
    std::atomic<std::int64_t> sent = -1;
    runRanks(
        kId, 3, options,
        [&](sdk::Strategy& strategy, int rank) {
            const torch::Tensor variable =
                torch::ones({elements}, torch::TensorOptions(type).requires_grad(true));
            strategy.adopt({{variable}});
            strategy.run([&](sdk::ReplicaContext& context) { context.backward(variable.sum()); });
            if (rank == 0) sent = dynamic_cast<const sdk::Metered&>(strategy).bytesSent();
        },
        [](sdk::JobContext& context) { context.gpus = {{torch::kCPU, "shared"}}; });
    return sent;
}

TEST(MultiWorkerMirrored, WhatIsSentByWayOfHostMemoryIsCountedAsItIsSummed) {
    constexpr std::int64_t kSmall = 300, kLarge = 300 << 10;
    // Ring: each part twice to be summed, and twice as the sum. Others: all of it to the two other processes.
    EXPECT_EQ(sentFor("ring", torch::kFloat32, kSmall), 4 * kSmall * 4 / 3);
    EXPECT_EQ(sentFor("ring", torch::kFloat64, kLarge), 4 * kLarge * 8 / 3);
    EXPECT_EQ(sentFor("ring", torch::kFloat64, kSmall), 2 * kSmall * 8) << "which is summed in rank order";
    EXPECT_EQ(sentFor("auto", torch::kFloat32, kSmall), 2 * kSmall * 4) << "in shared memory";
}

/// As the other sums of 16 bits in memory are.
TEST(MultiWorkerMirrored, ASumOf16BitsInMemoryIsRoundedOnce) {
    for (const auto type : {torch::kBFloat16, torch::kFloat16})
        runRanks(kId, 3, kDefaults, [&](sdk::Strategy& strategy, int rank) {
            const double step = type == torch::kBFloat16 ? 1.0 / 128 : 1.0 / 1024;  // from 1 to what follows
            const torch::Tensor sums = torch::full({5}, rank == 0 ? 1.0 : 0.375 * step, type);
            strategy.startSum(sums)->wait();
            EXPECT_TRUE(sums.equal(torch::full({5}, 1 + step, type))) << sums;
        });
}

TEST(MultiWorkerMirrored, NcclIsRefusedWhereTheGpusAreNotEachTasksOwn) {
    for (const auto& [gpus, words] :
         {std::pair{std::vector<std::string>{"a", "a"}, "ranks 0 and 1 share a GPU"},
          {{"", ""}, "rank 0 trains on a CPU"}})
        runRanks(
            kId, 2, kDefaults,
            [&](sdk::Strategy& strategy, int) {
                Model net(*spec::planModel({"builtin", "mlp"}, {1, 28, 28}), torch::kFloat32);
                net.drawWeights(1);
                try {
                    strategy.adopt({net.variables()});
                    ADD_FAILURE() << "it was accepted";
                } catch (const std::invalid_argument& e) {
                    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
                }
            },
            [&](sdk::JobContext& context) {
                context.options["communication"] = "nccl";
                const std::string& gpu = gpus[static_cast<std::size_t>(context.rank)];
                if (!gpu.empty()) context.gpus = {{torch::kCPU, gpu}};
            });
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

/// How many steps' metrics are summed at once depends on time, and must not be seen in them.
TEST(MultiWorkerMirrored, ASumDoesNotDependOnItsPlaceToTheBit) {
    const std::vector<double> parts{0.1, 0.7, -0.2};
    ASSERT_NE(parts[0] + parts[1] + parts[2], parts[0] + (parts[1] + parts[2])) << "the order is seen";
    for (const char* communication : {"auto", "ring"}) {
        nlohmann::json options = kDefaults;
        options["communication"] = communication;
        runRanks(kId, 3, options, [&](sdk::Strategy& strategy, int rank) {
            for (int size = 1; size <= 30; ++size) {
                const double own = parts[static_cast<std::size_t>(rank)];
                const torch::Tensor sums = torch::full({size}, own, torch::kFloat64);
                strategy.startSum(sums)->wait();
                EXPECT_TRUE(sums.equal(torch::full({size}, parts[0] + parts[1] + parts[2], torch::kFloat64)))
                    << communication << ' ' << size;
            }
        });
    }
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
