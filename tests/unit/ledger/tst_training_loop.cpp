// SPDX-License-Identifier: Apache-2.0
// The loop of the built-in training with a strategy that computes nothing: each key of a run file that the
// loop implements, for every strategy at once.
#include "core/engine/ledger/training_loop.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <functional>
#include <memory>

#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "tests/engine/kept_link.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::KeptLink;
using Steps = std::vector<std::int64_t>;

constexpr std::int64_t kSamples = 40, kBatch = 10;  // four steps per epoch

/// Completes one step per call, in a second of its own clock; its loss is the step's number. As under a
/// strategy that reduces several steps at once, the ledger has them at settle() alone.
class CountingRunner final : public StepRunner {
  public:
    std::optional<Course> course;
    std::optional<Ledger> ledger;
    std::optional<TrainingLoop> loop;
    SteadyClock::time_point now{};
    Requests asked;
    std::function<void(std::int64_t step)> afterStep = [](std::int64_t) {};
    std::function<void(int moment)> whilePaused = [](int) {};
    std::map<std::int64_t, double> losses;  ///< of some steps, other than their numbers
    double rate = 0.1;
    int gathered = 0, left = 0, endChanges = 0, idle = 0;
    int idleBeforeStep = 0;  ///< calls that make no step, because a request is pending

    base::Status advance() override {
        if (idle < idleBeforeStep) {
            ++idle;
            return {};
        }
        now += std::chrono::seconds(1);
        course->advance(kBatch);
        const std::int64_t step = course->step();
        const auto loss = losses.contains(step) ? losses.at(step) : static_cast<double>(step);
        open_.push_back({step, 1e9 + static_cast<double>(step), {loss * kBatch, kBatch, {}}});
        ledger->addStepTime(std::chrono::milliseconds(2));
        afterStep(step);
        return {};
    }
    void settle() override { ledger->addSteps(std::exchange(open_, {})); }
    base::Result<StepSums> validate() override {
        return StepSums{100 * static_cast<double>(course->step()), 100, {}};
    }
    /// Takes long.
    base::Status gather() override {
        now += std::chrono::seconds(100);
        ++gathered;
        return {};
    }
    NotFiniteLoss causeOf(NotFiniteLoss loss) override {
        loss.task = "worker:7";
        loss.tasks = 1;
        return loss;
    }
    void leave() override { ++left; }
    Requests requests() override { return asked; }
    void handleProfile(const ProfileWish&) override {}
    void waitWhilePaused() override {
        now += std::chrono::seconds(1000);
        whilePaused(++moments_);
    }
    double learningRate() const override { return rate; }
    void setLearningRate(double to) override { rate = to; }
    void changeEnd() override { ++endChanges; }
    void restartStepClock() override {}

  private:
    std::vector<CompletedStep> open_;
    int moments_ = 0;
};

/// Keeps what it is given.
class States final : public CheckpointSink {
  public:
    std::vector<checkpoint::TrainState> kept, backups;
    Steps best;
    void save(const checkpoint::TrainState& state, int, SavesDue due) override {
        if (due.isKept) kept.push_back(state);
        if (due.isKept) lastKept_ = state.step;
        if (due.isBackup) backups.push_back(state);
        if (due.isBest) best.push_back(state.step);
        saved_.push_back({state.step, 1, 2});
    }
    void finish() override {}
    base::Status completeLast() override {
        if (failures.empty()) return {};
        const base::Error error = failures.front();
        failures.pop_front();
        return base::fail(error);
    }
    std::deque<base::Error> failures;  ///< of the last save
    std::vector<Saved> takeSaved() override { return std::exchange(saved_, {}); }
    void noteKept(std::int64_t step) override { lastKept_ = step; }
    std::int64_t lastKeptStep() const override { return lastKept_; }

  private:
    std::vector<Saved> saved_;
    std::int64_t lastKept_ = -1;
};

Steps stepsOf(const std::vector<checkpoint::TrainState>& states) {
    Steps steps;
    for (const auto& state : states) steps.push_back(state.step);
    return steps;
}

/// A training of three epochs, unless the run file says otherwise.
class Training {
  public:
    explicit Training(std::vector<std::string> sets = {}, const checkpoint::TrainState* from = nullptr,
                      bool isChief = true)
        : spool_(std::move(*SpoolWriter::create(link.folder / "events"))), isChief_(isChief) {
        sets.insert(sets.begin(), "train.epochs=3");
        const spec::LoadedSpec loaded = spec::loadWith(sets);
        EXPECT_EQ(spec::printed(loaded.problems), "");
        spec = loaded.spec;
        std::optional<data::Progress> resumed;
        if (from) resumed = {from->step, from->epoch, from->stepInEpoch, from->consumed, from->position};
        runner.course = *Course::plan(orderOf(spec, kSamples, kBatch), spec.train(), resumed);
        const auto now = [this] { return runner.now; };
        runner.ledger.emplace(
            Ledger::Parts{spec, *runner.course, isChief ? spool_.get() : nullptr, isChief, {}, 1, 1, 5, now});
        runner.loop.emplace(TrainingLoop::Parts{spec, link, *runner.course, *runner.ledger, runner, isChief,
                                                spec.train().data().has_validation(), from ? "/before" : "",
                                                now, std::chrono::milliseconds(1)});
        if (from) runner.loop->restore(*from, {});
    }
    base::Status run() { return runner.loop->run(isChief_ ? &states : nullptr); }

    /// The steps of a series' points.
    std::map<std::int64_t, double> series(const std::string& tag, const std::string& split = "train") {
        std::map<std::int64_t, double> points;
        for (const events::Event& event : eventsIn(split))
            if (const auto* scalar = std::get_if<events::ScalarEvent>(&event); scalar && scalar->tag == tag)
                points[scalar->step] = scalar->value;
        return points;
    }
    std::vector<std::string> texts(const std::string& tag) {
        std::vector<std::string> texts;
        for (const events::Event& event : eventsIn("train"))
            if (const auto* text = std::get_if<events::TextEvent>(&event); text && text->tag == tag)
                texts.push_back(text->text);
        return texts;
    }
    std::vector<events::EpochRecord> epochs() {
        std::vector<events::EpochRecord> records;
        for (const std::string& text : texts(events::kEpochTag))
            records.push_back(*events::epochFromText(text));
        return records;
    }
    std::string outcome() {
        const auto results = texts(events::kResultTag);
        return results.empty() ? "" : events::resultFromText(results.back())->outcome;
    }
    std::vector<std::string> warned() const {
        std::vector<std::string> texts;
        for (const auto& [code, message] : link.warnings()) texts.push_back(code + ": " + message);
        return texts;
    }

    KeptLink link;
    v1::RunSpec spec;
    CountingRunner runner;
    States states;

  private:
    std::vector<events::Event> eventsIn(const std::string& split) {
        EXPECT_TRUE(spool_->finish());
        std::vector<events::Event> all;
        for (const auto& file : events::eventFilesIn(link.folder / "events" / split)) {
            auto reader = events::EventFileReader::open(file);
            const auto some = reader->readSome();
            all.insert(all.end(), some->begin(), some->end());
        }
        return all;
    }
    std::unique_ptr<SpoolWriter> spool_;
    const bool isChief_;
};

TEST(SavePolicy, KnowsWhichWayAMetricImproves) {
    for (const char* shrinking : {"loss", "val_loss", "val_mae", "val_mean_squared_error"}) {
        EXPECT_TRUE(isImprovement(shrinking, 0.4, 0.5)) << shrinking;
        EXPECT_FALSE(isImprovement(shrinking, 0.6, 0.5)) << shrinking;
    }
    for (const char* growing : {"accuracy", "val_accuracy", "val_auc"}) {
        EXPECT_TRUE(isImprovement(growing, 0.6, 0.5)) << growing;
        EXPECT_FALSE(isImprovement(growing, 0.4, 0.5)) << growing;
    }
    EXPECT_FALSE(isImprovement("val_loss", 0.45, 0.5, 0.1)) << "less than min_delta";
    EXPECT_TRUE(isImprovement("val_loss", 9, std::nullopt));
    for (const double value : {static_cast<double>(NAN), -HUGE_VAL})
        EXPECT_FALSE(isImprovement("val_loss", value, std::nullopt)) << value;
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
    EXPECT_TRUE(status.error().message.starts_with("the last checkpoint, of step 4, was not saved"));
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
    EXPECT_TRUE(status.error().message.starts_with("the last checkpoint, of step 6, was not saved"));
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
    EXPECT_THAT(training.warned(), ElementsAre("run.changed: from step 6 on: learning rate 0.1 → 0.02",
                                               "run.changed: from step 7 on: epochs 3 → 2"));
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
    EXPECT_TRUE(status.error().message.starts_with(
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
