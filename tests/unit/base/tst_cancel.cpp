// SPDX-License-Identifier: Apache-2.0
#include "core/base/cancel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace trainyard::base {
namespace {

TEST(Cancel, WithoutAScopeNothingIsCancelled) {
    EXPECT_TRUE(checkCancelled());
}

TEST(Cancel, AScopeThatWasCancelledStaysSo) {
    std::atomic<bool> isCancelled = false;
    const CancelScope scope([&] { return isCancelled.load(); });
    EXPECT_TRUE(checkCancelled());
    isCancelled = true;
    while (checkCancelled()) std::this_thread::yield();  // it asks again after a few milliseconds
    isCancelled = false;
    const Status status = checkCancelled();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Code::kCancelled);
    EXPECT_EQ(status.error().id, "call.cancelled");
}

TEST(Cancel, AnInnerScopeHidesTheOuterOneUntilItEnds) {
    const CancelScope outer([] { return true; });
    {
        const CancelScope inner([] { return false; });
        EXPECT_TRUE(checkCancelled());
    }
    EXPECT_FALSE(checkCancelled());
}

TEST(Cancel, AScopeIsOfItsThreadAlone) {
    const CancelScope scope([] { return true; });
    std::thread([] { EXPECT_TRUE(checkCancelled()); }).join();
    EXPECT_FALSE(checkCancelled());
}

}  // namespace
}  // namespace trainyard::base
