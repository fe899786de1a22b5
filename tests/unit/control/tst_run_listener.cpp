// SPDX-License-Identifier: Apache-2.0
// Who is notified of what.
#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "core/base/cancel.h"
#include "core/control/ask/bell.h"
#include "core/control/run/run_listener.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class NotedListener final : public RunListener {
  public:
    void runChanged(const std::string& run) override { noted.push_back("changed " + run); }
    void metricsStored(const std::shared_ptr<const v1::MetricBatch>& batch) override {
        noted.push_back("metrics " + batch->run());
    }
    void progressed(const std::shared_ptr<const v1::Progress>& progress) override {
        noted.push_back("step " + std::to_string(progress->step()));
    }
    void logGrew() override { noted.push_back("log"); }
    std::vector<std::string> noted;
};

/// Counts what is allocated with it and not given back.
template <typename Value>
struct CountingAllocator {
    using value_type = Value;
    explicit CountingAllocator(int& count) : count(&count) {}
    template <typename Other>
    explicit CountingAllocator(const CountingAllocator<Other>& other) : count(other.count) {}
    Value* allocate(std::size_t size) {
        ++*count;
        return std::allocator<Value>().allocate(size);
    }
    void deallocate(Value* value, std::size_t size) {
        --*count;
        std::allocator<Value>().deallocate(value, size);
    }
    bool operator==(const CountingAllocator&) const = default;
    int* count;
};

TEST(RunListenersTest, EachIsNotifiedOfItsRun) {
    RunListeners listeners;
    const auto one = std::make_shared<NotedListener>(), two = std::make_shared<NotedListener>(),
               all = std::make_shared<NotedListener>();
    listeners.add("r-1", one);
    listeners.add("r-2", two);
    listeners.add("", all);
    EXPECT_TRUE(listeners.hasAny("r-1"));
    EXPECT_FALSE(listeners.hasAny("r-3")) << "those of every run want no metrics of it";
    const auto batch = std::make_shared<v1::MetricBatch>();
    batch->set_run("r-1");
    const auto progress = std::make_shared<v1::Progress>();
    progress->set_step(7);
    listeners.runChanged("r-1");
    listeners.metricsStored("r-1", batch);
    listeners.progressed("r-1", progress);
    listeners.logGrew("r-1");
    listeners.runChanged("r-3");
    EXPECT_THAT(one->noted, ElementsAre("changed r-1", "metrics r-1", "step 7", "log"));
    EXPECT_THAT(two->noted, IsEmpty());
    EXPECT_THAT(all->noted, ElementsAre("changed r-1", "changed r-3"));
}

TEST(RunListenersTest, OneThatHasGoneIsNotCalled) {
    RunListeners listeners;
    auto one = std::make_shared<NotedListener>();
    const auto other = std::make_shared<NotedListener>();
    listeners.add("r-1", one);
    listeners.add("r-1", other);
    one.reset();
    listeners.runChanged("r-1");
    EXPECT_THAT(other->noted, ElementsAre("changed r-1"));
    EXPECT_TRUE(listeners.hasAny("r-1"));
}

/// A run that has ended notifies nobody any more.
TEST(RunListenersTest, ThoseOfRunsThatHaveEndedTakeUpNoMemory) {
    RunListeners listeners;
    int kept = 0;
    for (int run = 0; run < 100; ++run) {
        const auto listener = std::allocate_shared<NotedListener>(CountingAllocator<NotedListener>(kept));
        listeners.add("r-" + std::to_string(run), listener);
    }
    EXPECT_LE(kept, 1);
}

/// A listener may follow another run, or its own twice, from inside a notification, and end there.
TEST(RunListenersTest, AListenerMayCallBack) {
    class Calling final : public RunListener {
      public:
        explicit Calling(RunListeners& listeners) : listeners_(listeners) {}
        void runChanged(const std::string&) override {
            listeners_.add("r-2", other);
            self.reset();
        }
        std::shared_ptr<RunListener> self, other = std::make_shared<NotedListener>();

      private:
        RunListeners& listeners_;
    };
    RunListeners listeners;
    auto calling = std::make_shared<Calling>(listeners);
    const std::weak_ptr<Calling> weak = calling;
    calling->self = calling;
    listeners.add("r-1", calling);
    calling.reset();
    listeners.runChanged("r-1");
    EXPECT_TRUE(weak.expired());
    EXPECT_FALSE(listeners.hasAny("r-1"));
}

TEST(RunListenersTest, MayBeCalledByAnyThread) {
    RunListeners listeners;
    const auto last = std::make_shared<NotedListener>();
    listeners.add("last", last);
    {
        std::jthread adding([&] {
            for (int i = 0; i < 1000; ++i) listeners.add("r-1", std::make_shared<NotedListener>());
        });
        for (int i = 0; i < 1000; ++i) listeners.runChanged("r-1");
    }
    listeners.runChanged("last");
    EXPECT_THAT(last->noted, ElementsAre("changed last"));
}

/// Nobody waits for the answer any more: the call ends, and with it the agent that is to end.
TEST(BellTest, WhoIsCancelledDoesNotWaitForTheRing) {
    const auto begin = std::chrono::steady_clock::now();
    const auto deadline = begin + std::chrono::minutes(5);
    Bell bell;
    int asked = 0;
    {
        const base::CancelScope scope([&] { return ++asked > 1; });
        const auto news = bell.await(deadline);
        ASSERT_FALSE(news);
        EXPECT_EQ(news.error().code, base::Code::kCancelled);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
    bell.runChanged("r-1");
    EXPECT_TRUE(bell.await(deadline).value());
    EXPECT_FALSE(bell.await(begin).value()) << "the deadline has passed";
}

}  // namespace
}  // namespace trainyard::control
