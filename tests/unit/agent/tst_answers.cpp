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
    Reply first, second;
    EXPECT_TRUE(answers.once("a", &first, act).ok());
    EXPECT_TRUE(answers.once("a", &second, act).ok());
    EXPECT_EQ(acted, 1);
    EXPECT_EQ(second.status(), v1::STOPPING);
    EXPECT_EQ(answers.once("", &first, act).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST(Answers, ARefusalMayBeTriedAgain) {
    Answers<Reply> answers;
    Reply reply;
    EXPECT_FALSE(
        answers
            .once("a", &reply,
                  []() -> base::Result<Reply> { return base::fail(base::Code::kUnavailable, "not now"); })
            .ok());
    EXPECT_TRUE(answers.once("a", &reply, []() -> base::Result<Reply> { return stopping(); }).ok());
}

TEST(Answers, OneCallDoesNotHoldUpAnother) {
    Answers<Reply> answers;
    std::latch isActing(1);
    std::promise<void> mayEnd;
    Reply slow, quick;
    std::jthread first([&] {
        EXPECT_TRUE(answers
                        .once("slow", &slow,
                              [&]() -> base::Result<Reply> {
                                  isActing.count_down();
                                  mayEnd.get_future().wait();
                                  return stopping();
                              })
                        .ok());
    });
    isActing.wait();
    EXPECT_TRUE(answers.once("quick", &quick, []() -> base::Result<Reply> { return stopping(); }).ok());
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
    Reply one, two;
    std::jthread first([&] { EXPECT_TRUE(answers.once("a", &one, act).ok()); });
    isActing.wait();
    std::jthread second([&] { EXPECT_TRUE(answers.once("a", &two, act).ok()); });
    mayEnd.set_value();
    first.join();
    second.join();
    EXPECT_EQ(acted, 1);
    EXPECT_EQ(two.status(), v1::STOPPING);
}

TEST(Answers, AWaitingCallCanBeCancelled) {
    Answers<Reply> answers;
    std::latch isActing(1);
    std::promise<void> mayEnd;
    Reply one, two;
    std::jthread first([&] {
        (void)answers.once("a", &one, [&]() -> base::Result<Reply> {
            isActing.count_down();
            mayEnd.get_future().wait();
            return stopping();
        });
    });
    isActing.wait();
    {
        const base::CancelScope scope([] { return true; });
        const auto status = answers.once("a", &two, []() -> base::Result<Reply> { return stopping(); });
        EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
    }
    mayEnd.set_value();
}

TEST(Answers, AnExceptionFreesItsId) {
    Answers<Reply> answers;
    Reply reply;
    EXPECT_THROW(
        (void)answers.once("a", &reply, []() -> base::Result<Reply> { throw std::runtime_error("broken"); }),
        std::runtime_error);
    EXPECT_TRUE(answers.once("a", &reply, []() -> base::Result<Reply> { return stopping(); }).ok());
}

}  // namespace
}  // namespace trainyard::agent
