// SPDX-License-Identifier: Apache-2.0
#include "core/agent/answers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <stdexcept>
#include <thread>

#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {
namespace {

using Reply = v1::StopRunReply;

Reply stopping() {
    Reply reply;
    reply.set_status(v1::STOPPING);
    return reply;
}

TEST(Answers, TheSameIdActsOnceAndIsAnsweredTwice) {
    Answers<Reply> answers;
    int acted = 0;
    const auto act = [&]() -> base::Result<Reply> { return ++acted, stopping(); };
    EXPECT_TRUE(answers.once("a", act));
    const auto second = answers.once("a", act);
    ASSERT_TRUE(second);
    EXPECT_EQ(acted, 1);
    EXPECT_EQ(second->status(), v1::STOPPING);
    const auto nameless = answers.once("", act);
    ASSERT_FALSE(nameless);
    EXPECT_EQ(nameless.error().code, base::Code::kInvalidArgument);
}

TEST(Answers, ARefusalMayBeTriedAgain) {
    Answers<Reply> answers;
    EXPECT_FALSE(answers.once(
        "a", []() -> base::Result<Reply> { return base::fail(base::Code::kUnavailable, "not now"); }));
    EXPECT_TRUE(answers.once("a", []() -> base::Result<Reply> { return stopping(); }));
}

TEST(Answers, OneCallDoesNotBlockAnother) {
    Answers<Reply> answers;
    std::latch isActing(1);
    std::promise<void> mayEnd;
    std::jthread first([&] {
        EXPECT_TRUE(answers.once("slow", [&]() -> base::Result<Reply> {
            isActing.count_down();
            mayEnd.get_future().wait();
            return stopping();
        }));
    });
    isActing.wait();
    EXPECT_TRUE(answers.once("quick", []() -> base::Result<Reply> { return stopping(); }));
    mayEnd.set_value();
}

TEST(Answers, TheSecondOfAnIdWaitsForTheFirstAndActsNot) {
    Answers<Reply> answers;
    std::latch isActing(1);
    std::promise<void> mayEnd;
    std::atomic<int> acted = 0;
    const auto act = [&]() -> base::Result<Reply> {
        ++acted;
        isActing.count_down();
        mayEnd.get_future().wait();
        return stopping();
    };
    base::Result<Reply> two;
    std::jthread first([&] { EXPECT_TRUE(answers.once("a", act)); });
    isActing.wait();
    std::jthread second([&] { two = answers.once("a", act); });
    mayEnd.set_value();
    first.join();
    second.join();
    EXPECT_EQ(acted, 1);
    ASSERT_TRUE(two);
    EXPECT_EQ(two->status(), v1::STOPPING);
}

TEST(Answers, AWaitingCallCanBeCancelled) {
    Answers<Reply> answers;
    std::latch isActing(1);
    std::promise<void> mayEnd;
    std::jthread first([&] {
        (void)answers.once("a", [&]() -> base::Result<Reply> {
            isActing.count_down();
            mayEnd.get_future().wait();
            return stopping();
        });
    });
    isActing.wait();
    {
        const base::CancelScope scope([] { return true; });
        const auto cancelled = answers.once("a", []() -> base::Result<Reply> { return stopping(); });
        ASSERT_FALSE(cancelled);
        EXPECT_EQ(cancelled.error().code, base::Code::kCancelled);
    }
    mayEnd.set_value();
}

TEST(Answers, AnExceptionFreesItsId) {
    Answers<Reply> answers;
    EXPECT_THROW((void)answers.once("a", []() -> base::Result<Reply> { throw std::runtime_error("broken"); }),
                 std::runtime_error);
    EXPECT_TRUE(answers.once("a", []() -> base::Result<Reply> { return stopping(); }));
}

}  // namespace
}  // namespace trainyard::agent
