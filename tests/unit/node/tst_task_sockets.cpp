// SPDX-License-Identifier: Apache-2.0
#include "core/node/task_sockets.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstring>
#include <fstream>

#include "core/base/fd.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

class TaskSocketsTest : public ::testing::Test {
  protected:
    /// A socket bound to `path` and an hour old; who listens at it lives as long as the descriptor.
    static base::UniqueFd listenAt(const fs::path& path) {
        base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
        EXPECT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
        EXPECT_EQ(::listen(socket.get(), 1), 0);
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
        return socket;
    }
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
};

TEST_F(TaskSocketsTest, ANameIsOfOneTaskOfOneAttempt) {
    const fs::path socket = taskSocket(folder_, "secret", 1, "ps:0");
    EXPECT_EQ(socket, taskSocket(folder_, "secret", 1, "ps:0"));
    for (const fs::path& other :
         {taskSocket(folder_, "other", 1, "ps:0"), taskSocket(folder_, "secret", 2, "ps:0"),
          taskSocket(folder_, "secret", 1, "ps:1")})
        EXPECT_NE(socket, other);
}

TEST_F(TaskSocketsTest, OnlyThoseThatNobodyListensAtAreRemoved) {
    const fs::path dead = taskSocket(folder_, "s", 1, "ps:0"), live = taskSocket(folder_, "s", 1, "ps:1"),
                   young = taskSocket(folder_, "s", 1, "ps:2"), file = taskSocket(folder_, "s", 1, "ps:3");
    listenAt(dead).reset();
    listenAt(young).reset();
    fs::last_write_time(young, fs::file_time_type::clock::now());
    const base::UniqueFd listening = listenAt(live);
    listenAt(folder_ / "agent.sock").reset();
    listenAt(folder_ / "t-shirt").reset();
    std::ofstream(file) << "no socket";
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
    removeDeadTaskSockets(folder_);
    EXPECT_FALSE(fs::exists(dead));
    for (const fs::path& other : {live, young, file, folder_ / "agent.sock", folder_ / "t-shirt"})
        EXPECT_TRUE(fs::exists(other)) << other;
    removeDeadTaskSockets(folder_ / "nowhere");
}

}  // namespace
}  // namespace trainyard::node
