// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/bounded_queue.h"

namespace trainyard::base {
namespace {

TEST(BoundedQueue, NeverGrowsPastItsCapacity) {
    BoundedQueue<int> queue(2);
    EXPECT_TRUE(queue.tryPush(1));
    EXPECT_TRUE(queue.tryPush(2));
    EXPECT_FALSE(queue.tryPush(3));
    EXPECT_EQ(queue.size(), 2u);
    EXPECT_EQ(queue.pop(), 1);
    EXPECT_TRUE(queue.tryPush(4));
    EXPECT_EQ(queue.pop(), 2);
    EXPECT_EQ(queue.pop(), 4);
    EXPECT_EQ(queue.popFor(std::chrono::milliseconds(1)), std::nullopt);
}

TEST(BoundedQueue, CloseLetsWhatIsInsideOut) {
    BoundedQueue<int> queue(4);
    EXPECT_TRUE(queue.push(1));
    queue.close();
    EXPECT_TRUE(queue.isClosed());
    EXPECT_FALSE(queue.push(2));
    EXPECT_FALSE(queue.tryPush(2));
    EXPECT_EQ(queue.pop(), 1);
    EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BoundedQueue, CloseWakesWhoWaits) {
    BoundedQueue<int> empty(1), full(1);
    ASSERT_TRUE(full.push(1));
    std::jthread reader([&] { EXPECT_EQ(empty.pop(), std::nullopt); });
    std::jthread writer([&] { EXPECT_FALSE(full.push(2)); });
    empty.close();
    full.close();
}

TEST(BoundedQueue, PassesEachItemOnceBetweenThreads) {
    BoundedQueue<std::unique_ptr<int>> queue(3);
    constexpr int kItems = 2000, kWriters = 3;
    std::vector<int> seen(kItems * kWriters);
    {
        std::vector<std::jthread> writers;
        for (int w = 0; w < kWriters; ++w)
            writers.emplace_back([&queue, w] {
                for (int i = 0; i < kItems; ++i)
                    EXPECT_TRUE(queue.push(std::make_unique<int>(w * kItems + i)));
            });
        for (int i = 0; i < kItems * kWriters; ++i) ++seen[static_cast<std::size_t>(**queue.pop())];
    }
    EXPECT_EQ(seen, std::vector<int>(kItems * kWriters, 1));
}

}  // namespace
}  // namespace trainyard::base
