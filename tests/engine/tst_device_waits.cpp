// SPDX-License-Identifier: Apache-2.0
// Which sum a GPU waits in, for the stall doctor; events that the test sets stand for the GPU's.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stdexcept>

#include "core/engine/comm/call_board.h"
#include "core/engine/device/sum_marks.h"
#include "core/engine/device/watched_sums.h"

namespace trainyard::engine {
namespace {

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

/// What was reported, for a test that waits for it.
class Reports {
  public:
    void add(const std::string& call) {
        const std::lock_guard lock(mutex_);
        all_.push_back(call);
        changed_.notify_all();
    }
    std::vector<std::string> waitFor(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::seconds(20), [&] { return all_.size() >= count; });
        return all_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> all_;
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
