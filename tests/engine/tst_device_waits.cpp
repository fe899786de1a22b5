// SPDX-License-Identifier: Apache-2.0
// Which sum a GPU waits in, for the stall doctor, and how the wait for a lost peer ends; events and errors
// that the test sets stand for the GPU's.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <stdexcept>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "core/engine/comm/call_board.h"
#include "core/engine/device/connect_sums.h"
#include "core/engine/device/peer_watch.h"
#include "core/engine/device/sum_marks.h"
#include "core/engine/device/watched_sums.h"
#include "plugins/sdk/device_reduction.h"
#include "tests/engine/reports.h"
#include "tests/support/substitute_gpus.h"

namespace trainyard::engine {
namespace {

using testing::Reports;

struct Reached {
    std::shared_ptr<bool> isReached = std::make_shared<bool>(false);
    bool query() const { return *isReached; }
};

TEST(DeviceWaits, TheOldestSumThatHasBegunIsTheOneThatIsNotDone) {
    SumMarks<Reached> marks;
    EXPECT_EQ(marks.unfinished(), 0);
    Reached ready[3], done[3];
    for (int i = 0; i < 3; ++i) marks.add(ready[i], done[i]);
    EXPECT_EQ(marks.unfinished(), 0) << "the GPU still computes what is to be summed";
    *ready[0].isReached = *ready[1].isReached = true;
    EXPECT_EQ(marks.unfinished(), 1);
    *done[0].isReached = true;
    EXPECT_EQ(marks.unfinished(), 2);
    *done[1].isReached = true;
    EXPECT_EQ(marks.unfinished(), 0);
    *ready[2].isReached = true;
    EXPECT_EQ(marks.unfinished(), 3);
    *done[2].isReached = true;
    marks.add({}, {});
    EXPECT_EQ(marks.unfinished(), 0);
}

/// Where the library connects processes at their first sum, it is then that one waits for another.
TEST(DeviceWaits, ASumThatIsBeingHandedOverIsTheNextOneOnceAllBeforeItAreDone) {
    SumMarks<Reached> marks;
    {
        const auto handedOver = marks.handOver();
        EXPECT_EQ(marks.unfinished(), 1);
        marks.add({}, {});
    }
    EXPECT_EQ(marks.unfinished(), 0) << "the GPU still computes what is to be summed";
    Reached ready, done;
    marks.add(ready, done);
    SumMarks<Reached> later;
    later.add(ready, done);
    const auto handedOver = later.handOver();
    EXPECT_EQ(later.unfinished(), 0) << "it is the GPU that is not so far";
    *ready.isReached = true;
    EXPECT_EQ(later.unfinished(), 1);
    *done.isReached = true;
    EXPECT_EQ(later.unfinished(), 2);
}

/// Sums that say what `unfinished` does.
class FakeSums : public sdk::DeviceSums {
  public:
    explicit FakeSums(std::function<std::int64_t()> unfinished) : unfinished_(std::move(unfinished)) {}
    void start(const torch::Tensor&) override {}
    void join() override {}
    std::string describe() const override { return "fake"; }
    std::int64_t unfinished() override { return unfinished_(); }
    void abort() override {}

  private:
    const std::function<std::int64_t()> unfinished_;
};

TEST(DeviceWaits, ASumThatTakesLongIsReportedByItsNumberUntilItIsDone) {
    std::atomic<std::int64_t> number = 7;
    Reports reports;
    {
        WatchedSums sums(
            std::make_unique<FakeSums>([&] { return number.load(); }),
            [&](const std::string& call) { reports.add(call); }, std::chrono::milliseconds(20));
        EXPECT_EQ(reports.waitFor(1), std::vector<std::string>{"all_reduce of gradients 7"});
        number = 8;
        EXPECT_EQ(reports.waitFor(3),
                  (std::vector<std::string>{"all_reduce of gradients 7", "", "all_reduce of gradients 8"}));
    }
    EXPECT_EQ(reports.waitFor(4).back(), "") << "nothing waits in sums that are gone";
}

/// The thread that queues work gets the error, too, and ends the task with it.
TEST(DeviceWaits, AGpuThatHasFailedIsNotAskedAgain) {
    std::atomic<int> asked = 0;
    const auto fail = [&]() -> std::int64_t {
        ++asked;
        asked.notify_all();
        throw std::runtime_error("CUDA error");
    };
    {
        const WatchedSums sums(
            std::make_unique<FakeSums>(fail), [](const std::string& call) { ADD_FAILURE() << call; },
            std::chrono::milliseconds(4));
        asked.wait(0);
    }
    EXPECT_EQ(asked, 1);
}

/// Two processes with a GPU each, one of which leaves the third of five sums out: its fourth is the other's
/// fifth, and so on, and at the end one waits for what the other never makes.
TEST(DeviceWaits, WhereASumHasBeenLeftOutTheOtherProcessIsShownAtTheNumberThatIsMissing) {
    constexpr int kSums = 5, kLeftOut = 2;
    const auto store = c10::make_intrusive<c10d::HashStore>();
    Reports reports[2];
    std::promise<void> isSeen;
    std::vector<std::jthread> processes;
    for (const int rank : {0, 1})
        processes.emplace_back([&, rank] {
            const auto gpu = std::make_shared<trainyard::testing::SubstituteGpu>(0, std::to_string(rank));
            const auto sums =
                connectSums({.devices = {gpu},
                             .rank = rank,
                             .worldSize = 2,
                             .onWait = [&](const std::string& call) { reports[rank].add(call); }},
                            store.get());
            const auto sum = [&] {
                sums.front()->start(torch::ones({3}));
                sums.front()->join();
            };
            for (int i = 0; i < kSums; ++i)
                if (rank == 0 || i != kLeftOut) sum();
            if (rank == 0) return;
            isSeen.get_future().wait();
            sum();  // that the other may end
        });
    const std::string missing = "all_reduce of gradients 5";
    std::vector<std::string> seen;
    while (seen.empty() || seen.back() != missing)  // a slow machine may show an earlier one before
        if (const auto more = reports[0].waitFor(seen.size() + 1); more.size() > seen.size())
            seen = more;
        else
            break;
    EXPECT_EQ(seen.empty() ? "" : seen.back(), missing);
    EXPECT_EQ(std::ranges::count(reports[1].waitFor(0), missing), 0) << "who has left it out is in none";
    isSeen.set_value();
}

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kInTime{1};

TEST(PeerWatch, EndsACommunicatorWithinASecondOfItsError) {
    std::atomic<int> error = 0, ends = 0;
    std::promise<Clock::time_point> ended;
    {
        PeerWatch watch([&] { return error.load(); },
                        [&] {
                            if (++ends == 1) ended.set_value(Clock::now());
                        });
        EXPECT_FALSE(watch.isEnded());
        const auto lost = Clock::now();
        error = 6;
        EXPECT_LT(ended.get_future().get() - lost, kInTime);
        EXPECT_TRUE(watch.isEnded());
        EXPECT_EQ(watch.error(), 6);
        watch.end(2);
        EXPECT_EQ(watch.error(), 6) << "the first reason stays";
    }
    EXPECT_EQ(ends, 1);
}

/// A call into it that waits for the peer holds it, and is what has to be ended.
TEST(PeerWatch, EndsACommunicatorThatACallWaitsIn) {
    std::promise<void> aborted;
    PeerWatch watch([] { return 0; }, [&] { aborted.set_value(); });
    std::promise<void> isInside;
    std::jthread caller([&] {
        const auto use = watch.use();
        isInside.set_value();
        aborted.get_future().wait();  // as in ncclAllReduce(), until ncclCommAbort()
    });
    isInside.get_future().wait();
    const auto begin = Clock::now();
    watch.end(6);  // another replica of this process has failed
    EXPECT_LT(Clock::now() - begin, kInTime);
    EXPECT_EQ(watch.error(), 6);
}

/// A call that is not done when it returns holds nobody off: the communicator is ended at once, and it with
/// it.
TEST(PeerWatch, ACallInProgressEndsWithItsCommunicator) {
    constexpr int kInProgress = 7;
    PeerWatch watch([] { return 0; }, [] {});
    std::promise<void> isAsked;
    int state = 0, asked = 0;
    std::jthread caller([&] {
        auto use = watch.use();
        state = watch.settled(use, kInProgress, kInProgress, [&] {
            if (++asked == 1000) isAsked.set_value();
            return kInProgress;
        });
        EXPECT_TRUE(use.owns_lock());
    });
    isAsked.get_future().wait();
    watch.end(6);
    caller.join();
    EXPECT_EQ(state, 6);
    auto use = watch.use();
    EXPECT_EQ(watch.settled(use, 3, kInProgress, [] { return 0; }), 3) << "a call that is done";
}

TEST(PeerWatch, ACallInProgressIsOverWhenItsStateIsAnother) {
    const PeerWatch watch([] { return 0; }, [] {});
    std::timed_mutex mutex;
    std::unique_lock use(mutex);
    int asked = 0;
    EXPECT_EQ(watch.settled(use, 7, 7, [&] { return ++asked < 3 ? 7 : 0; }), 0);
    EXPECT_EQ(asked, 3);
}

/// Sums in each of which a call hangs until they are aborted.
class HungSums : public sdk::DeviceSums {
  public:
    HungSums()
        : watch_([] { return 0; }, [this] { aborted_.set_value(); }), caller_([this] {
              const auto use = watch_.use();
              isInside_.set_value();
              aborted_.get_future().wait();
          }) {
        isInside_.get_future().wait();
    }
    void start(const torch::Tensor&) override {}
    void join() override {}
    std::string describe() const override { return "hung"; }
    void abort() override { watch_.end(6); }

  private:
    std::promise<void> isInside_, aborted_;
    PeerWatch watch_;
    std::jthread caller_;
};

/// Each takes PeerWatch::kEndAfter.
TEST(PeerWatch, HungGpusOfATaskAreAbortedTogether) {
    constexpr int kGpus = 6;
    std::vector<sdk::ReplicaVariables> replicas;
    std::vector<std::unique_ptr<sdk::DeviceSums>> sums;
    for (int i = 0; i < kGpus; ++i) {
        replicas.push_back({torch::ones({3}, torch::requires_grad())});
        sums.push_back(std::make_unique<HungSums>());
    }
    sdk::DeviceReduction reduction(replicas, {{0}}, std::move(sums), kGpus);
    const auto begin = Clock::now();
    reduction.abort();
    EXPECT_LT(Clock::now() - begin, kGpus / 2 * PeerWatch::kEndAfter);
}

TEST(PeerWatch, EndsACommunicatorWithItsOwnLife) {
    int ends = 0;
    {
        const PeerWatch watch([] { return 0; }, [&] { ++ends; });
    }
    EXPECT_EQ(ends, 1);
}

TEST(DeviceWaits, WhatTheDeviceWaitsInIsShownWhereTheTaskItselfIsInNoCall) {
    std::string shown = "?";
    CallBoard board([&](const std::string& call) { shown = call; });
    board.waitOnDevice("all_reduce of gradients 7");
    EXPECT_EQ(shown, "all_reduce of gradients 7");
    board.enter("all_reduce of metrics");
    EXPECT_EQ(shown, "all_reduce of metrics");
    board.enter("");
    EXPECT_EQ(shown, "all_reduce of gradients 7");
    board.waitOnDevice("");
    EXPECT_EQ(shown, "");
}

}  // namespace
}  // namespace trainyard::engine
