// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <future>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/timer.h"

namespace trainyard::base {
namespace {

class EventLoopTest : public testing::Test {
  protected:
    void SetUp() override {
        auto loop = EventLoop::start();
        ASSERT_TRUE(loop);
        loop_ = std::move(*loop);
    }
    std::unique_ptr<EventLoop> loop_;
};

TEST_F(EventLoopTest, CallRunsInTheLoop) {
    EXPECT_FALSE(loop_->isInLoop());
    EXPECT_TRUE(loop_->call([this] { return loop_->isInLoop(); }));
    EXPECT_EQ(loop_->call([this] { return loop_->call([] { return 7; }); }), 7) << "from the loop itself";
}

TEST_F(EventLoopTest, EverythingPostedIsRunBeforeTheEnd) {
    int count = 0;
    for (int i = 0; i < 1000; ++i) loop_->post([&] { ++count; });
    loop_.reset();
    EXPECT_EQ(count, 1000);
}

TEST_F(EventLoopTest, TimersComeInTheirOrder) {
    std::string order;
    std::promise<void> done;
    loop_->post([&] {
        loop_->after(std::chrono::milliseconds(20), [&] {
            order += "c";
            done.set_value();
        });
        loop_->after(std::chrono::milliseconds(1), [&] { order += "b"; });
        loop_->after(std::chrono::milliseconds(0), [&] { order += "a"; });
        loop_->cancel(loop_->after(std::chrono::milliseconds(2), [&] { order += "never"; }));
    });
    done.get_future().wait();
    EXPECT_EQ(order, "abc");
}

/// What fifty runs do every tenth of a second is not one pause for everybody else.
TEST_F(EventLoopTest, ACallerWaitsForOneOfTheTimersThatAreDue) {
    std::string order;
    std::promise<void> done;
    loop_->call([&] {
        for (const char timer : {'a', 'b', 'c'})
            loop_->after(std::chrono::milliseconds(0), [&, timer] {
                order += timer;
                loop_->post([&, timer] {
                    order += '-';
                    if (timer == 'c') done.set_value();
                });
            });
    });
    done.get_future().wait();
    EXPECT_EQ(loop_->call([&] { return order; }), "a-b-c-");
}

TEST_F(EventLoopTest, ADescriptorMayBeUnwatchedFromItsOwnCallback) {
    const UniqueFd fd(::eventfd(1, EFD_CLOEXEC));
    int calls = 0;
    loop_->call([&] {
        ASSERT_TRUE(loop_->watch(fd.get(), [&] {
            ++calls;
            loop_->unwatch(fd.get());
        }));
    });
    // The descriptor stays readable; two more rounds of the loop must not call again.
    std::promise<void> later;
    loop_->post([&] { loop_->after(std::chrono::milliseconds(5), [&] { later.set_value(); }); });
    later.get_future().wait();
    EXPECT_EQ(calls, 1);
}

class TimerTest : public EventLoopTest {
  protected:
    void letPass(std::chrono::milliseconds delay) {
        std::promise<void> passed;
        loop_->post([&] { loop_->after(delay, [&] { passed.set_value(); }); });
        passed.get_future().wait();
    }
};

TEST_F(TimerTest, ItsEndCancelsItsCall) {
    int calls = 0;
    auto timer = std::make_unique<Timer>(*loop_);
    loop_->call([&] {
        timer->start(std::chrono::milliseconds(1), [&] { ++calls; });
        EXPECT_TRUE(timer->isPending());
        timer.reset();
    });
    letPass(std::chrono::milliseconds(5));
    EXPECT_EQ(calls, 0);
}

TEST_F(TimerTest, AStartReplacesThePendingCall) {
    std::string called;
    Timer timer(*loop_);
    loop_->call([&] {
        timer.start(std::chrono::milliseconds(1), [&] { called += "a"; });
        timer.start(std::chrono::milliseconds(2), [&] { called += "b"; });
    });
    letPass(std::chrono::milliseconds(5));
    EXPECT_EQ(called, "b");
    loop_->call([&] {
        EXPECT_FALSE(timer.isPending());
        timer.cancel();
    });
}

TEST_F(TimerTest, ItsCallMayStartItAgainOrEndIt) {
    int calls = 0;
    auto timer = std::make_unique<Timer>(*loop_);
    std::promise<void> ended;
    loop_->call([&] {
        timer->start(std::chrono::milliseconds(0), [&] {
            EXPECT_FALSE(timer->isPending());
            ++calls;
            timer->start(std::chrono::milliseconds(0), [&] {
                timer.reset();
                ++calls;
                ended.set_value();
            });
        });
    });
    ended.get_future().wait();
    EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace trainyard::base
