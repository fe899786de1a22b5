// SPDX-License-Identifier: Apache-2.0
// Several GPUs in a task, which CPUs stand in for: a training on them is to the bit the one of as many
// replicas on CPUs, and a failure of one ends the others.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <torch/csrc/distributed/c10d/FileStore.hpp>

#include <chrono>
#include <cstdlib>
#include <future>

#include "core/base/file.h"
#include "core/engine/device/connect_sums.h"
#include "core/engine/device/open_device.h"
#include "core/engine/device/out_of_memory.h"
#include "core/engine/train/trainer.h"
#include "core/plugin/catalog.h"
#include "tests/engine/curves.h"
#include "tests/engine/kept_link.h"
#include "tests/support/substitute_gpus.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine {
namespace {

using testing::KeptLink;
using testing::WaveData;
using trainyard::testing::SubstituteGpu;

v1::RunSpec specUnder(const std::string& strategy, int epochs = 2) {
    const spec::LoadedSpec loaded = spec::loadRunText(
        fmt::format("name: x\nstrategy: {}\ntrain:\n  model: {{layers: [flatten, {{dense: {{units: 24}}}}, "
                    "batch_normalization, {{dropout: {{rate: 0.25}}}}, {{dense: {{units: 10}}}}]}}\n  data: "
                    "{{train: {{builtin: mnist}}, validation: {{builtin: mnist_test}}, batch_size: 8}}\n  "
                    "epochs: {}\n  optimizer: {{adam: {{learning_rate: 0.01}}}}\n  gradient: {{clip_norm: "
                    "1}}\n",
                    strategy, epochs),
        "x.yaml", "/", {}, plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR) ADD_FAILURE() << spec::describe(problem);
    return loaded.spec;
}

std::shared_future<base::Result<DatasetPtr>> atOnce(DatasetPtr data) {
    std::promise<base::Result<DatasetPtr>> promise;
    promise.set_value(std::move(data));
    return promise.get_future().share();
}

using Gpus = std::vector<std::shared_ptr<SubstituteGpu>>;

Gpus gpusOf(int rank, int count) {
    Gpus gpus;
    for (int i = 0; i < count; ++i)
        gpus.push_back(std::make_shared<SubstituteGpu>(i, fmt::format("{}/{}", rank, i)));
    return gpus;
}

sdk::JobContext contextOf(const v1::RunSpec& spec, const Gpus& gpus, int rank, int worldSize,
                          const c10::intrusive_ptr<c10d::Store>& store) {
    sdk::JobContext context;
    context.rank = rank;
    context.worldSize = worldSize;
    context.store = store;
    context.options = spec::strategyOf(spec).options;
    if (gpus.empty()) return context;
    for (const auto& gpu : gpus) context.gpus.push_back({gpu->where(), gpu->identity()});
    context.connectDevices = [own = OwnDevices{.devices = {gpus.begin(), gpus.end()},
                                               .rank = rank,
                                               .worldSize = worldSize,
                                               .timeout = std::chrono::minutes(1)}](c10d::Store* met) {
        return connectSums(own, met);
    };
    context.enterDevice = [gpus](int replica) {
        gpus[static_cast<std::size_t>(replica)]->enter(Device::Lane::kCompute);
    };
    return context;
}

/// One process of a run.
base::Status trainOn(const v1::RunSpec& spec, const Gpus& gpus, int rank, int worldSize, KeptLink& link,
                     const c10::intrusive_ptr<c10d::Store>& store, const std::filesystem::path& restore) {
    TY_ASSIGN(const sdk::StrategyPlugin* plugin,
              loadStrategy(testing::manifestOf(spec::strategyOf(spec).name)));
    TY_ASSIGN(const auto strategy, createStrategy(*plugin, contextOf(spec, gpus, rank, worldSize, store)));
    TY_ASSIGN(const auto spool, SpoolWriter::create(link.folder / "events"));
    for (auto gpu = gpus.rbegin(); gpu != gpus.rend(); ++gpu) (*gpu)->enter(Device::Lane::kCompute);
    Trainer::Parts parts{spec, link, *strategy, *spool};
    parts.restore = restore;
    parts.trainData = std::make_shared<WaveData>(60);
    parts.validationData = atOnce(std::make_shared<WaveData>(20));
    parts.devices.assign(gpus.begin(), gpus.end());
    TY_ASSIGN(const auto trainer, Trainer::create(std::move(parts)));
    TY_TRY(trainer->run());
    strategy->barrier();
    return spool->finish();
}

struct TrainedRun {
    std::unique_ptr<KeptLink> link;  ///< of rank 0
    std::string weights;             ///< the files of its newest checkpoint
    std::filesystem::path newest;
};

/// `gpus`: in each of the `processes`; 0: CPUs. `areShared`: they are the same ones in all.
TrainedRun trained(const std::string& strategy, int processes, int gpus, int epochs = 2,
                   const std::filesystem::path& restore = {}, bool areShared = false) {
    const v1::RunSpec spec = specUnder(strategy, epochs);
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::unique_ptr<KeptLink>> links;
    for (int rank = 0; rank < processes; ++rank) links.push_back(std::make_unique<KeptLink>(rank, processes));
    std::vector<Gpus> devices;
    for (int rank = 0; rank < processes; ++rank) devices.push_back(gpusOf(areShared ? 0 : rank, gpus));
    {
        std::vector<std::jthread> ranks;
        for (int rank = 0; rank < processes; ++rank)
            ranks.emplace_back([&, rank] {
                const auto r = static_cast<std::size_t>(rank);
                try {
                    const base::Status status =
                        trainOn(spec, devices[r], rank, processes, *links[r], store, restore);
                    EXPECT_TRUE(status) << status.error().describe();
                } catch (const std::exception& e) {
                    ADD_FAILURE() << "rank " << rank << ": " << e.what();
                }
            });
    }
    for (const Gpus& all : devices)
        for (const auto& gpu : all) {
            EXPECT_EQ(gpu->seen->elsewhere, 0) << "each replica's work is on its GPU";
            EXPECT_EQ(gpu->seen->sums, all.front()->seen->sums) << "the same packs in the same order";
            EXPECT_FALSE(gpu->seen->isAborted);
        }
    TrainedRun result;
    result.link = std::move(links.front());
    const auto published = result.link->published();
    EXPECT_FALSE(published.empty());
    if (published.empty()) return result;
    result.newest = std::filesystem::path(result.link->place().checkpoint_dir()) /
                    fmt::format("ckpt-{}", published.back().step());
    for (const char* file : {"model.safetensors", "optimizer.safetensors"})
        result.weights += base::readFile(result.newest / file).value_or("none");
    return result;
}

TEST(SeveralGpus, MirroredTrainsAsAsManyReplicasOnCpusToTheBit) {
    for (const int replicas : {1, 2, 3}) {
        SCOPED_TRACE(replicas);
        const TrainedRun cpus = trained(fmt::format("{{mirrored: {{replicas: {}}}}}", replicas), 1, 0);
        EXPECT_TRUE(trained("{mirrored: {}}", 1, replicas).weights == cpus.weights) << "as many as are found";
        EXPECT_TRUE(
            trained(fmt::format("{{mirrored: {{replicas: {}, num_packs: 3, cross_device: nccl}}}}", replicas),
                    1, replicas)
                .weights == cpus.weights);
    }
}

TEST(SeveralGpus, TasksWithSeveralTrainAsAsManyReplicasOnCpusToTheBit) {
    for (const int processes : {1, 2}) {
        SCOPED_TRACE(processes);
        const std::string strategy = "{multi_worker_mirrored: {replicas: 2, bytes_per_pack: 4096}}";
        const TrainedRun cpus = trained(strategy, processes, 0);
        EXPECT_TRUE(trained(strategy, processes, 2).weights == cpus.weights);
    }
}

TEST(SeveralGpus, ByWayOfHostMemoryTheyTrainAsAsManyReplicasOnCpusToTheBit) {
    const std::string one = "{mirrored: {replicas: 3, num_packs: 2, cross_device: reduce_to_one}}";
    EXPECT_TRUE(trained(one, 1, 3).weights == trained(one, 1, 0).weights);
    const std::string ring =
        "{multi_worker_mirrored: {replicas: 2, bytes_per_pack: 4096, communication: ring}}";
    for (const int processes : {1, 2}) {
        SCOPED_TRACE(processes);
        EXPECT_TRUE(trained(ring, processes, 2).weights == trained(ring, processes, 0).weights);
    }
    const std::string automatic = "{multi_worker_mirrored: {replicas: 2, bytes_per_pack: 4096}}";
    EXPECT_TRUE(trained(automatic, 2, 2, 2, {}, /*areShared=*/true).weights ==
                trained(automatic, 2, 0).weights);
}

/// The others wait for its packs.
TEST(SeveralGpus, AFailedReplicaEndsASumByWayOfHostMemory) {
    const v1::RunSpec spec = specUnder("{mirrored: {replicas: 3, cross_device: reduce_to_one}}");
    const Gpus gpus = gpusOf(0, 3);
    gpus[1]->faults.stepsOfMemory = 2;
    KeptLink link;
    try {
        const base::Status status = trainOn(spec, gpus, 0, 1, link, nullptr, {});
        FAIL() << (status ? "it trained" : status.error().describe());
    } catch (const DeviceOutOfMemory& e) {
        EXPECT_EQ(e.failed.device, "substitute:1");
    }
}

TEST(SeveralGpus, ACheckpointGoesFromCpusToSeveralGpusAndBack) {
    const std::string two = "{mirrored: {replicas: 2}}";
    const TrainedRun whole = trained(two, 1, 0, 4);
    const TrainedRun first = trained(two, 1, 0, 1);
    const TrainedRun second = trained(two, 1, 2, 2, first.newest);
    const TrainedRun third = trained("{multi_worker_mirrored: {}}", 2, 1, 3, second.newest);
    const TrainedRun fourth = trained(two, 1, 0, 4, third.newest);
    EXPECT_TRUE(fourth.weights == whole.weights);
}

TEST(SeveralGpus, NoMemoryNamesTheGpuAndEndsTheOthers) {
    const v1::RunSpec spec = specUnder("{mirrored: {replicas: 3}}");
    const Gpus gpus = gpusOf(0, 3);
    gpus[1]->faults.stepsOfMemory = 2;
    KeptLink link;
    try {
        const base::Status status = trainOn(spec, gpus, 0, 1, link, nullptr, {});
        FAIL() << (status ? "it trained" : status.error().describe());
    } catch (const DeviceOutOfMemory& e) {
        EXPECT_EQ(e.failed.device, "substitute:1");
        EXPECT_NE(outOfMemory(e.failed, spec, {}).message.text().find("substitute:1 has not enough memory"),
                  std::string::npos);
    }
    for (const auto& gpu : gpus) EXPECT_TRUE(gpu->seen->isAborted);
}

/// With one GPU, too: another process may wait for it.
TEST(SeveralGpus, AFailedReplicaAbortsItsSumsAlsoWhereItIsAlone) {
    const v1::RunSpec spec = specUnder("{multi_worker_mirrored: {}}");
    const auto store = c10::make_intrusive<c10d::HashStore>();
    const std::vector<Gpus> gpus{gpusOf(0, 1), gpusOf(1, 1)};
    // Both, or the other one would wait for a process that has not ended.
    for (const Gpus& own : gpus) own[0]->faults.stepsOfMemory = 1;
    std::vector<std::jthread> ranks;
    for (const int rank : {0, 1})
        ranks.emplace_back([&, rank] {
            KeptLink link(rank, 2);
            try {
                const base::Status status =
                    trainOn(spec, gpus[static_cast<std::size_t>(rank)], rank, 2, link, store, {});
                ADD_FAILURE() << rank << (status ? " trained" : status.error().describe());
            } catch (const DeviceOutOfMemory& e) {
                EXPECT_EQ(e.failed.device, "substitute:0");
            }
        });
    ranks.clear();
    for (const Gpus& own : gpus) EXPECT_TRUE(own[0]->seen->isAborted);
}

/// A GPU may end sums that are aborted when the thread that queued them is long past them: what a step made
/// of them is not saved.
TEST(SeveralGpus, NothingIsSavedOnceTheLastSumsWereAborted) {
    const v1::RunSpec spec = specUnder("{mirrored: {replicas: 2}}", 1);
    const Gpus whole = gpusOf(0, 2);
    KeptLink link;
    ASSERT_TRUE(trainOn(spec, whole, 0, 1, link, nullptr, {}));
    ASSERT_FALSE(link.published().empty());
    const Gpus gpus = gpusOf(0, 2);
    gpus[0]->faults.sumsUntilAbort = whole[0]->seen->sums.size();
    KeptLink other;
    EXPECT_THROW((void)trainOn(spec, gpus, 0, 1, other, nullptr, {}), sdk::PeerLost);
    EXPECT_TRUE(other.published().empty());
}

// ---- A process that is lost, without an agent that would end the others ---------------------------------

/// A step of one replica on its GPU, alone or with other processes, and no trainer.
class OneReplica {
  public:
    /// `beforeAdopting` is called when the processes have met, and before any says on what it trains.
    OneReplica(
        int rank, const c10::intrusive_ptr<c10d::Store>& store, const nlohmann::json& options = {},
        const Gpus& gpus = {}, const std::function<void()>& beforeAdopting = [] {}) {
        sdk::JobContext context = contextOf(specUnder("{multi_worker_mirrored: {}}"),
                                            gpus.empty() ? gpusOf(rank, 1) : gpus, rank, 2, store);
        if (!options.is_null()) context.options.update(options);
        const auto plugin = loadStrategy(testing::manifestOf("multi_worker_mirrored"));
        if (!plugin) throw std::runtime_error(plugin.error().describe());
        auto strategy = createStrategy(**plugin, context);
        if (!strategy) throw std::runtime_error(strategy.error().describe());
        strategy_ = std::move(*strategy);
        beforeAdopting();
        strategy_->adopt({{variable_}});
    }
    void step() {
        strategy_->run([this](sdk::ReplicaContext& context) { context.backward(variable_.sum()); });
    }
    void barrier() { strategy_->barrier(); }

  private:
    torch::Tensor variable_ = torch::ones({3}, torch::requires_grad());
    std::unique_ptr<sdk::Strategy> strategy_;
};

constexpr const char* kMeetingPlace = "TRAINYARD_TEST_MEETING_PLACE";

/// A process of its own with `test` of this program, which meets others at `place`.
class OtherProcess {
  public:
    OtherProcess(const std::string& test, const std::string& place) {
        std::string program = "/proc/self/exe", also = "--gtest_also_run_disabled_tests",
                    filter = "--gtest_filter=" + test;
        char* arguments[] = {program.data(), also.data(), filter.data(), nullptr};
        ::setenv(kMeetingPlace, place.c_str(), 1);
        EXPECT_EQ(::posix_spawn(&pid_, program.c_str(), nullptr, nullptr, arguments, environ), 0);
        ::unsetenv(kMeetingPlace);
    }
    ~OtherProcess() {
        kill();
        ::waitpid(pid_, nullptr, 0);
    }
    void kill() const { ::kill(pid_, SIGKILL); }
    pid_t pid() const { return pid_; }

  private:
    pid_t pid_ = 0;
};

/// Rank 1 of the test below, in a process of its own, which ends it.
TEST(SeveralGpus, DISABLED_StepsOnceAndWaits) {
    const char* place = ::getenv(kMeetingPlace);
    ASSERT_TRUE(place) << "is started by ALostPeerEndsTheSumThatWaitsForIt";
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it never ends by itself
    OneReplica replica(1, c10::make_intrusive<c10d::FileStore>(place, 2));
    replica.step();
    replica.barrier();
    for (;;) ::pause();
}

TEST(SeveralGpus, ALostPeerEndsTheSumThatWaitsForItWithinASecond) {
    using Clock = std::chrono::steady_clock;
    auto least = Clock::duration::max();
    // The machine may have other things to do: one of a few tries shows how long it takes.
    for (int i = 0; i < 4 && least >= std::chrono::seconds(1); ++i) {
        const TempHome home;
        const std::string place = (home.path() / "store").string();
        const OtherProcess other("SeveralGpus.DISABLED_StepsOnceAndWaits", place);
        std::string said;
        Clock::time_point killed;
        try {
            OneReplica replica(0, c10::make_intrusive<c10d::FileStore>(place, 2));
            replica.step();
            replica.barrier();
            killed = Clock::now();
            other.kill();
            replica.step();
        } catch (const std::exception& e) {
            said = e.what();
        }
        least = std::min(least, Clock::now() - killed);
        ASSERT_EQ(said, fmt::format("in all_reduce of gradients: the process of rank 1 (pid {}) has ended",
                                    other.pid()));
    }
    EXPECT_LT(least, std::chrono::seconds(1));
}

/// Says in the store `place` that it has come there, and stays until its process is killed.
void stay(const std::string& place) {
    c10d::FileStore(place + ".news", -1).set("here", std::vector<std::uint8_t>{1});
    for (;;) ::pause();
}

/// Comes as far as its library.
class Hanging : public SubstituteGpu {
  public:
    explicit Hanging(std::string place) : SubstituteGpu(0, "1/0"), place_(std::move(place)) {}
    void prepareSums() override { stay(place_); }

  private:
    const std::string place_;
};

/// Ranks 1 of the test below.
TEST(SeveralGpus, DISABLED_StaysBeforeItSaysOnWhatItTrains) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const std::string place = ::getenv(kMeetingPlace);
    OneReplica(1, c10::make_intrusive<c10d::FileStore>(place, 2), {}, {}, [&] { stay(place); });
}
TEST(SeveralGpus, DISABLED_StaysWhileItsGpuIsPrepared) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const std::string place = ::getenv(kMeetingPlace);
    OneReplica(1, c10::make_intrusive<c10d::FileStore>(place, 2), {}, {std::make_shared<Hanging>(place)});
}

TEST(SeveralGpus, AProcessThatIsKilledWhileTheyMeetIsNotWaitedFor) {
    for (const auto& [test, call] :
         {std::pair{"SeveralGpus.DISABLED_StaysBeforeItSaysOnWhatItTrains", "rendezvous"},
          {"SeveralGpus.DISABLED_StaysWhileItsGpuIsPrepared", "rendezvous of the GPUs"}}) {
        const TempHome home;
        const std::string place = (home.path() / "store").string();
        const OtherProcess other(test, place);
        auto said = std::async(std::launch::async, [&]() -> std::string {
            try {
                OneReplica(0, c10::make_intrusive<c10d::FileStore>(place, 2), {{"timeout_seconds", 60}});
            } catch (const sdk::PeerLost& e) {
                return e.what();
            }
            return "";
        });
        c10d::FileStore(place + ".news", -1).wait({"here"});
        other.kill();
        EXPECT_EQ(said.get(),
                  fmt::format("in {}: the process of rank 1 (pid {}) has ended", call, other.pid()));
    }
}

TEST(SeveralGpus, ASumThatWaitsLongerThanTheTimeoutIsEnded) {
    const auto store = c10::make_intrusive<c10d::HashStore>();
    const nlohmann::json options = {{"timeout_seconds", 10}};  // of the rendezvous, too
    std::promise<void> ended;
    std::string otherSaid, said;
    {
        const std::jthread other([&, stays = ended.get_future()] {
            try {
                OneReplica replica(1, store, options);  // which never steps
                stays.wait();
            } catch (const std::exception& e) {
                otherSaid = e.what();
            }
        });
        try {
            OneReplica replica(0, store, options);
            replica.step();
        } catch (const std::exception& e) {
            said = e.what();
        }
        ended.set_value();
    }
    EXPECT_EQ(otherSaid, "");
    EXPECT_EQ(said, "in all_reduce of gradients: received nothing from the other processes for 10 s");
}

TEST(SeveralGpus, WhoCannotJoinReportsItAndNobodyWaits) {
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::string> said(2);
    std::vector<std::jthread> ranks;
    for (const int rank : {0, 1})
        ranks.emplace_back([&, rank] {
            const Gpus gpus = gpusOf(rank, 2);
            if (rank == 1) gpus[0]->faults.cannotPrepare = "there is no NCCL";
            try {
                connectSums({.devices = {gpus.begin(), gpus.end()}, .rank = rank, .worldSize = 2},
                            store.get());
            } catch (const sdk::PeerLost& e) {
                said[static_cast<std::size_t>(rank)] = std::string("lost: ") + e.what();
            } catch (const std::exception& e) {
                said[static_cast<std::size_t>(rank)] = e.what();
            }
        });
    ranks.clear();
    EXPECT_EQ(said[0], "lost: in rendezvous of the GPUs: rank 1 cannot take part: there is no NCCL");
    EXPECT_EQ(said[1], "there is no NCCL");
}

TEST(SeveralGpus, TasksWithDifferentNumbersAreRefused) {
    const v1::RunSpec spec = specUnder("{multi_worker_mirrored: {}}");
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::jthread> ranks;
    for (const int rank : {0, 1})
        ranks.emplace_back([&, rank] {
            KeptLink link(rank, 2);
            try {
                const base::Status status = trainOn(spec, gpusOf(rank, 1 + rank), rank, 2, link, store, {});
                ADD_FAILURE() << rank << (status ? " trained" : status.error().describe());
            } catch (const std::invalid_argument& e) {
                EXPECT_NE(std::string(e.what()).find("give each task the same number"), std::string::npos)
                    << e.what();
            }
        });
}

TEST(SeveralGpus, ATaskOpensAsManyAsItTakes) {
    const CudaPlaces places{.driver = "libm.so.6", .torch = SUBSTITUTE_GPUS, .module = SUBSTITUTE_GPUS};
    const spec::StrategyInfo mirrored = testing::manifestOf("mirrored").strategy;
    const auto opened = [&](const std::string& options, const char* device, const char* visible) {
        ::setenv("CUDA_VISIBLE_DEVICES", visible, 1);
        v1::RunSpec spec = specUnder("{mirrored: " + options + "}");
        spec.set_device(device);
        const auto chosen = chooseDevices(spec, mirrored, places);
        ::unsetenv("CUDA_VISIBLE_DEVICES");
        return chosen ? fmt::format("{} {}", chosen->gpus.size(), chosen->whyCpu) : chosen.error().describe();
    };
    EXPECT_EQ(opened("{}", "cuda", "0,2"), "2 ") << "those that are found";
    EXPECT_EQ(opened("{}", "auto", "0,2,3"), "3 ");
    EXPECT_EQ(opened("{replicas: 2}", "cuda", "0,2,3"), "2 ");
    EXPECT_EQ(opened("{devices: [gpu:0, gpu:1]}", "auto", "4,5"), "2 ");
    EXPECT_EQ(opened("{}", "cpu", "0,2"), "0 ") << "of which there may be as many as one likes";
    EXPECT_NE(opened("{replicas: 4}", "cuda", "0,2").find("takes 4 GPUs"), std::string::npos);
    EXPECT_NE(opened("{replicas: 4}", "auto", "0,2").find("0 "), std::string::npos) << "four on the CPU";
    EXPECT_EQ(opened("{replicas: 2, cross_device: reduce_to_one}", "auto", "0,2"), "2 ");
}

}  // namespace
}  // namespace trainyard::engine
