// SPDX-License-Identifier: Apache-2.0
// Whether others want a task's cores, and how its threads wait for each other then (ADR 167).
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <latch>
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

/// A meter, and the threads it is asked about.
struct Meter {
    CrowdMeter meter;
    ThreadUses uses{{1, {}}, {2, {}}, {3, {}}};

    /// After another 100 ms in which the two threads of the loops and a reader ran and waited so long.
    bool after(std::chrono::milliseconds ran, std::chrono::milliseconds waited,
               ThreadUse reader = {5ms, 1ms}) {
        for (const int thread : {1, 2}) {
            uses[thread].ran += ran;
            uses[thread].waited += waited;
        }
        uses[3].ran += reader.ran;
        uses[3].waited += reader.waited;
        return meter.isCrowded(uses, 100ms);
    }
};

TEST(CrowdMeter, IsCrowdedOnceBusyThreadsWaitForACore) {
    Meter meter;
    EXPECT_FALSE(meter.after(0ms, 0ms)) << "the first call only takes note";
    EXPECT_FALSE(meter.after(95ms, 4ms)) << "a task's own reader takes a core now and then";
    EXPECT_TRUE(meter.after(60ms, 40ms));
}

TEST(CrowdMeter, IsNotCrowdedByThreadsThatDoLittle) {
    Meter meter;
    meter.after(0ms, 0ms);
    EXPECT_FALSE(meter.after(98ms, 1ms, {10ms, 30ms})) << "a reader that waits is no sign of others";
    EXPECT_FALSE(meter.after(10ms, 20ms)) << "nobody spins where threads have little to do";
}

TEST(CrowdMeter, LooksAgainAfterASecondThenMoreSeldom) {
    Meter meter;
    meter.after(0ms, 0ms);
    for (const int calls : {10, 20, 40, 80, 80}) {
        ASSERT_TRUE(meter.after(60ms, 40ms));
        for (int i = 1; i < calls; ++i) ASSERT_TRUE(meter.after(95ms, 4ms)) << "not a time to tell";
        ASSERT_FALSE(meter.after(60ms, 40ms)) << "now they are to spin, whatever it sees";
    }
}

TEST(CrowdMeter, ForgetsOthersThatAreGoneForTwoSeconds) {
    Meter meter;
    meter.after(0ms, 0ms);
    const auto isCrowdedFor = [&] {
        int calls = 0;
        while (meter.after(60ms, 40ms)) ++calls;
        return calls;
    };
    EXPECT_EQ(isCrowdedFor(), 10);
    for (int i = 0; i < 19; ++i) ASSERT_FALSE(meter.after(95ms, 4ms));
    EXPECT_EQ(isCrowdedFor(), 20) << "they come and go";
    for (int i = 0; i < 20; ++i) ASSERT_FALSE(meter.after(95ms, 4ms));
    EXPECT_EQ(isCrowdedFor(), 10);
}

TEST(CrowdMeter, KnowsOnlyThreadsThatItHasSeenBefore) {
    CrowdMeter meter;
    EXPECT_FALSE(meter.isCrowded({{1, {500ms, 500ms}}}, 100ms));
    EXPECT_FALSE(meter.isCrowded({{2, {500ms, 500ms}}}, 100ms));
    EXPECT_FALSE(meter.isCrowded({}, 100ms));
    EXPECT_FALSE(meter.isCrowded({{2, {550ms, 550ms}}}, 100ms));
    EXPECT_TRUE(meter.isCrowded({{2, {600ms, 600ms}}}, 100ms));
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
        for (std::size_t i = 0; i < 2 * sdk::allowedCores().size(); ++i) {
            const pid_t pid = ::fork();
            if (pid == 0) {
                ::prctl(PR_SET_PDEATHSIG, SIGKILL);
                for (;;) spin(1'000'000);
            }
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

TEST(CrowdedCores, SpinShortWhileOtherProgramsWantThem) {
    if (threadUses().empty()) GTEST_SKIP() << "this kernel does not count how long threads wait for a core";
    const testing::ThreadCount two(2);
    const Busy busy;
    const CrowdedCores cores;
    const auto end = Clock::now() + 60s;
    while (!hasThread("ty-idle")) {
        ASSERT_LT(Clock::now(), end) << "it has not seen the others";
        forEachOnThreads(2, [](std::int64_t) { spin(1'000'000); });
    }
}

TEST(CrowdedCores, AreNotWatchedWhereLoopsHaveOneThread) {
    const testing::ThreadCount one(1);
    const std::size_t before = threadUses().size();
    const CrowdedCores cores;
    EXPECT_EQ(threadUses().size(), before) << "no thread watches";
}

TEST(CrowdedCores, AreNotWatchedWhereTheEnvironmentSaysHowOpenMpWaits) {
    const testing::ThreadCount two(2);
    ::setenv("OMP_WAIT_POLICY", "active", 1);
    const std::size_t before = threadUses().size();
    {
        const CrowdedCores cores;
        EXPECT_EQ(threadUses().size(), before) << "no thread watches";
    }
    ::unsetenv("OMP_WAIT_POLICY");
}

}  // namespace
}  // namespace trainyard::engine
