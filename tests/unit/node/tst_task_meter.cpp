// SPDX-License-Identifier: Apache-2.0
// What a task uses with all that it has started: on processes that were really forked.
#include "core/node/task_meter.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "core/node/process.h"

namespace trainyard::node {
namespace {

using namespace std::chrono_literals;

constexpr double kBurnSeconds = 0.2;
constexpr double kTick = 0.05;  ///< more than what counting in ticks takes off several processes
constexpr std::size_t kHeldBytes = 64u << 20;

/// In a child: uses that much CPU time.
void burn(double seconds = kBurnSeconds) {
    timespec used{};
    do ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9 < seconds);
}

/// In a child: memory that is there.
void hold() {
    auto* bytes = static_cast<char*>(
        ::mmap(nullptr, kHeldBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    for (std::size_t i = 0; i < kHeldBytes; i += 4096) bytes[i] = 1;
}

[[noreturn]] void waitForEver() {
    for (;;) ::pause();
}

class TaskMeterTest : public ::testing::Test {
  protected:
    void TearDown() override {
        table_.read();
        for (const pid_t process : meter_ ? meter_->processes() : std::vector<pid_t>())
            ::kill(process, SIGKILL);
        if (program_ > 0) {
            ::kill(-program_, SIGKILL);
            ::waitpid(program_, nullptr, 0);
        }
    }
    /// A task's program, in a group of its own.
    void start(const std::function<void()>& program) {
        program_ = ::fork();
        if (program_ == 0) {
            ::setpgid(0, 0);
            program();
            ::_exit(0);
        }
        ::setpgid(program_, program_);
        const auto identity = identify(program_);
        ASSERT_TRUE(identity);
        meter_.emplace(*identity);
    }
    TaskUsage measure() {
        table_.read();
        return meter_->measure(table_);
    }
    TaskUsage until(const std::function<bool(const TaskUsage&)>& wanted) {
        const auto end = std::chrono::steady_clock::now() + 20s;
        for (;;) {
            TaskUsage usage = measure();
            if (wanted(usage)) return usage;
            if (std::chrono::steady_clock::now() > end) {
                ADD_FAILURE() << usage.cpuSeconds << " s, " << usage.rssBytes << " bytes, "
                              << meter_->processes().size() << " processes";
                return usage;
            }
            std::this_thread::sleep_for(1ms);
        }
    }
    TaskUsage untilCpu(double seconds) {
        return until([=](const TaskUsage& usage) { return usage.cpuSeconds >= seconds - kTick; });
    }
    TaskUsage untilProcesses(std::size_t count) {
        return until([&](const TaskUsage&) { return meter_->processes().size() == count; });
    }

    pid_t program_ = 0;
    std::optional<TaskMeter> meter_;
    ProcessTable table_;
};

/// As `sh -c`, which runs the program as its child, and waits.
TEST_F(TaskMeterTest, ALaunchersChildIsTheTasks) {
    start([] {
        if (::fork() == 0) {
            burn();
            hold();
            waitForEver();
        }
        waitForEver();
    });
    // Sanitizers alone can have that much memory, so what it holds does not show that it burned.
    const TaskUsage usage = until([](const TaskUsage& now) {
        return now.rssBytes > std::int64_t{kHeldBytes} && now.cpuSeconds >= kBurnSeconds - kTick;
    });
    EXPECT_EQ(usage.state, 'S') << "of the launcher";
    EXPECT_EQ(meter_->processes().size(), 2U);
    EXPECT_GT(usage.at, 0);
}

/// As the workers of a loader, which end with each epoch.
TEST_F(TaskMeterTest, AChildThatEndedStillCounts) {
    start([] {
        for (int i = 0; i < 3; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                burn();
                ::_exit(0);
            }
            ::waitpid(child, nullptr, 0);
        }
        waitForEver();
    });
    untilCpu(3 * kBurnSeconds);
    const TaskUsage usage = untilProcesses(1);
    EXPECT_GE(usage.cpuSeconds, 3 * kBurnSeconds - kTick);
    EXPECT_LT(usage.cpuSeconds, 3 * kBurnSeconds + 1) << "none counts twice";
}

/// The kernel gives its time to nobody: what was measured is remembered.
TEST_F(TaskMeterTest, AChildThatNobodyWaitsForIsRemembered) {
    int end[2];
    ASSERT_EQ(::pipe(end), 0);
    start([&] {
        ::signal(SIGCHLD, SIG_IGN);
        if (::fork() == 0) {
            burn();
            char byte = 0;
            [[maybe_unused]] const auto count = ::read(end[0], &byte, 1);
            ::_exit(0);
        }
        waitForEver();
    });
    const double before = untilCpu(kBurnSeconds).cpuSeconds;
    ASSERT_EQ(::write(end[1], "x", 1), 1);
    const double after = untilProcesses(1).cpuSeconds;
    EXPECT_GE(after, before);
    EXPECT_LT(after, before + 1) << "it does not count twice";
    EXPECT_GE(measure().cpuSeconds, before) << "nor is it forgotten";
    ::close(end[0]);
    ::close(end[1]);
}

/// In a session of its own, and its parent has ended.
TEST_F(TaskMeterTest, AChildThatHasLeftTheGroupIsFollowed) {
    int end[2];
    ASSERT_EQ(::pipe(end), 0);
    start([&] {
        const pid_t child = ::fork();
        if (child == 0) {
            ::setsid();
            if (::fork() == 0) {
                burn();
                waitForEver();
            }
            char byte = 0;
            [[maybe_unused]] const auto count = ::read(end[0], &byte, 1);
            ::_exit(0);
        }
        ::waitpid(child, nullptr, 0);
        waitForEver();
    });
    untilProcesses(3);
    ASSERT_EQ(::write(end[1], "x", 1), 1);
    EXPECT_GE(untilCpu(kBurnSeconds).cpuSeconds, kBurnSeconds - kTick);
    untilProcesses(2);
    EXPECT_GE(measure().cpuSeconds, kBurnSeconds - kTick);
    ::close(end[0]);
    ::close(end[1]);
}

TEST_F(TaskMeterTest, AProgramThatHasEndedHasNoState) {
    start([] {});
    ::waitpid(program_, nullptr, 0);
    EXPECT_EQ(measure().state, '?');
    program_ = 0;
}

TEST_F(TaskMeterTest, OtherProcessesAreNotTheTasks) {
    start([] { waitForEver(); });
    measure();
    EXPECT_EQ(meter_->processes(), std::vector{program_});
    const auto& all = table_.processes();
    EXPECT_TRUE(all.contains(::getpid()));
    EXPECT_EQ(all.at(program_).parent, ::getpid());
}

}  // namespace
}  // namespace trainyard::node
