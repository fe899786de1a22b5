// SPDX-License-Identifier: Apache-2.0
// GPUs that wait for those of other processes: the wait ends, and names who has not come. Functions of the
// test stand for NCCL's.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "core/engine/cuda/nccl_join.h"
#include "core/engine/device/connect_sums.h"
#include "core/engine/device/device_rendezvous.h"
#include "tests/support/substitute_gpus.h"

namespace trainyard::engine {
namespace {

using trainyard::testing::SubstituteGpu;

constexpr std::chrono::seconds kShort{1};
constexpr std::chrono::minutes kLong{5};

c10::intrusive_ptr<c10d::Store> newStore() {
    return c10::make_intrusive<c10d::HashStore>();
}

/// What `call` throws, in words.
template <typename Call>
std::string saidBy(const Call& call) {
    try {
        call();
    } catch (const sdk::PeerLost& e) {
        return std::string("lost: ") + e.what();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

TEST(DeviceRendezvous, WhoDoesNotComeIsNamed) {
    const auto store = newStore();
    DeviceRendezvous(store.get(), 1, 3, kLong).arrive("prepared");
    DeviceRendezvous first(store.get(), 0, 3, kShort);
    first.arrive("prepared");
    EXPECT_EQ(saidBy([&] { first.awaitAll(); }),
              "lost: in rendezvous of the GPUs: rank 2 has not come within 1 s");
    const auto others = newStore();
    DeviceRendezvous alone(others.get(), 0, 3, kShort);
    alone.arrive("prepared");
    EXPECT_EQ(saidBy([&] { alone.awaitAll(); }),
              "lost: in rendezvous of the GPUs: ranks 1, 2 have not come within 1 s");
}

TEST(DeviceRendezvous, WhoWithdrawsEndsTheWaitOfTheOthers) {
    const auto store = newStore();
    DeviceRendezvous(store.get(), 1, 2, kLong).withdraw("no memory");
    DeviceRendezvous first(store.get(), 0, 2, kLong);
    first.arrive("joining");
    EXPECT_EQ(saidBy([&] { first.await([] { return false; }); }),
              "lost: in rendezvous of the GPUs: rank 1 cannot take part: no memory");
}

/// A store that knows of a process that has ended.
class LosingStore : public c10d::HashStore, public sdk::PeerObserver {
  public:
    std::string lostPeer() const override { return "rank 1 has ended"; }
};

TEST(DeviceRendezvous, WhoHasEndedIsNotWaitedForAndItsOwnWordsComeFirst) {
    const auto store = c10::make_intrusive<LosingStore>();
    DeviceRendezvous first(store.get(), 0, 2, kLong);
    first.arrive("joining");
    EXPECT_EQ(saidBy([&] { first.await([] { return false; }); }),
              "lost: in rendezvous of the GPUs: rank 1 has ended");
    DeviceRendezvous(store.get(), 1, 2, kLong).withdraw("no memory");
    EXPECT_EQ(saidBy([&] { first.await([] { return false; }); }),
              "lost: in rendezvous of the GPUs: rank 1 cannot take part: no memory");
}

TEST(DeviceRendezvous, AloneNobodyIsWaitedFor) {
    DeviceRendezvous alone(nullptr, 0, 1, kShort);
    alone.arrive("prepared");
    alone.awaitAll();
    alone.withdraw("nobody reads this");
}

/// Has come as far as its library, which makes no sums.
class Unconnected : public SubstituteGpu {
  public:
    explicit Unconnected(std::string fault = {}) : SubstituteGpu(0, "x"), fault_(std::move(fault)) {}
    std::vector<std::unique_ptr<sdk::DeviceSums>> connect(const Peers& peers) override {
        if (!fault_.empty()) throw std::runtime_error(fault_);
        peers.await([] { return false; });
        return {};
    }

  private:
    const std::string fault_;
};

TEST(DeviceRendezvous, ATaskThatComesAndDoesNotJoinIsNamed) {
    const auto store = newStore();
    DeviceRendezvous(store.get(), 1, 2, kLong).arrive("prepared");
    const OwnDevices own{
        .devices = {std::make_shared<Unconnected>()}, .rank = 0, .worldSize = 2, .timeout = kShort};
    EXPECT_EQ(saidBy([&] { connectSums(own, store.get()); }),
              "lost: in rendezvous of the GPUs: rank 1 has not come within 1 s");
}

TEST(DeviceRendezvous, WhatFailsInOneTasksLibraryIsThatTasksErrorAndTheOthersLoss) {
    const auto store = newStore();
    std::array<std::string, 2> said;
    {
        std::vector<std::jthread> processes;
        for (const int rank : {0, 1})
            processes.emplace_back([&, rank] {
                const OwnDevices own{.devices = {std::make_shared<Unconnected>(rank == 1 ? "no memory" : "")},
                                     .rank = rank,
                                     .worldSize = 2,
                                     .timeout = kLong};
                said[static_cast<std::size_t>(rank)] = saidBy([&] { connectSums(own, store.get()); });
            });
    }
    EXPECT_EQ(said[0], "lost: in rendezvous of the GPUs: rank 1 cannot take part: no memory");
    EXPECT_EQ(said[1], "no memory");
}

/// What its functions below are asked for, and what they answer.
struct FakeNccl {
    int state = Nccl::kSuccess;
    int inProgress = 0;  ///< so many questions are answered so before `state`
    std::vector<int> ranks, blocking;
    std::vector<Nccl::Communicator> aborted;
    char point = 'p';  ///< of who makes the meeting point
    std::string met;   ///< the first of the bytes that ranks join with
    std::array<char, 8> handles{};
};
FakeNccl* fake = nullptr;

Nccl fakeNccl() {
    return {.version = nullptr,
            .makeMeetingPoint =
                [](Nccl::MeetingPoint* point) {
                    point->bytes.fill(fake->point);
                    return Nccl::kSuccess;
                },
            .initRank =
                [](Nccl::Communicator* made, int, Nccl::MeetingPoint point, int rank, Nccl::Config* config) {
                    *made = &fake->handles.at(fake->ranks.size());
                    fake->ranks.push_back(rank);
                    fake->blocking.push_back(config->blocking);
                    fake->met += point.bytes.back();
                    return Nccl::kSuccess;
                },
            .groupStart = [] { return Nccl::kSuccess; },
            .groupEnd = [] { return fake->blocking.back() == 0 ? Nccl::kInProgress : Nccl::kSuccess; },
            .allReduce = nullptr,
            .asyncError =
                [](Nccl::Communicator, int* state) {
                    *state = fake->inProgress-- > 0 ? Nccl::kInProgress : fake->state;
                    return Nccl::kSuccess;
                },
            .abort =
                [](Nccl::Communicator communicator) {
                    fake->aborted.push_back(communicator);
                    return Nccl::kSuccess;
                },
            .errorString = [](int) { return "an error"; },
            .lastError = [](Nccl::Communicator) { return "its words"; }};
}

/// A process with two GPUs of one of two processes, or of the only one.
class JoinByNccl : public ::testing::Test {
  protected:
    JoinByNccl() { fake = &fake_; }
    std::vector<OwnedCommunicator> join(int process, int processes, std::chrono::milliseconds timeout) {
        DeviceRendezvous rendezvous(store_.get(), process, processes, timeout);
        rendezvous.arrive("joining");
        Device::Peers peers{.own = {&gpus_[0], &gpus_[1]},
                            .store = processes > 1 ? store_.get() : nullptr,
                            .firstRank = 2 * process,
                            .worldSize = 2 * processes};
        if (processes > 1)
            peers.await = [&](const std::function<bool()>& isDone) { rendezvous.await(isDone); };
        return joinByNccl(fakeNccl(), peers,
                          [this](const Device& device) { entered_ += device.describe() + " "; });
    }

    FakeNccl fake_;
    const c10::intrusive_ptr<c10d::Store> store_ = newStore();
    SubstituteGpu gpus_[2] = {{0, "a"}, {1, "b"}};
    std::string entered_;
};

TEST_F(JoinByNccl, WaitsUntilAllCommunicatorsAreMade) {
    fake_.inProgress = 5;
    {
        const auto made = join(0, 2, kLong);
        ASSERT_EQ(made.size(), 2u);
        EXPECT_EQ(made[0].get(), &fake_.handles[0]);
        EXPECT_EQ(made[1].get(), &fake_.handles[1]);
        EXPECT_TRUE(fake_.aborted.empty());
    }
    EXPECT_EQ(fake_.aborted, (std::vector<Nccl::Communicator>{&fake_.handles[0], &fake_.handles[1]}))
        << "nobody took them over";
    EXPECT_EQ(entered_, "substitute:0 substitute:1 ");
    EXPECT_EQ(fake_.blocking, (std::vector{0, 0}));
    fake_.point = 'q';  // of nobody
    join(1, 2, kLong);
    EXPECT_EQ(fake_.ranks, (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(fake_.met, "pppp");
}

TEST_F(JoinByNccl, ATaskThatDoesNotComeIsNamedAndAllIsAborted) {
    fake_.state = Nccl::kInProgress;
    EXPECT_EQ(saidBy([&] { join(0, 2, kShort); }),
              "lost: in rendezvous of the GPUs: rank 1 has not come within 1 s");
    EXPECT_EQ(fake_.aborted, (std::vector<Nccl::Communicator>{&fake_.handles[0], &fake_.handles[1]}));
}

TEST_F(JoinByNccl, WithoutThePlaceToMeetItIsTheFirstOneThatIsMissing) {
    EXPECT_EQ(saidBy([&] { join(1, 2, kShort); }),
              "lost: in rendezvous of the GPUs: rank 0 has not come within 1 s");
    EXPECT_TRUE(fake_.ranks.empty());
}

TEST_F(JoinByNccl, TasksThatDoNotReachEachOtherAreToldTheInterface) {
    DeviceRendezvous(store_.get(), 1, 2, kLong).arrive("joining");
    fake_.state = Nccl::kInProgress;
    EXPECT_EQ(
        saidBy([&] { join(0, 2, kShort); }),
        "lost: in rendezvous of the GPUs: all 2 processes have come, but their GPUs did not connect within "
        "1 s; NCCL_SOCKET_IFNAME names the network interface that they take");
}

TEST_F(JoinByNccl, AnErrorEndsAllAndIsThatOfAPeerOrItsOwn) {
    fake_.state = Nccl::kRemoteError;
    EXPECT_EQ(saidBy([&] { join(0, 2, kLong); }), "lost: in rendezvous of the GPUs: an error (its words)");
    EXPECT_EQ(fake_.aborted.size(), 2u);
    fake_.state = 3;  // ncclInternalError
    EXPECT_EQ(saidBy([&] { join(0, 2, kLong); }), "NCCL, in rendezvous of the GPUs: an error (its words)");
    EXPECT_EQ(fake_.aborted.size(), 4u);
}

TEST_F(JoinByNccl, AloneItBlocks) {
    EXPECT_EQ(join(0, 1, kShort).size(), 2u);
    EXPECT_EQ(fake_.blocking, (std::vector{1, 1}));
}

}  // namespace
}  // namespace trainyard::engine
