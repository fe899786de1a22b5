// SPDX-License-Identifier: Apache-2.0
// Human-readable numbers, and lines that fit their terminal.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/headless/layout.h"

namespace trainyard::headless {
namespace {

TEST(Layout, NumbersReadAsKerasPrintsThem) {
    EXPECT_EQ(metricText(0.23119), "0.2312");
    EXPECT_EQ(metricText(0), "0.0000");
    EXPECT_EQ(metricText(12.5), "12.5000");
    EXPECT_EQ(metricText(0.00012345), "1.2345e-04");
    EXPECT_EQ(metricText(std::numeric_limits<double>::quiet_NaN()), "nan");
    EXPECT_EQ(metricText(-std::numeric_limits<double>::quiet_NaN()), "nan") << "as 0/0 gives on x86";
    EXPECT_EQ(metricText(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(perStepText(13.4), "13ms/step");
    EXPECT_EQ(perStepText(2100), "2s/step");
    EXPECT_EQ(perStepText(0.25), "250us/step");
    EXPECT_EQ(durationText(12.4), "12s");
    EXPECT_EQ(durationText(185), "3:05");
    EXPECT_EQ(durationText(7385), "2:03:05");
    EXPECT_EQ(durationText(-1), "0s");
    EXPECT_EQ(thousands(9770.4), "9,770");
    EXPECT_EQ(thousands(999), "999");
    EXPECT_EQ(thousands(1234567), "1,234,567");
    EXPECT_EQ(thousands(-1234), "-1,234");
}

TEST(Layout, WidthCountsCodePoints) {
    EXPECT_EQ(displayWidth("━━ a"), 4);
    EXPECT_EQ(cutTo("━━ a", 2), "━━");
    EXPECT_EQ(cutTo("ab", 5), "ab");
}

ProgressLine half() {
    return {.step = 469,
            .steps = 938,
            .seconds = 6,
            .msPerStep = 13,
            .metrics = {{"loss", 0.25}, {"accuracy", 0.9}, {"precision", 0.8}}};
}

TEST(Layout, ABarWithWhatIsLeft) {
    EXPECT_EQ(progressText(half(), 0, false),
              "469/938 ━━━━━━━━━━────────── 6s left 13ms/step · loss: 0.2500 · accuracy: 0.9000 · precision: "
              "0.8000");
    ProgressLine done = half();
    done.step = 938;
    done.isFinished = true;
    done.metrics.clear();
    EXPECT_EQ(progressText(done, 0, false), "938/938 ━━━━━━━━━━━━━━━━━━━━ 6s 13ms/step");
    done.steps = 0;
    EXPECT_EQ(progressText(done, 0, false), "938/? ──────────────────── 6s 13ms/step");
}

TEST(Layout, EveryWidthIsKept) {
    for (int width = 1; width < 140; ++width)
        EXPECT_LE(displayWidth(progressText(half(), width, false)), width) << width;
    EXPECT_EQ(progressText(half(), 60, false), "469/938 ━━━━━━━━━────────── 6s left 13ms/step · loss: 0.2500")
        << "first the bar, then metrics";
}

TEST(Layout, ATableLinesUp) {
    const Table table{{"run", "loss"}, {false, true}, {{"a-1", "0.5"}, {"long-12", "12.25"}}};
    EXPECT_EQ(table.text(), "run       loss\na-1        0.5\nlong-12  12.25\n");
}

}  // namespace
}  // namespace trainyard::headless
