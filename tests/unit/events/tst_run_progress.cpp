// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/events/run_progress.h"

namespace trainyard::events {
namespace {

using std::chrono::milliseconds;
using Due = RunProgress::Due;

class ProgressTest : public testing::Test {
  protected:
    void plan(std::int64_t stepsPerEpoch) {
        PlanRecord plan;
        plan.stepsPerEpoch = stepsPerEpoch;
        plan.totalSteps = stepsPerEpoch * 10;
        take(TextEvent{kPlanTag, 0, 0, toText(plan)});
    }
    void step(std::int64_t step, double loss) {
        take(ScalarEvent{"batch_loss", step, 0.010 * static_cast<double>(step), loss, false});
    }
    void epoch(int epoch, std::int64_t step, double loss) {
        take(TextEvent{kEpochTag, step, 0, toText(EpochRecord{epoch, step, 1.5, {{"loss", loss}}})});
    }
    void take(const Event& event) {
        past_.push_back(event);
        progress_.take(event, "train", told_);
    }
    std::vector<v1::RunEvent> reportStep(milliseconds at, Due due = Due::kByClock) {
        progress_.reportStep(RunProgress::Clock::time_point(std::chrono::hours(1)) + at, due, told_);
        return std::exchange(told_, {});
    }

    RunProgress progress_;
    std::vector<v1::RunEvent> told_;
    std::vector<Event> past_;
};

TEST_F(ProgressTest, ReportsTheFirstStepAtOnceThenTwoPerSecond) {
    plan(100);
    EXPECT_TRUE(reportStep(milliseconds(0)).empty());
    step(1, 2.0);
    ASSERT_EQ(reportStep(milliseconds(0)).size(), 1u);
    step(2, 1.0);
    EXPECT_TRUE(reportStep(milliseconds(499)).empty());
    ASSERT_TRUE(progress_.nextReport());
    step(3, 0.6);
    const auto told = reportStep(milliseconds(500));
    ASSERT_EQ(told.size(), 1u);
    const v1::StepFinished& last = told[0].step();
    EXPECT_EQ(last.step(), 3);
    EXPECT_EQ(last.step_in_epoch(), 3);
    EXPECT_EQ(last.steps_per_epoch(), 100);
    EXPECT_DOUBLE_EQ(last.metrics().at("loss"), 0.6);
    EXPECT_DOUBLE_EQ(last.epoch_metrics().at("loss"), 1.2);
    EXPECT_NEAR(last.ms_per_step(), 10, 1e-6);
    EXPECT_FALSE(progress_.nextReport());
}

TEST_F(ProgressTest, TheTimeOfTheStepsLeavesPausesOut) {
    plan(100);
    double clock = 10;
    for (std::int64_t done = 1; done <= 40; ++done) {
        clock += done == 21 ? 30 : done > 30 ? 0.02 : 0.01;  // paused once, and slower at the end
        progress_.take(ScalarEvent{"batch_loss", done, clock, 1, false}, "train", told_);
    }
    // 39 steps are timed: 28 of 10 ms, 10 of 20 ms, one that counts as five of the usual ones.
    EXPECT_NEAR(progress_.stepSeconds(), 0.28 + 0.2 + 0.05, 1e-6);
}

/// As a coordinator's loop reports: all steps of an epoch at once, after their join, then an evaluation.
TEST_F(ProgressTest, StepsReportedTogetherShareTheirTime) {
    plan(100);
    double clock = 10;
    for (std::int64_t done = 0; done < 20; done += 5) {
        clock += 0.1;
        for (std::int64_t i = 1; i <= 5; ++i)
            progress_.take(
                ScalarEvent{"batch_loss", done + i, clock + 1e-5 * static_cast<double>(i), 1, false}, "train",
                told_);
        clock += 3;
        progress_.take(TextEvent{kEpochTag, done + 5, clock, toText(EpochRecord{0, done + 5, 3.1, {}})},
                       "train", told_);
    }
    EXPECT_NEAR(progress_.medianMsPerStep(), 20, 0.1);
}

TEST_F(ProgressTest, EpochsCountFromZeroAndMeansStartAgain) {
    plan(2);
    step(1, 4);
    step(2, 2);
    EXPECT_EQ(progress_.epoch(), 0);
    step(3, 1);
    EXPECT_EQ(progress_.epoch(), 1);
    EXPECT_DOUBLE_EQ(reportStep(milliseconds(500)).back().step().epoch_metrics().at("loss"), 1);
}

/// An attempt that continues at the end of the last epoch has nothing to train.
TEST_F(ProgressTest, AfterTheLastEpochThereIsNoOther) {
    PlanRecord plan;
    plan.stepsPerEpoch = 2;
    plan.epochs = 3;
    plan.fromStep = plan.totalSteps = 6;
    plan.fromEpoch = 3;
    progress_ = RunProgress(6, 3);
    take(TextEvent{kPlanTag, 6, 0, toText(plan)});
    EXPECT_EQ(progress_.epoch(), 2);
}

TEST_F(ProgressTest, AnEpochComesAfterItsLastStep) {
    plan(2);
    step(1, 4);
    reportStep(milliseconds(0));
    step(2, 2);
    epoch(0, 2, 3);
    const auto told = std::exchange(told_, {});
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[0].step().step(), 2);
    EXPECT_EQ(told[1].epoch().step(), 2);
    EXPECT_DOUBLE_EQ(progress_.metrics().at("loss"), 3);
}

TEST_F(ProgressTest, ASuccessorReportsOnlyWhatWasNotStored) {
    plan(2);
    for (int i = 1; i <= 4; ++i) step(i, 1);
    epoch(0, 2, 3);
    epoch(1, 4, 2);
    RunProgress successor;
    std::vector<v1::RunEvent> told;
    successor.recover(past_, {0}, told);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].epoch().epoch(), 1);
    EXPECT_EQ(successor.step(), 4);
    EXPECT_FALSE(successor.nextReport()) << "its last step was told before";
    ASSERT_TRUE(successor.plan());
    EXPECT_EQ(successor.plan()->totalSteps, 20);
}

TEST_F(ProgressTest, ADamagedRecordIsComplainedAbout) {
    take(TextEvent{kResultTag, 1, 0, "{"});
    EXPECT_FALSE(progress_.result());
    EXPECT_EQ(progress_.takeComplaints().size(), 1u);
    EXPECT_TRUE(progress_.takeComplaints().empty());
}

}  // namespace
}  // namespace trainyard::events
