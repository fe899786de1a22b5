// SPDX-License-Identifier: Apache-2.0
// The rendezvous' semantics are c10d::Store's.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "core/agent/rendezvous.h"

namespace trainyard::agent {
namespace {

using Op = v1::StoreRequest;
using Answer = base::Result<v1::StoreReply>;

class RendezvousTest : public testing::Test {
  protected:
    void SetUp() override {
        auto loop = base::EventLoop::start();
        ASSERT_TRUE(loop);
        loop_ = std::move(*loop);
        rendezvous_ = std::make_unique<Rendezvous>(*loop_);
    }
    void TearDown() override { loop_.reset(); }  // its timers hold the rendezvous

    static Op request(Op::Op op, std::vector<std::string> keys, const std::string& value = "") {
        Op request;
        request.set_op(op);
        for (const std::string& key : keys) request.add_keys(key);
        request.set_value(value);
        return request;
    }
    std::future<Answer> ask(const Op& request, const std::string& run = "r", int attempt = 1) {
        auto promise = std::make_shared<std::promise<Answer>>();
        rendezvous_->handle(run, attempt, request,
                            [promise](Answer answer) { promise->set_value(std::move(answer)); });
        return promise->get_future();
    }
    v1::StoreReply now(const Op& request, const std::string& run = "r", int attempt = 1) {
        auto answer = ask(request, run, attempt).get();
        EXPECT_TRUE(answer) << answer.error().describe();
        return answer ? *answer : v1::StoreReply();
    }
    static bool isWaiting(std::future<Answer>& answer) {
        return answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
    }

    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<Rendezvous> rendezvous_;
};

TEST_F(RendezvousTest, GetWaitsForSet) {
    auto first = ask(request(Op::GET, {"a"})), second = ask(request(Op::GET, {"a"}));
    EXPECT_TRUE(isWaiting(first));
    now(request(Op::SET, {"a"}, std::string("\0\xff", 2)));
    EXPECT_EQ(first.get()->value(), std::string("\0\xff", 2));
    EXPECT_EQ(second.get()->value(), std::string("\0\xff", 2));
    EXPECT_EQ(now(request(Op::GET, {"a"})).value().size(), 2u);
}

TEST_F(RendezvousTest, WaitWantsEveryKey) {
    auto waiting = ask(request(Op::WAIT, {"a", "b", "c"}));
    now(request(Op::SET, {"c"}));
    now(request(Op::SET, {"a"}));
    EXPECT_TRUE(isWaiting(waiting));
    EXPECT_FALSE(now(request(Op::CHECK, {"a", "b"})).flag());
    now(request(Op::APPEND, {"b"}, "x"));
    EXPECT_TRUE(waiting.get());
    EXPECT_TRUE(now(request(Op::CHECK, {"a", "b"})).flag());
    EXPECT_EQ(now(request(Op::COUNT, {})).number(), 3);
}

TEST_F(RendezvousTest, AddCountsInDecimalText) {
    Op two = request(Op::ADD, {"n"});
    two.set_amount(2);
    EXPECT_EQ(now(two).number(), 2);
    EXPECT_EQ(now(two).number(), 4);
    EXPECT_EQ(now(request(Op::GET, {"n"})).value(), "4");
    now(request(Op::SET, {"n"}, "many"));
    EXPECT_FALSE(ask(two).get());
}

TEST_F(RendezvousTest, CompareSetAsInC10d) {
    Op change = request(Op::COMPARE_SET, {"k"}, "new");
    change.set_expected("old");
    EXPECT_EQ(now(change).value(), "old") << "an absent key stays absent, and what was expected comes back";
    EXPECT_FALSE(now(request(Op::CHECK, {"k"})).flag());
    now(request(Op::SET, {"k"}, "old"));
    EXPECT_EQ(now(change).value(), "new");
    EXPECT_EQ(now(change).value(), "new") << "what stands is told";
    Op create = request(Op::COMPARE_SET, {"fresh"}, "first");
    EXPECT_EQ(now(create).value(), "first");
}

TEST_F(RendezvousTest, DeleteSaysWhetherItWasThere) {
    now(request(Op::SET, {"k"}, "v"));
    EXPECT_TRUE(now(request(Op::DELETE, {"k"})).flag());
    EXPECT_FALSE(now(request(Op::DELETE, {"k"})).flag());
}

TEST_F(RendezvousTest, RunsAndAttemptsDoNotMeet) {
    now(request(Op::SET, {"k"}, "1"), "r", 1);
    EXPECT_FALSE(now(request(Op::CHECK, {"k"}), "r", 2).flag());
    EXPECT_FALSE(now(request(Op::CHECK, {"k"}), "s", 1).flag());
}

TEST_F(RendezvousTest, AWaitEndsWithItsTimeout) {
    Op wait = request(Op::GET, {"never"});
    wait.set_timeout_ms(1);
    const auto answer = ask(wait).get();
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, base::Code::kDeadlineExceeded);
    EXPECT_EQ(answer.error().message, "never was not set within 1 ms");
}

TEST_F(RendezvousTest, AnAttemptsEndAbortsItsWaits) {
    auto ofThis = ask(request(Op::GET, {"k"})), ofAnother = ask(request(Op::GET, {"k"}), "r", 2);
    rendezvous_->endAttempt("r", 1);
    EXPECT_EQ(ofThis.get().error().code, base::Code::kAborted);
    EXPECT_TRUE(isWaiting(ofAnother));
    EXPECT_EQ(ask(request(Op::SET, {"k"})).get().error().code, base::Code::kAborted);
}

TEST_F(RendezvousTest, ThreeClientsMeet) {
    std::atomic<int> met{0};
    std::vector<std::jthread> clients;
    for (int rank = 0; rank < 3; ++rank)
        clients.emplace_back([&, rank] {
            now(request(Op::SET, {"address/" + std::to_string(rank)}, "host:" + std::to_string(rank)));
            for (int other = 0; other < 3; ++other)
                if (now(request(Op::GET, {"address/" + std::to_string(other)})).value() ==
                    "host:" + std::to_string(other))
                    ++met;
            Op arrive = request(Op::ADD, {"barrier"});
            arrive.set_amount(1);
            if (now(arrive).number() == 3) now(request(Op::SET, {"open"}));
            now(request(Op::WAIT, {"open"}));
        });
    clients.clear();
    EXPECT_EQ(met, 9);
}

}  // namespace
}  // namespace trainyard::agent
