// SPDX-License-Identifier: Apache-2.0
// Where numbers too small for their type's normal form are 0 (ADR 165).
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <limits>
#include <thread>

#include "core/engine/model/denormals.h"
#include "core/engine/model/on_threads.h"
#include "tests/engine/thread_count.h"

namespace trainyard::engine {
namespace {

bool areFlushedHere() {
    const volatile float least = std::numeric_limits<float>::min(), half = 0.5F;
    return least * half == 0;
}

TEST(Denormals, AreFlushedOnAllThreadsThatThisOneStarts) {
    ASSERT_FALSE(areFlushedHere());
    std::atomic<int> flushed = 0;
    // This thread's own threads of OpenMP's begin below it, as do a worker's below main().
    std::thread([&] {
        flushDenormals();
        flushed += areFlushedHere();
        std::thread([&] { flushed += areFlushedHere(); }).join();
        const testing::ThreadCount three(3);
        std::latch all(3);
        forEachOnThreads(3, [&](std::int64_t) {
            all.count_down();
            EXPECT_TRUE(testing::isReached(all));  // each is on a thread of its own
            flushed += areFlushedHere();
        });
    }).join();
    EXPECT_EQ(flushed, 5);
    EXPECT_FALSE(areFlushedHere()) << "whoever started it computes as before";
}

}  // namespace
}  // namespace trainyard::engine
