// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>

#include "core/engine/ledger/bunch_times.h"
#include "core/engine/ledger/step_timer.h"
#include "core/engine/train/step_control.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine {
namespace {

using namespace std::chrono_literals;

void runControlled(int ranks, int steps, std::chrono::nanoseconds stepTime,
                   const std::function<void(int rank, const std::vector<StepControl::ReducedStep>&)>& seen) {
    testing::runRanks(
        "multi_worker_mirrored", ranks, {{"timeout_seconds", 60}}, [&](sdk::Strategy& strategy, int rank) {
            StepControl control(strategy, nullptr, rank == 0, 1);
            std::vector<StepControl::ReducedStep> all;
            const auto take = [&](const std::vector<StepControl::ReducedStep>& some) {
                all.insert(all.end(), some.begin(), some.end());
            };
            for (int step = 1; step <= steps; ++step) {
                // Ranks measure different times; only the chief's must count.
                take(control.finishStep(step, StepSums{static_cast<double>(step * (rank + 1)), 2, {{1, 2}}},
                                        stepTime * (rank + 1)));
            }
            take(control.drain());
            seen(rank, all);
        });
}

TEST(StepControl, ReducesEveryStepOnceInOrder) {
    for (const auto stepTime : {1ms, 15ms, 100ms}) {
        runControlled(3, 100, stepTime, [&](int, const std::vector<StepControl::ReducedStep>& all) {
            ASSERT_EQ(all.size(), 100u);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto step = static_cast<double>(i + 1);
                EXPECT_EQ(all[i].step, static_cast<std::int64_t>(i + 1));
                EXPECT_EQ(all[i].sums.loss, step * (1 + 2 + 3));
                ASSERT_EQ(all[i].sums.metrics.size(), 1u);
                EXPECT_EQ(all[i].sums.metrics[0].sum, 3);
                EXPECT_EQ(all[i].sums.samples, 6);
            }
        });
    }
}

TEST(StepControl, TheFirstStepsAreReducedAtOnce) {
    testing::runRanks("multi_worker_mirrored", 2, {{"timeout_seconds", 60}},
                      [&](sdk::Strategy& strategy, int rank) {
                          StepControl control(strategy, nullptr, rank == 0, 1);
                          for (int step = 1; step <= 3; ++step)
                              EXPECT_EQ(control.finishStep(step, StepSums{1, 1, {{1, 1}}}, 1ms).size(), 1u);
                          std::size_t later = 0;
                          for (int step = 4; step <= 43; ++step)
                              later += control.finishStep(step, StepSums{1, 1, {{1, 1}}}, 1ms).size();
                          EXPECT_LT(later, 40u) << "steps of a millisecond are gathered";
                          later += control.drain().size();
                          EXPECT_EQ(later, 40u);
                      });
}

TEST(StepTimer, FindsTheMedianAndSkipsTheWarmUp) {
    StepTimer timer;
    for (int i = 0; i < 10; ++i) timer.add(10s);
    EXPECT_EQ(timer.medianMs(), 0);
    for (int i = 0; i < 101; ++i) timer.add(std::chrono::microseconds(4000 + 10 * i));
    EXPECT_NEAR(timer.medianMs(), 4.5, 4.5 * 0.002);
}

/// Five steps after 24 ms of work, reported within microseconds, except that the reporting thread lost its
/// processor.
TEST(BunchTimes, AGapBetweenReportsIsNoStep) {
    using namespace std::chrono_literals;
    BunchTimes times;
    BunchTimes::TimePoint now{};
    const auto after = [&](std::chrono::nanoseconds pause) { return times.isTogether(now += pause); };
    for (int epoch = 0; epoch < 2; ++epoch) {
        times.start(now);
        EXPECT_FALSE(after(24ms));
        EXPECT_TRUE(after(5us));
        EXPECT_TRUE(after(2ms));
        EXPECT_TRUE(after(5us));
        EXPECT_FALSE(after(20ms)) << "another join";
        now += 1s;  // an evaluation
    }
    // One step after each join, of 1 ms.
    times.start(now);
    for (int i = 0; i < 5; ++i) EXPECT_FALSE(after(1ms));
}

}  // namespace
}  // namespace trainyard::engine
