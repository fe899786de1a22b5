// SPDX-License-Identifier: Apache-2.0
#include "core/base/executor.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <vector>

namespace trainyard::base {
namespace {

TEST(Executor, WorksInOrderOnAThreadOfItsOwn) {
    std::vector<int> order;
    std::promise<std::thread::id> done;
    Executor executor("test");
    for (int i = 0; i < 100; ++i) executor.post([&order, i] { order.push_back(i); });
    executor.post([&done] { done.set_value(std::this_thread::get_id()); });
    EXPECT_NE(done.get_future().get(), std::this_thread::get_id());
    ASSERT_EQ(order.size(), 100U);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(Executor, ItsEndWaitsForTheWorkUnderWayAndDropsTheRest) {
    std::promise<void> begun, mayEnd;
    bool hasEnded = false, hasBegunNext = false;
    std::optional<Executor> executor("test");
    executor->post([&] {
        begun.set_value();
        mayEnd.get_future().wait();
        hasEnded = true;
    });
    const auto kept = std::make_shared<int>(0);
    executor->post([&hasBegunNext, kept] { hasBegunNext = true; });
    begun.get_future().wait();
    std::thread release([&] { mayEnd.set_value(); });
    executor.reset();
    EXPECT_TRUE(hasEnded);
    release.join();
    // The end may come after the release: then the next one may have begun, and it has ended.
    EXPECT_EQ(kept.use_count(), 1) << (hasBegunNext ? "worked and let go of" : "dropped");
}

TEST(Executor, WorkMayPostMore) {
    std::promise<void> done;
    Executor executor("test");
    executor.post([&] { executor.post([&] { done.set_value(); }); });
    done.get_future().wait();
}

}  // namespace
}  // namespace trainyard::base
