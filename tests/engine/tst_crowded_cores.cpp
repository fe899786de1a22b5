// SPDX-License-Identifier: Apache-2.0
// Whether others want a task's cores, and how its threads wait for each other then (ADR 167).
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <latch>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/file.h"
#include "core/engine/host/crowded_cores.h"
#include "core/engine/model/on_threads.h"
#include "plugins/sdk/replica_team.h"
#include "tests/engine/thread_count.h"

namespace trainyard::engine {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A meter of a process on two cores, and the threads it is asked about.
struct Meter {
    CrowdMeter meter{2};
    ThreadUses uses{{1, {}}, {2, {}}, {3, {}}};

    Meter() { meter.begin(uses); }

    /// After another 100 ms in which the two threads of the loops and a reader ran and waited so long.
    std::chrono::seconds after(std::chrono::milliseconds ran, std::chrono::milliseconds waited,
                               ThreadUse reader = {5ms, 1ms}) {
        for (const int thread : {1, 2}) {
            uses[thread].ran += ran;
            uses[thread].waited += waited;
        }
        uses[3].ran += reader.ran;
        uses[3].waited += reader.waited;
        return meter.check(uses, 100ms);
    }
    std::chrono::seconds alone() { return after(95ms, 4ms); }
    std::chrono::seconds crowded() { return after(60ms, 40ms); }
};

TEST(CrowdMeter, IsCrowdedOnceBusyThreadsWaitForACore) {
    Meter meter;
    EXPECT_EQ(meter.alone(), 0s) << "a task's own reader takes a core now and then";
    EXPECT_EQ(meter.crowded(), 1s);
}

TEST(CrowdMeter, IsNotCrowdedByThreadsThatDoLittle) {
    Meter meter;
    EXPECT_EQ(meter.after(88ms, 1ms, {10ms, 30ms}), 0s) << "a reader that waits is no sign of others";
    EXPECT_EQ(meter.after(10ms, 20ms), 0s) << "nobody spins where threads have little to do";
}

TEST(CrowdMeter, IsNotCrowdedByThreadsOfItsOwn) {
    Meter meter;
    EXPECT_EQ(meter.after(65ms, 34ms, {65ms, 34ms}), 0s) << "three busy threads fill two cores";
    EXPECT_EQ(meter.after(50ms, 49ms, {50ms, 49ms}), 1s) << "and here others had a quarter of them";
}

TEST(CrowdMeter, LooksMoreSeldomWhileOthersStay) {
    Meter meter;
    for (const auto pause : {1s, 2s, 4s, 8s, 8s}) EXPECT_EQ(meter.crowded(), pause);
}

TEST(CrowdMeter, ForgetsOthersThatAreGoneForTwoSeconds) {
    Meter meter;
    EXPECT_EQ(meter.crowded(), 1s);
    for (int i = 0; i < 19; ++i) EXPECT_EQ(meter.alone(), 0s);
    EXPECT_EQ(meter.crowded(), 2s) << "they come and go";
    for (int i = 0; i < 20; ++i) EXPECT_EQ(meter.alone(), 0s);
    EXPECT_EQ(meter.crowded(), 1s);
}

TEST(CrowdMeter, KnowsOnlyThreadsThatItHasSeenBefore) {
    CrowdMeter meter(2);
    meter.begin({});
    EXPECT_EQ(meter.check({{1, {500ms, 500ms}}}, 100ms), 0s);
    EXPECT_EQ(meter.check({{2, {500ms, 500ms}}}, 100ms), 0s);
    EXPECT_EQ(meter.check({{2, {550ms, 550ms}}}, 100ms), 1s);
    meter.begin({{2, {600ms, 600ms}}});
    EXPECT_EQ(meter.check({{2, {700ms, 600ms}}}, 100ms), 0s) << "what was before begin() does not count";
}

std::string schedulerState(int thread) {
    const auto text = base::readFile("/proc/self/task/" + std::to_string(thread) + "/stat");
    return text ? text->substr(text->rfind(')') + 2, 1) : "";
}

/// How long the other thread of a loop ran, after the loop, before it slept.
std::chrono::nanoseconds spinAfterLoop() {
    std::atomic<int> other = 0;
    std::chrono::nanoseconds atEnd{0};
    std::latch both(2);
    forEachOnThreads(2, [&](std::int64_t) {
        both.count_down();
        EXPECT_TRUE(testing::isReached(both));
        if (::gettid() == ::getpid()) return;
        timespec used{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        atEnd = std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
        other = ::gettid();
    });
    const auto end = Clock::now() + 60s;
    while (schedulerState(other) != "S") {
        if (Clock::now() > end) {
            ADD_FAILURE() << "the thread did not sleep for a minute";
            break;
        }
    }
    return threadUses()[other].ran - atEnd;
}

/// The shortest of some: others' interrupts count as its time, too.
std::chrono::nanoseconds shortestSpin() {
    std::chrono::nanoseconds least = std::chrono::nanoseconds::max();
    for (int i = 0; i < 5; ++i) least = std::min(least, spinAfterLoop());
    return least;
}

TEST(ShortSpins, LetAThreadSleepSoonAndOnlyWhileTheyLive) {
    if (sdk::allowedCores().size() < 2) GTEST_SKIP() << "on one core they always sleep soon";
    const testing::ThreadCount two(2);
    const auto alone = shortestSpin();
    {
        const ShortSpins shortSpins(static_cast<int>(sdk::allowedCores().size()));
        // Its threads begin on one of its own.
        const auto end = Clock::now() + 60s;
        while (shortestSpin() * 5 > alone) ASSERT_LT(Clock::now(), end) << "they spin as long as before";
    }
    EXPECT_GT(shortestSpin() * 5, alone) << "and afterwards as before";
}

bool hasThread(const std::string& name) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
        if (const auto text = base::readFile(entry.path() / "comm"); text && *text == name + "\n")
            return true;
    return false;
}

void spin(int turns) {
    std::atomic<int> turn = 0;
    while (turn < turns) ++turn;
}

/// Programs that want every core of this process.
class Busy {
  public:
    Busy() {
        const pid_t parent = ::getpid();
        for (std::size_t i = 0; i < sdk::allowedCores().size(); ++i) {
            const pid_t pid = ::fork();
            if (pid == 0) {
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                while (::getppid() == parent) spin(1'000'000);
                ::_exit(0);
            }
            if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
            pids_.push_back(pid);
        }
    }
    ~Busy() {
        for (const pid_t pid : pids_) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

  private:
    std::vector<pid_t> pids_;
};

/// Runs loops on two threads until `isSo`, for a minute at most.
void loopUntil(const std::function<bool()>& isSo, const char* what) {
    const auto end = Clock::now() + 60s;
    while (!isSo()) {
        ASSERT_LT(Clock::now(), end) << what;
        forEachOnThreads(2, [](std::int64_t) { spin(1'000'000); });
    }
}

TEST(CrowdedCores, SleepSoonWhileOtherProgramsWantThemAndLookAgain) {
    if (threadUses()[::gettid()].ran == 0ns)
        GTEST_SKIP() << "this kernel does not count how long threads wait for a core";
    ASSERT_FALSE(hasThread("ty-idle"));
    const testing::ThreadCount two(2);
    const CrowdedCores cores;
    const Busy busy;
    loopUntil([] { return hasThread("ty-idle"); }, "it has not seen the others");
    loopUntil([] { return !hasThread("ty-idle"); }, "it has not looked again");
}

/// Threads that were not there before.
int newThreads(const ThreadUses& before) {
    int count = 0;
    for (const auto& [thread, use] : threadUses()) count += !before.contains(thread);
    return count;
}

TEST(CrowdedCores, AreWatchedByOneThread) {
    const testing::ThreadCount two(2);
    const ThreadUses before = threadUses();
    const CrowdedCores cores;
    EXPECT_EQ(newThreads(before), 1);
}

TEST(CrowdedCores, AreNotWatchedWhereLoopsHaveOneThread) {
    const testing::ThreadCount one(1);
    const ThreadUses before = threadUses();
    const CrowdedCores cores;
    EXPECT_EQ(newThreads(before), 0);
}

TEST(CrowdedCores, AreNotWatchedWhereTheEnvironmentSaysHowOpenMpWaits) {
    const testing::ThreadCount two(2);
    for (const char* name : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "OMP_DYNAMIC"}) {
        ::setenv(name, "0", 1);
        const ThreadUses before = threadUses();
        {
            const CrowdedCores cores;
            EXPECT_EQ(newThreads(before), 0) << name;
        }
        ::unsetenv(name);
    }
}

}  // namespace
}  // namespace trainyard::engine
