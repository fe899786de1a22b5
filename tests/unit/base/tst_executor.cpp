// SPDX-License-Identifier: Apache-2.0
#include "core/base/loop/executor.h"

#include <gtest/gtest.h>

#include <future>
#include <optional>
#include <thread>
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

TEST(Executor, ItsEndWaitsForAllThatWasPosted) {
    std::promise<void> begun;
    std::promise<void> mayEnd;
    std::vector<int> done;
    std::optional<Executor> executor("test");
    executor->post([&] {
        begun.set_value();
        mayEnd.get_future().wait();
        done.push_back(1);
    });
    executor->post([&] { done.push_back(2); });
    begun.get_future().wait();
    const std::jthread release([&] { mayEnd.set_value(); });
    executor.reset();
    EXPECT_EQ(done, (std::vector<int>{1, 2}));
}

TEST(Executor, WorkMayPostMore) {
    std::promise<void> done;
    Executor executor("test");
    executor.post([&] { executor.post([&] { done.set_value(); }); });
    done.get_future().wait();
}

}  // namespace
}  // namespace trainyard::base
