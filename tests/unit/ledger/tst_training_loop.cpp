// SPDX-License-Identifier: Apache-2.0
// The loop of the built-in training with a strategy that computes nothing: each key of a run file that the
// loop implements, for every strategy at once.
#include "core/engine/ledger/training_loop.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/ledger/training_fixture.h"

namespace trainyard::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kBatch;
using testing::KeptLink;
using testing::kSamples;
using testing::Steps;
using testing::stepsOf;
using testing::Training;

TEST(SavePolicy, KnowsWhichWayAMetricImproves) {
    for (const char* shrinking : {"loss", "val_loss", "val_mae", "val_mean_squared_error"}) {
        EXPECT_TRUE(isImprovement({shrinking}, 0.4, 0.5)) << shrinking;
        EXPECT_FALSE(isImprovement({shrinking}, 0.6, 0.5)) << shrinking;
    }
    for (const char* growing : {"accuracy", "val_accuracy", "val_auc"}) {
        EXPECT_TRUE(isImprovement({growing}, 0.6, 0.5)) << growing;
        EXPECT_FALSE(isImprovement({growing}, 0.4, 0.5)) << growing;
    }
    EXPECT_FALSE(isImprovement({"val_loss"}, 0.45, 0.5, 0.1)) << "less than min_delta";
    EXPECT_TRUE(isImprovement({"val_loss"}, 9, std::nullopt));
    for (const double value : {static_cast<double>(NAN), -HUGE_VAL})
        EXPECT_FALSE(isImprovement({"val_loss"}, value, std::nullopt)) << value;
}

TEST(TrainingLoop, ReportsStepsAndEpochs) {
    Training training;
    ASSERT_TRUE(training.run());
    EXPECT_TRUE(training.runner.loop->hasCompleted());
    EXPECT_EQ(training.outcome(), "completed");
    const auto losses = training.series("batch_loss");
    EXPECT_EQ(losses.size(), 12u);
    EXPECT_EQ(losses.at(7), 7);
    EXPECT_EQ(training.series("epoch_loss"),
              (std::map<std::int64_t, double>{{4, 2.5}, {8, 6.5}, {12, 10.5}}));
    const auto plans = training.texts(events::kPlanTag);
    ASSERT_EQ(plans.size(), 1u);
    EXPECT_EQ(events::planFromText(plans[0])->totalSteps, 12);
    EXPECT_THAT(training.warned(), IsEmpty());
}

/// A save at its border takes 100 s here: it is part of no epoch's time, under any strategy.
TEST(TrainingLoop, AnEpochsTimeIsWithoutTheSaveAtItsEnd) {
    Training training;
    ASSERT_TRUE(training.run());
    ASSERT_EQ(training.epochs().size(), 3u);
    for (const auto& epoch : training.epochs()) EXPECT_EQ(epoch.seconds, 4) << epoch.epoch;
}

TEST(TrainingLoop, ThinsOutPointsBySaveSummarySteps) {
    Training training({"train.save_summary_steps=5"});
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.series("batch_loss"), (std::map<std::int64_t, double>{{5, 5}, {10, 10}}));
}

TEST(TrainingLoop, ValidatesEverySoManyEpochs) {
    Training training({"train.validation_freq=2", "train.data.validation={builtin: fashion_mnist_test}"});
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.series("epoch_loss", "validation"), (std::map<std::int64_t, double>{{8, 8}}));
    EXPECT_FALSE(training.epochs()[0].metrics.contains("val_loss"));
    EXPECT_EQ(training.epochs()[1].metrics.at("val_loss"), 8);
}

TEST(TrainingLoop, SavesByStepsAndAtTheEndAndReportsTheCost) {
    Training training({"checkpoint.every={steps: 5}"});
    ASSERT_TRUE(training.run());
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{5, 10, 12}));
    EXPECT_EQ(training.series("checkpoint_stall_ms"),
              (std::map<std::int64_t, double>{{5, 1}, {10, 1}, {12, 1}}));
    EXPECT_EQ(training.series("checkpoint_write_ms").at(10), 2);
    const checkpoint::TrainState& state = training.states.kept[0];
    EXPECT_EQ(state.epoch, 1);
    EXPECT_EQ(state.stepInEpoch, 1);
    EXPECT_EQ(state.consumed, 10);
    EXPECT_EQ(state.position, 50);
    EXPECT_EQ(state.sums.at("loss"), 50) << "the step before the save counts";
    EXPECT_EQ(state.metrics.at("loss"), 5) << "of these weights, not of the epoch before";
}

TEST(TrainingLoop, SavesNothingTwice) {
    Training each({"checkpoint.every={epochs: 1}"});
    ASSERT_TRUE(each.run());
    EXPECT_EQ(stepsOf(each.states.kept), (Steps{4, 8, 12}));
    Training none({"checkpoint.every=never", "checkpoint.final=false"});
    ASSERT_TRUE(none.run());
    EXPECT_THAT(none.states.kept, IsEmpty());
}

TEST(TrainingLoop, KeepsTheBestAndBackups) {
    Training training({"checkpoint.every=never", "checkpoint.best=loss", "checkpoint.final=false",
                       "checkpoint.backup_and_restore={every: {steps: 6}}"});
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.states.best, (Steps{4})) << "later losses are larger";
    EXPECT_EQ(stepsOf(training.states.backups), (Steps{6, 12}));
    EXPECT_EQ(training.states.backups[1].best.at("step"), 4);
}

TEST(TrainingLoop, ResumesInsideAnEpochWithItsSums) {
    Training first({"checkpoint.every={steps: 6}"});
    ASSERT_TRUE(first.run());
    Training second({"checkpoint.every={steps: 6}"}, &first.states.kept[0]);
    ASSERT_TRUE(second.run());
    EXPECT_EQ(second.series("epoch_loss"), (std::map<std::int64_t, double>{{8, 6.5}, {12, 10.5}}));
    EXPECT_EQ(second.series("batch_loss").begin()->first, 7);
}

TEST(TrainingLoop, StopsAfterTheStep) {
    Training training({"checkpoint.every=never"});
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 6) training.runner.asked.stop = StopRequest::kAfterStep;
    };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.outcome(), "stopped");
    EXPECT_FALSE(training.runner.loop->hasCompleted());
    EXPECT_EQ(training.series("batch_loss").size(), 6u) << "the curves end where the training does";
    EXPECT_THAT(training.states.kept, IsEmpty());
}

TEST(TrainingLoop, StopsAfterTheEpoch) {
    Training training({"checkpoint.every=never"});
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 5) training.runner.asked.stop = StopRequest::kAfterEpoch;
    };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.outcome(), "stopped");
    EXPECT_EQ(training.epochs().size(), 2u);
}

const base::Error kFull{base::Code::kResourceExhausted, "cannot write: No space left on device", "disk.full"};
const base::Error kReadOnly{base::Code::kPermissionDenied, "cannot write: Read-only file system"};

/// As a training that ends there would, whatever `checkpoint.every` says.
TEST(TrainingLoop, SavesAtTheEpochItStopsAfter) {
    for (const char* every : {"never", "{steps: 5}", "{epochs: 2}", "{epochs: 1}"}) {
        Training training({fmt::format("checkpoint.every={}", every)});
        training.runner.afterStep = [&](std::int64_t step) {
            if (step == 3) training.runner.asked.stop = StopRequest::kAfterEpoch;
        };
        ASSERT_TRUE(training.run());
        EXPECT_EQ(training.outcome(), "stopped");
        EXPECT_EQ(stepsOf(training.states.kept), (Steps{4})) << every;
    }
    Training none({"checkpoint.every=never", "checkpoint.final=false"});
    none.runner.asked.stop = StopRequest::kAfterEpoch;
    ASSERT_TRUE(none.run());
    EXPECT_THAT(none.states.kept, IsEmpty());
}

TEST(TrainingLoop, AStopAfterTheEpochFailsWithoutItsCheckpoint) {
    Training training({"checkpoint.every=never"});
    training.runner.asked.stop = StopRequest::kAfterEpoch;
    training.states.failures = {kReadOnly};
    const base::Status status = training.run();
    ASSERT_FALSE(status);
    EXPECT_TRUE(status.error().message.text().starts_with("the last checkpoint, of step 4, was not saved"));
}

TEST(TrainingLoop, SavesAndStops) {
    Training training({"checkpoint.every=never", "checkpoint.final=false"});
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 6) training.runner.asked.stop = StopRequest::kSaveAndStop;
    };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.outcome(), "saved");
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{6}));
}

constexpr const char* kWaits =
    "disk.full: the last checkpoint, of step 12, is saved when the disk has free space (to end the run "
    "without "
    "it, stop it with --after now): cannot write: No space left on device";

TEST(TrainingLoop, WaitsForRoomForTheLastCheckpoint) {
    for (const char* isFinal : {"true", "false"}) {  // the epoch's end saves it anyway
        Training training({fmt::format("checkpoint.final={}", isFinal)});
        training.states.failures = {kFull, kFull, kFull};
        ASSERT_TRUE(training.run());
        EXPECT_EQ(training.outcome(), "completed");
        EXPECT_THAT(training.states.failures, IsEmpty());
        EXPECT_THAT(training.warned(), ElementsAre(kWaits)) << "once";
    }
}

TEST(TrainingLoop, FailsWithoutItsLastCheckpoint) {
    Training training;
    training.states.failures = {kFull, kReadOnly};
    const base::Status status = training.run();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().id, "checkpoint.failed");
    EXPECT_EQ(base::exitCode(status.error().code), 1);
    EXPECT_EQ(status.error().describe(),
              "the last checkpoint, of step 12, was not saved, and there is no other; resume the run when "
              "checkpoints can be written: cannot write: Read-only file system");
    EXPECT_FALSE(training.runner.loop->hasCompleted());
    EXPECT_EQ(training.outcome(), "");
}

TEST(TrainingLoop, ASaveAndStopFailsWithoutItsCheckpoint) {
    Training training({"checkpoint.every=never", "checkpoint.final=false"});
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 6) training.runner.asked.stop = StopRequest::kSaveAndStop;
    };
    training.states.failures = {kFull, kReadOnly};
    const base::Status status = training.run();
    ASSERT_FALSE(status);
    EXPECT_TRUE(status.error().message.text().starts_with("the last checkpoint, of step 6, was not saved"));
}

TEST(TrainingLoop, AStopAfterTheStepDoesWithoutTheCheckpointThatWaits) {
    Training training({"checkpoint.every=never", "checkpoint.final=false"});
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 6) training.runner.asked.stop = StopRequest::kSaveAndStop;
    };
    training.link.stop = StopRequest::kAfterStep;
    training.states.failures = {kFull, kFull};
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.outcome(), "stopped");
    EXPECT_EQ(training.states.failures.size(), 1u);
}

TEST(TrainingLoop, PausesAndResumes) {
    Training training;
    training.runner.afterStep = [&](std::int64_t step) { training.runner.asked.wish.isPaused = step == 6; };
    training.runner.whilePaused = [&](int moment) { training.runner.asked.wish.isPaused = moment < 3; };
    ASSERT_TRUE(training.run());
    EXPECT_THAT(training.warned(), ElementsAre("run.changed: paused after step 6",
                                               "run.changed: continued after step 6 (paused for 3000.0 s)"));
    EXPECT_EQ(training.epochs()[1].seconds, 4) << "the pause is part of no epoch";
}

TEST(TrainingLoop, APausedTrainingThatIsStoppedDoesNotResume) {
    Training training;
    training.runner.afterStep = [&](std::int64_t step) { training.runner.asked.wish.isPaused = step == 6; };
    training.runner.whilePaused = [&](int) { training.runner.asked.stop = StopRequest::kAfterStep; };
    ASSERT_TRUE(training.run());
    EXPECT_THAT(training.warned(), ElementsAre("run.changed: paused after step 6"));
    EXPECT_EQ(training.outcome(), "stopped");
}

/// It comes to the end of its epoch only once somebody resumes it.
TEST(TrainingLoop, APausedTrainingThatIsToStopAfterItsEpochStaysPaused) {
    Training training;
    training.runner.afterStep = [&](std::int64_t step) { training.runner.asked.wish.isPaused = step == 6; };
    training.runner.whilePaused = [&](int moment) {
        training.runner.asked.stop = StopRequest::kAfterEpoch;
        training.runner.asked.wish.isPaused = moment < 3;
    };
    ASSERT_TRUE(training.run());
    EXPECT_THAT(training.warned(), ElementsAre("run.changed: paused after step 6",
                                               "run.changed: continued after step 6 (paused for 3000.0 s)"));
    EXPECT_EQ(training.runner.course->step(), 8);
}

/// Under parameter servers nothing is scheduled while a request is pending.
TEST(TrainingLoop, ARequestBeforeAStepFinishesNoEpochTwice) {
    Training training({"checkpoint.every={epochs: 1}"});
    training.runner.idleBeforeStep = 2;
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 4) training.runner.idleBeforeStep = 4;
    };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.epochs().size(), 3u);
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{4, 8, 12}));
}

TEST(TrainingLoop, ChangesTheLearningRateAndTheEnd) {
    Training training({"train.optimizer={sgd: {learning_rate: 0.1}}"});
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 5) training.runner.asked.wish.learningRate = 0.02;
        if (step == 6) training.runner.asked.wish.epochs = 2;
    };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.runner.rate, 0.02);
    EXPECT_EQ(training.runner.endChanges, 1);
    EXPECT_EQ(training.runner.course->step(), 8);
    EXPECT_THAT(training.warned(), ElementsAre("run.changed: learning rate 0.1 → 0.02 from step 6",
                                               "run.changed: epochs 3 → 2 from step 7"));
    const auto plans = training.texts(events::kPlanTag);
    ASSERT_EQ(plans.size(), 2u);
    EXPECT_EQ(events::planFromText(plans[1])->totalSteps, 8);
    EXPECT_EQ(training.states.kept.back().spec.at("train").at("epochs"), 2) << "as a resume will have it";
}

TEST(TrainingLoop, EndsAtALossThatIsNotFiniteBeforeItIsSaved) {
    Training training({"checkpoint.every={steps: 3}"});
    training.runner.losses[6] = NAN;
    const base::Status status = training.run();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().id, "loss.not_finite");
    EXPECT_TRUE(status.error().message.text().starts_with(
        "the loss of step 6 is NaN or infinite in the part of worker:7; checkpoints before it are good"))
        << status.error().message;
    EXPECT_EQ(stepsOf(training.states.kept), (Steps{3}));
    EXPECT_EQ(training.runner.left, 1) << "all processes end together";
}

TEST(TrainingLoop, IgnoresALossThatIsNotFiniteWhereThatIsAskedFor) {
    Training training({"on_failure.not_finite=ignore"});
    training.runner.losses[6] = NAN;
    training.runner.afterStep = [&](std::int64_t step) {
        training.runner.loop->warnIfNotFinite(step, step < 6 ? 1.0 : NAN, "worker:7");
    };
    ASSERT_TRUE(training.run());
    EXPECT_THAT(training.warned(), ElementsAre("loss.not_finite: the loss of step 6 is nan in worker:7"));
}

TEST(TrainingLoop, InterruptsAfterAStepOrAnEpoch) {
    for (const auto& [inject, last] : {std::pair("inject={step: 5}", 5), std::pair("inject={epoch: 1}", 8)}) {
        Training training({inject, "checkpoint.every={epochs: 1}"});
        const base::Status status = training.run();
        ASSERT_FALSE(status) << inject;
        EXPECT_EQ(status.error().id, "inject.interrupt");
        EXPECT_EQ(training.runner.course->step(), last);
        EXPECT_EQ(training.states.kept.back().step, last / 4 * 4) << "what was due is saved";
        EXPECT_EQ(training.outcome(), "") << "it has no result";
    }
}

TEST(TrainingLoop, NamesTheNextBoundary) {
    Training training({"checkpoint.every={steps: 3}", "inject={step: 5}"});
    Steps boundaries{training.runner.loop->nextBoundary()};
    training.runner.afterStep = [&](std::int64_t) {
        boundaries.push_back(training.runner.loop->nextBoundary());
    };
    EXPECT_FALSE(training.run());
    EXPECT_EQ(boundaries, (Steps{3, 3, 3, 4, 5, 6}));
}

TEST(TrainingLoop, MaxStepsEndItInsideAnEpoch) {
    Training training({"train.max_steps=6"});
    ASSERT_TRUE(training.run());
    EXPECT_TRUE(training.runner.loop->hasCompleted());
    EXPECT_EQ(training.epochs().back().step, 6);
    EXPECT_EQ(training.states.kept.back().stepInEpoch, 2) << "a longer training completes the epoch";
    EXPECT_EQ(training.states.kept.back().sums.at("samples"), 20);
}

/// It decides the same, and reports nothing.
TEST(TrainingLoop, AProcessThatIsNotTheChiefIsSilent) {
    Training training({"checkpoint.every={steps: 5}"}, nullptr, /*isChief=*/false);
    training.runner.afterStep = [&](std::int64_t step) {
        if (step == 2) training.runner.asked.wish.epochs = 2;
    };
    ASSERT_TRUE(training.run());
    EXPECT_EQ(training.runner.course->step(), 8);
    EXPECT_EQ(training.runner.gathered, 2) << "after step 5 and at the end";
    EXPECT_THAT(training.warned(), IsEmpty());
    EXPECT_THAT(training.series("batch_loss"), IsEmpty());
    EXPECT_EQ(training.outcome(), "");
}

}  // namespace
}  // namespace trainyard::engine
