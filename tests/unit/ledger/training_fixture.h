// SPDX-License-Identifier: Apache-2.0
// The loop of the built-in training with a strategy that computes nothing.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "core/base/file.h"
#include "core/engine/ledger/training_loop.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "tests/engine/kept_link.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::engine::testing {

using Steps = std::vector<std::int64_t>;

inline constexpr std::int64_t kSamples = 40, kBatch = 10;  // four steps per epoch

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
    std::vector<double> validationLosses;   ///< of the evaluations, in order; empty: the steps' numbers
    double rate = 0.1;
    int gathered = 0, left = 0, endChanges = 0, idle = 0;
    int idleBeforeStep = 0;  ///< calls that make no step, because a request is pending

    base::Status advance() override {
        if (idle < idleBeforeStep) {
            ++idle;
            return {};
        }
        TY_TRY(loop->beginBatch());
        now += std::chrono::seconds(1);
        course->advance(kBatch);
        const std::int64_t step = course->step();
        const auto loss = losses.contains(step) ? losses.at(step) : static_cast<double>(step);
        open_.push_back({step, 1e9 + static_cast<double>(step), {loss * kBatch, kBatch, {}}});
        ledger->addStepTime(std::chrono::milliseconds(2));
        afterStep(step);
        return loop->endBatch();
    }
    void settle() override { ledger->addSteps(std::exchange(open_, {})); }
    base::Result<StepSums> validate() override {
        const double loss = validationLosses.empty() ? static_cast<double>(course->step())
                                                     : validationLosses.at(evaluations_++);
        return StepSums{100 * loss, 100, {}};
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
    base::Status restoreWeights(const std::filesystem::path& checkpoint) override {
        restored.push_back(checkpoint.filename().string());
        return {};
    }
    std::int64_t startedSteps() const override { return course->step(); }
    std::vector<std::string> restored;  ///< names of checkpoints

  private:
    std::vector<CompletedStep> open_;
    int moments_ = 0;
    std::size_t evaluations_ = 0;
};

/// Keeps what it is given.
class States final : public CheckpointSink {
  public:
    std::vector<checkpoint::TrainState> kept, backups;
    Steps best;
    std::filesystem::path folder;  ///< of checkpoints without tensors; empty: none are written
    void save(const checkpoint::TrainState& state, int, SavesDue due) override {
        if (!folder.empty()) {
            const auto checkpoint = folder / checkpoint::finalName(state.step);
            std::filesystem::create_directories(checkpoint);
            EXPECT_TRUE(
                base::writeFileAtomically(checkpoint / "state.json", *checkpoint::stateToText(state)));
        }
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

inline Steps stepsOf(const std::vector<checkpoint::TrainState>& states) {
    Steps steps;
    for (const auto& state : states) steps.push_back(state.step);
    return steps;
}

/// A training of three epochs, unless the run file says otherwise.
class Training {
  public:
    explicit Training(std::vector<std::string> sets = {}, const checkpoint::TrainState* from = nullptr,
                      bool isChief = true, Callbacks callbacks = {})
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
                                                std::move(callbacks), now, std::chrono::milliseconds(1)});
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

}  // namespace trainyard::engine::testing
