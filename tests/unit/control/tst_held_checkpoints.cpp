// SPDX-License-Identifier: Apache-2.0
// The checkpoints of other runs that runs begin from.
#include <gmock/gmock.h>

#include <thread>

#include "core/control/run/held_checkpoints.h"

namespace trainyard::control {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(HeldCheckpointsTest, OneIsHeldAsLongAsItsHolder) {
    HeldCheckpoints held;
    {
        const auto hold = held.hold("r-2", "/r-1/ckpt-8");
        EXPECT_THAT(held.all(), ElementsAre("/r-1/ckpt-8"));
        EXPECT_EQ(held.holderOf("/r-1/ckpt-8"), "r-2");
        EXPECT_FALSE(held.holderOf("/r-1/ckpt-9"));
    }
    EXPECT_THAT(held.all(), IsEmpty());
    EXPECT_FALSE(held.holderOf("/r-1/ckpt-8"));
}

TEST(HeldCheckpointsTest, TwoRunsHoldOne) {
    HeldCheckpoints held;
    auto first = held.hold("r-2", "/r-1/ckpt-8");
    const auto second = held.hold("r-3", "/r-1/ckpt-8");
    EXPECT_THAT(held.ofOthers("r-2"), ElementsAre("/r-1/ckpt-8"));
    first = {};
    EXPECT_EQ(held.holderOf("/r-1/ckpt-8"), "r-3");
    EXPECT_THAT(held.ofOthers("r-3"), IsEmpty()) << "a run may remove what it alone holds";
    EXPECT_THAT(held.ofOthers("r-2"), ElementsAre("/r-1/ckpt-8"));
}

TEST(HeldCheckpointsTest, AHoldThatIsMovedHoldsOnce) {
    HeldCheckpoints held;
    auto first = held.hold("r-2", "/r-1/ckpt-8");
    HeldCheckpoints::Hold second = std::move(first);
    first = held.hold("r-2", "/r-1/ckpt-9");
    EXPECT_EQ(held.all().size(), 2u);
    second = std::move(first);  // releases what it had
    EXPECT_THAT(held.all(), ElementsAre("/r-1/ckpt-9"));
    HeldCheckpoints::Hold& same = second;
    second = std::move(same);
    EXPECT_THAT(held.all(), ElementsAre("/r-1/ckpt-9"));
    second = {};
    EXPECT_THAT(held.all(), IsEmpty());
}

TEST(HeldCheckpointsTest, MayBeCalledByAnyThread) {
    HeldCheckpoints held;
    const auto hold = [&] {
        for (int i = 0; i < 1000; ++i) {
            const auto one = held.hold("r-2", "/r-1/ckpt-8");
            EXPECT_TRUE(held.holderOf("/r-1/ckpt-8"));
        }
    };
    {
        const std::jthread other(hold);
        hold();
    }
    EXPECT_THAT(held.all(), IsEmpty());
}

}  // namespace
}  // namespace trainyard::control
