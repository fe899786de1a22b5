// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.h"

#include <gtest/gtest.h>

namespace trainyard::base {
namespace {

TEST(Time, IsRfc3339InUtc) {
    EXPECT_EQ(rfc3339(WallTime{}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(rfc3339(WallTime{std::chrono::milliseconds(1795250760123)}), "2026-11-21T08:46:00.123Z");
}

TEST(Time, SecondsComeBackToTheMicrosecond) {
    // A double of today's seconds has steps of 0.24 µs.
    const WallTime time{std::chrono::milliseconds(1795250760250)};
    EXPECT_NEAR(wallSeconds(time), 1795250760.25, 1e-6);
    EXPECT_LT(std::chrono::abs(fromWallSeconds(wallSeconds(time)) - time), std::chrono::microseconds(1));
}

}  // namespace
}  // namespace trainyard::base
