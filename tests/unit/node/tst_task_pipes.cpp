// SPDX-License-Identifier: Apache-2.0
// Connections of tasks that are carried by the session between two machines.
#include "core/node/remote/task_pipes.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/node/remote/task_socket_listener.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

class TaskPipesTest : public ::testing::Test {
  protected:
    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        loop_->call([&] {
            node_ = std::make_unique<TaskPipes>(*loop_, [this](v1::DoorPipe part) {
                loop_->post([this, part = std::move(part)] {
                    if (home_) home_->received(part);
                });
            });
            home_ = std::make_unique<TaskPipes>(
                *loop_,
                [this](v1::DoorPipe part) {
                    loop_->post([this, part = std::move(part)] {
                        if (node_) node_->received(part);
                    });
                },
                [this](base::UniqueFd end) { accepted_.push_back(std::move(end)); });
        });
    }
    void TearDown() override {
        loop_->call([&] {
            node_.reset();
            home_.reset();
        });
        loop_.reset();
    }
    /// The task's end of a connection to the node's agent.
    base::UniqueFd connect() {
        std::array<int, 2> ends{};
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
        base::UniqueFd other(ends[1]);
        loop_->call([&] { node_->add(std::move(other)); });
        return base::UniqueFd(ends[0]);
    }
    static void send(const base::UniqueFd& end, const std::string& text) {
        EXPECT_EQ(::send(end.get(), text.data(), text.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(text.size()));
    }
    /// `bytes` bytes, or fewer if the connection ends.
    static std::string receive(const base::UniqueFd& end, std::size_t bytes) {
        std::string text;
        while (text.size() < bytes) {
            pollfd ready{end.get(), POLLIN, 0};
            if (::poll(&ready, 1, 20000) != 1) return text + " and then nothing";
            std::array<char, 4096> some{};
            const ssize_t got = ::recv(end.get(), some.data(), std::min(some.size(), bytes - text.size()), 0);
            if (got <= 0) break;
            text.append(some.data(), static_cast<std::size_t>(got));
        }
        return text;
    }
    /// Once the task has sent something, its connection is there.
    const base::UniqueFd& accepted(std::size_t index, const std::string& greeting) {
        while (loop_->call([&] { return accepted_.size(); }) <= index) std::this_thread::yield();
        EXPECT_EQ(receive(accepted_[index], greeting.size()), greeting);
        return accepted_[index];
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<TaskPipes> node_, home_;
    std::deque<base::UniqueFd> accepted_;  ///< references to them stay valid
};

TEST_F(TaskPipesTest, BytesArriveInBothDirections) {
    const base::UniqueFd one = connect(), other = connect();
    send(one, "one");
    const base::UniqueFd& oneAtHome = accepted(0, "one");
    send(other, "other");
    const base::UniqueFd& otherAtHome = accepted(1, "other");
    send(otherAtHome, "to the other");
    send(oneAtHome, "to the one");
    EXPECT_EQ(receive(one, 10), "to the one");
    EXPECT_EQ(receive(other, 12), "to the other");
}

TEST_F(TaskPipesTest, ALargeMessageArrivesWhole) {
    const base::UniqueFd task = connect();
    send(task, "hello");
    const base::UniqueFd& home = accepted(0, "hello");
    std::string large(300'000, 'x');
    large += "end";
    send(task, large.substr(0, 150'000));
    EXPECT_EQ(receive(home, 150'000), large.substr(0, 150'000));
    send(task, large.substr(150'000));
    EXPECT_EQ(receive(home, 150'003), large.substr(150'000));
}

TEST_F(TaskPipesTest, TheEndOfOneSideIsTheEndOfTheOther) {
    base::UniqueFd first = connect(), second = connect();
    send(first, "a");
    (void)accepted(0, "a");
    send(second, "b");
    (void)accepted(1, "b");
    first.reset();
    EXPECT_EQ(receive(accepted_[0], 1), "");
    accepted_[1].reset();
    EXPECT_EQ(receive(second, 1), "");
}

/// The home's agent was replaced: what it had is gone, and the tasks connect to the next one.
TEST_F(TaskPipesTest, WhatTheOtherSideHasLostEnds) {
    const base::UniqueFd task = connect();
    send(task, "a");
    (void)accepted(0, "a");
    loop_->call([&] { home_->clear(); });
    EXPECT_EQ(receive(accepted_[0], 1), "");
    loop_->call([&] { node_->clear(); });
    EXPECT_EQ(receive(task, 1), "");
    const base::UniqueFd again = connect();
    send(again, "b");
    (void)accepted(1, "b");
}

/// At the node: the connection has ended there, and the home did not know yet.
TEST_F(TaskPipesTest, APartOfAConnectionThatHasEndedIsDropped) {
    loop_->call([&] {
        v1::DoorPipe late;
        late.set_id(7);
        late.set_bytes("late");
        node_->received(late);
    });
    const base::UniqueFd task = connect();
    send(task, "still works");
    (void)accepted(0, "still works");
}

TEST_F(TaskPipesTest, TheTasksOfAHomeFindTheirSocket) {
    const fs::path path = folder_ / "h-1";
    std::ofstream(path) << "left by an agent that was killed";
    std::unique_ptr<TaskSocketListener> listener;
    loop_->call([&] {
        auto opened = TaskSocketListener::open(*loop_, path,
                                               [this](base::UniqueFd task) { node_->add(std::move(task)); });
        ASSERT_TRUE(opened) << opened.error().describe();
        listener = std::move(*opened);
    });
    const auto others = fs::perms::group_all | fs::perms::others_all;
    EXPECT_EQ(fs::status(path).permissions() & others, fs::perms::none);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const base::UniqueFd task(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::connect(task.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    send(task, "hello");
    (void)accepted(0, "hello");
    loop_->call([&] { listener.reset(); });
    EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace trainyard::node
