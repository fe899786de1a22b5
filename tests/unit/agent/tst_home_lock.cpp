// SPDX-License-Identifier: Apache-2.0
// One agent per home, however the one before it ended.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <future>

#include "core/agent/home_lock.h"
#include "core/node/process.h"
#include "tests/support/temp_home.h"

namespace trainyard::agent {
namespace {

class HomeLockTest : public ::testing::Test {
  protected:
    /// A lock that is held by whom the file names.
    base::UniqueFd heldBy(const node::ProcessId& process) {
        const auto path = base::Home(root_).lockFile();
        std::ofstream(path) << "{\"pid\":" << process.pid << ",\"start\":" << process.start
                            << ",\"boot_id\":\"" << process.bootId << "\"}\n";
        base::UniqueFd file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
        EXPECT_EQ(::flock(file.get(), LOCK_EX | LOCK_NB), 0);
        return file;
    }
    TempHome tempHome_;
    const std::filesystem::path& root_ = tempHome_.path();
};

TEST_F(HomeLockTest, ALivingAgentIsNamedAtOnce) {
    const auto self = node::identify(::getpid());
    ASSERT_TRUE(self);
    const base::UniqueFd held = heldBy(*self);
    const auto lock = HomeLock::take(base::Home(root_));
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().id, "agent.locked");
    EXPECT_NE(lock.error().describe().find("(pid " + std::to_string(::getpid()) + ") serves"),
              std::string::npos)
        << lock.error().describe();
}

/// A program that was being started has inherited the lock of an agent that was killed.
TEST_F(HomeLockTest, WhatIsLeftOfAnAgentThatHasEndedIsAwaited) {
    auto ended = node::identify(::getpid());
    ASSERT_TRUE(ended);
    ended->start += 1;  // of another process with this pid
    base::UniqueFd held = heldBy(*ended);
    auto lock = std::async(std::launch::async, [&] { return HomeLock::take(base::Home(root_)); });
    held.reset();
    const auto taken = lock.get();
    EXPECT_TRUE(taken) << taken.error().describe();
}

}  // namespace
}  // namespace trainyard::agent
