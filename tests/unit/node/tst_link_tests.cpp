// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <filesystem>
#include <future>

#include "core/base/time.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/far_node.h"

namespace trainyard::node {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

/// What a machine tests, asked through both doors.
class LinkTestsTest : public testing::TestWithParam<NodeFactory> {
  protected:
    void SetUp() override {
        loop_ = std::move(*base::EventLoop::start());
        node_ = GetParam()(*loop_, {.runs = folder_ / "runs",
                                    .worker = "/bin/false",
                                    .shim = "/bin/false",
                                    .socket = folder_ / "agent.sock",
                                    .clock = [] { return base::wallNow() + 3600; }});
    }
    void TearDown() override {
        node_.reset();
        loop_.reset();
    }
    template <typename Value, typename Ask>
    base::Result<Value> ask(Ask ask) {
        std::promise<base::Result<Value>> answer;
        loop_->call([&] {
            ask([&](base::Result<Value> value) {
                EXPECT_TRUE(loop_->isInLoop());
                answer.set_value(std::move(value));
            });
        });
        return answer.get_future().get();
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<Node> node_;
};

TEST_P(LinkTestsTest, TestsItselfAndALinkToItself) {
    const auto self = ask<SelfTest>([&](auto done) { node_->selfTest(done); });
    ASSERT_TRUE(self);
    EXPECT_TRUE(self->disk) << self->disk.error().message;
    EXPECT_GT(self->diskBytesPerSecond, 0);
    EXPECT_GT(self->diskFreeBytes, 0u);
    EXPECT_EQ(self->libtorch.error().id, "node.not_prepared");
    EXPECT_NEAR(self->clock, base::wallNow() + 3600, 60);
    const auto clock = ask<double>([&](auto done) { node_->readClock(done); });
    EXPECT_NEAR(clock.value_or(0), base::wallNow() + 3600, 60);
    LinkTest test{.address = "127.0.0.1", .token = "secret", .within = 10s};
    const auto port = ask<std::uint16_t>([&](auto done) { node_->awaitLinkTest(test, done); });
    ASSERT_TRUE(port) << port.error().message;
    test.port = *port;
    const auto measured = ask<LinkMeasure>([&](auto done) { node_->testLink(test, done); });
    ASSERT_TRUE(measured) << measured.error().message;
    EXPECT_EQ(measured->interface, "lo");
    EXPECT_GT(measured->roundTrip, 0);
    EXPECT_GT(measured->bytesPerSecond, 0);
    // Nobody awaits another one at that port.
    const auto again = ask<LinkMeasure>([&](auto done) { node_->testLink(test, done); });
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().id, "link.failed");
    EXPECT_THAT(again.error().message, HasSubstr("127.0.0.1 port " + std::to_string(*port)));
}

TEST_P(LinkTestsTest, AnotherProgramIsNotMeasured) {
    LinkTest test{.address = "127.0.0.1", .token = "secret", .within = 300ms};
    const auto port = ask<std::uint16_t>([&](auto done) { node_->awaitLinkTest(test, done); });
    ASSERT_TRUE(port);
    test.port = *port;
    test.token = "guess!";
    const auto measured = ask<LinkMeasure>([&](auto done) { node_->testLink(test, done); });
    ASSERT_FALSE(measured);
    EXPECT_THAT(measured.error().message, HasSubstr("the connection with 127.0.0.1 port"));
}

/// A port that nobody serves: it connects as many as its queue has room for.
class SilentPort {
  public:
    explicit SilentPort(int room) : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        EXPECT_EQ(::bind(listener_.get(), address(), size_), 0);
        EXPECT_EQ(::listen(listener_.get(), room), 0);
        EXPECT_EQ(::getsockname(listener_.get(), address(), &size_), 0);
    }
    void fill() {
        for (int i = 0; i < 4; ++i) {
            queue_.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            ::connect(queue_.back().get(), address(), size_);
        }
    }
    std::uint16_t number() const { return ntohs(place_.sin_port); }

  private:
    sockaddr* address() { return reinterpret_cast<sockaddr*>(&place_); }

    sockaddr_in place_{
        .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t size_ = sizeof place_;
    base::UniqueFd listener_;
    std::vector<base::UniqueFd> queue_;
};

TEST_P(LinkTestsTest, WhatIsConnectedAndNotAnsweredIsLate) {
    SilentPort port(8);
    const LinkTest test{.address = "127.0.0.1", .port = port.number(), .token = "secret", .within = 300ms};
    const auto measured = ask<LinkMeasure>([&](auto done) { node_->testLink(test, done); });
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, base::Code::kDeadlineExceeded);
    EXPECT_EQ(measured.error().id, "link.late");
    EXPECT_THAT(measured.error().message, HasSubstr("no answer from 127.0.0.1 port"));
}

TEST_P(LinkTestsTest, SilenceIsNotAwaitedForLong) {
    // A listener whose queue is full answers nobody, as behind a firewall that drops packets.
    SilentPort port(0);
    port.fill();
    const LinkTest test{.address = "127.0.0.1", .port = port.number(), .token = "secret", .within = 60s};
    const auto began = std::chrono::steady_clock::now();
    const auto measured = ask<LinkMeasure>([&](auto done) { node_->testLink(test, done); });
    EXPECT_LT(std::chrono::steady_clock::now() - began, 30s);
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().id, "link.failed") << "it never came about";
    EXPECT_THAT(measured.error().message, HasSubstr("no answer from 127.0.0.1 port"));
}

INSTANTIATE_TEST_SUITE_P(Local, LinkTestsTest, testing::Values(&makeNodeOf<LocalNode>));
INSTANTIATE_TEST_SUITE_P(Remote, LinkTestsTest, testing::Values(&makeNodeOf<FarNode>));

}  // namespace
}  // namespace trainyard::node
