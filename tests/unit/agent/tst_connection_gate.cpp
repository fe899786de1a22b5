// SPDX-License-Identifier: Apache-2.0
#include "core/agent/connection_gate.h"
#include "tests/support/temp_home.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

const std::string kGreeting = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr auto kPatience = 20s;

class ConnectionGateTest : public ::testing::Test {
  protected:
    void open(const ConnectionGate::Limits& limits) {
        auto opened = ConnectionGate::open(socket(), limits, [this](base::UniqueFd connection) {
            std::lock_guard lock(mutex_);
            admitted_.push_back(std::move(connection));
            changed_.notify_all();
        });
        ASSERT_TRUE(opened) << opened.error().describe();
        gate_ = std::move(*opened);
    }
    std::filesystem::path socket() const { return folder_ / "agent.sock"; }

    base::UniqueFd connect(const std::string& said = "") const {
        base::UniqueFd client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strcpy(address.sun_path, socket().c_str());
        EXPECT_EQ(::connect(client.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        // A connection may be refused before it has sent anything.
        if (!said.empty()) ::send(client.get(), said.data(), said.size(), MSG_NOSIGNAL);
        return client;
    }
    static bool isClosed(const base::UniqueFd& client) {
        pollfd waiting{client.get(), POLLIN, 0};
        if (::poll(&waiting, 1, std::chrono::milliseconds(kPatience).count()) != 1) return false;
        char byte = 0;
        return ::recv(client.get(), &byte, 1, 0) <= 0;
    }
    bool areAdmitted(std::size_t count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kPatience, [&] { return admitted_.size() == count; });
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<base::UniqueFd> admitted_;
    std::unique_ptr<ConnectionGate> gate_;
};

/// R11: said before anything is served, with what to do.
TEST_F(ConnectionGateTest, APathThatNoSocketCanHaveIsRefused) {
    const std::filesystem::path longest = folder_ / std::string(107 - folder_.string().size() - 1, 'x');
    EXPECT_TRUE(ConnectionGate::open(longest, {4, 4, kPatience}, [](base::UniqueFd) {}));
    const auto refused =
        ConnectionGate::open(longest.string() + "x", {4, 4, kPatience}, [](base::UniqueFd) {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "socket.too_long");
    EXPECT_EQ(refused.error().message, "the path of the socket " + longest.string() +
                                           "x is too long (108 bytes, at most 107); choose a shorter one");
}

TEST_F(ConnectionGateTest, AClientOfHttp2IsHandedOverWithAllItHasSaid) {
    open({.perProcess = 4, .total = 8, .greetWithin = 1h});
    struct stat info{};
    ASSERT_EQ(::stat(socket().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    const base::UniqueFd client = connect(kGreeting + "settings");
    ASSERT_TRUE(areAdmitted(1));
    std::string heard(100, '\0');
    heard.resize(static_cast<std::size_t>(::recv(admitted_.front().get(), heard.data(), heard.size(), 0)));
    EXPECT_EQ(heard, kGreeting + "settings");
    gate_.reset();
    EXPECT_FALSE(std::filesystem::exists(socket()));
    EXPECT_EQ(::send(admitted_.front().get(), "x", 1, MSG_NOSIGNAL), 1) << "an admitted one was closed";
}

TEST_F(ConnectionGateTest, GarbageIsClosedAtOnceAndSilenceAfterAWhile) {
    open({.perProcess = 4, .total = 8, .greetWithin = 50ms});
    EXPECT_TRUE(isClosed(connect("GET / HTTP/1.1\r\n\r\n" + std::string(100, 'x'))));
    EXPECT_TRUE(isClosed(connect("PRI * HTTP/2.0")));
    EXPECT_TRUE(isClosed(connect()));
    EXPECT_TRUE(admitted_.empty());
}

TEST_F(ConnectionGateTest, AProcessHasSoManyConnectionsAtOnceAndGetsThemBack) {
    open({.perProcess = 3, .total = 8, .greetWithin = 1h});
    const base::UniqueFd silent = connect();
    std::vector<base::UniqueFd> clients;
    for (std::size_t i = 1; i <= 2; ++i) {
        clients.push_back(connect(kGreeting));
        ASSERT_TRUE(areAdmitted(i));
    }
    EXPECT_TRUE(isClosed(connect(kGreeting)));
    {
        std::lock_guard lock(mutex_);
        admitted_.clear();  // as gRPC does when a client has hung up
    }
    clients.clear();
    for (std::size_t i = 1; i <= 2; ++i) {
        clients.push_back(connect(kGreeting));
        ASSERT_TRUE(areAdmitted(i)) << i;
    }
    EXPECT_TRUE(isClosed(connect(kGreeting)));
}

TEST_F(ConnectionGateTest, ALeftOverSocketIsReplacedAndAnotherFileIsNot) {
    {
        base::UniqueFd dead(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strcpy(address.sun_path, socket().c_str());
        ASSERT_EQ(::bind(dead.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }
    open({.perProcess = 4, .total = 8, .greetWithin = 1h});
    const base::UniqueFd client = connect(kGreeting);
    EXPECT_TRUE(areAdmitted(1));
    const auto refused = ConnectionGate::open(folder_, {4, 8, 1h}, [](base::UniqueFd) {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.text().find("cannot listen on"), std::string::npos);
}

}  // namespace
}  // namespace trainyard::agent
