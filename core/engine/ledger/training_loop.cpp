// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/training_loop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/run/checkpoint_spec.h"

namespace trainyard::engine {
namespace {}  // namespace

TrainingLoop::TrainingLoop(Parts parts)
    : parts_(std::move(parts)),
      savePolicy_(parts_.spec),
      interrupt_(parts_.spec, parts_.link.place()),
      events_(std::move(parts_.callbacks), parts_.course, parts_.spec, parts_.runner, parts_.link),
      givenRate_(spec::givenLearningRate(parts_.spec)),
      checkedAt_(parts_.course.step()),
      hasCheckpoint_(!parts_.restore.empty()) {
}

void TrainingLoop::restore(const checkpoint::TrainState& state, const std::vector<base::Words>& changed) {
    parts_.ledger.restore(state);
    savePolicy_.restoreBest(state.best);
    const data::Progress& start = parts_.course.order().start;
    spdlog::info("continues after step {} (epoch {}, {} consumed) from {}", start.step, start.epoch + 1,
                 base::counted(start.position, "sample"), parts_.restore.string());
    callbackStates_ = state.callbacks;
    if (!changed.empty())
        warn("resume.changed", base::say("not as in the checkpoint: {}", base::joined(changed, "; ")));
}

base::Status TrainingLoop::run(CheckpointSink* sink) {
    sink_ = sink;
    Course& course = parts_.course;
    if (parts_.restore.parent_path() == parts_.link.place().checkpoint_dir()) {
        keptAt_ = course.step();
        if (sink_) sink_->noteKept(course.step());
    }
    parts_.ledger.writePlan();
    if (const auto text = data::shortEpoch(parts_.spec.train().steps_per_epoch(), course.epochs()))
        warn("data.short_epoch", *text);
    parts_.link.setPhase("training");
    TY_TRY(beginTraining());
    parts_.ledger.startEpochClock();
    parts_.runner.restartStepClock();
    while (!course.isOver()) {
        if (begunEpoch_ != course.position().epoch) TY_TRY(beginEpoch());
        if (course.isOver()) break;
        TY_TRY(parts_.runner.advance());
        const bool isEpochEnd = course.isEpochEnd();
        if (course.step() > checkedAt_) {  // else a request came before the first step
            const std::optional<int> ended = isEpochEnd ? std::optional(course.lastEpoch()) : std::nullopt;
            if (ended)
                TY_TRY(finishEpoch(*ended));
            else
                TY_TRY(saveIfDue(ended));
            TY_TRY(interruptIfDue(ended));
            checkedAt_ = course.step();
        }
        TY_ASSIGN(const bool isContinuing, continues(isEpochEnd));
        if (!isContinuing) return {};
    }
    TY_TRY(endTraining());
    if (parts_.spec.checkpoint().final()) TY_TRY(saveAtEnd());
    TY_TRY(completeLast());
    finish("completed");
    hasCompleted_ = true;
    return {};
}

std::int64_t TrainingLoop::nextBoundary() const {
    const Course& course = parts_.course;
    const std::int64_t step = course.step();
    std::int64_t next = std::min(course.totalSteps(), course.epochs().endOf(course.epochs().epochOf(step)));
    next = std::min(next, savePolicy_.nextStep(step));
    if (interrupt_.step() && *interrupt_.step() > step) next = std::min(next, *interrupt_.step());
    return next;
}

base::Status TrainingLoop::finishEpoch(int epoch) {
    parts_.runner.settle();
    TY_TRY(checkFinite());
    const double seconds = parts_.ledger.epochSeconds();
    TY_ASSIGN(const std::optional<StepSums> validation, evaluate(epoch));
    parts_.ledger.finishEpoch(seconds, validation);
    if (parts_.course.beginEpoch()) parts_.ledger.clearEpoch();
    // Decided by what the epoch has measured, whatever weights a callback puts in their place.
    SavesDue due = savePolicy_.after(checkedAt_, parts_.course.step(), epoch, parts_.ledger.metrics());
    TY_TRY(send(&sdk::Callback::onEpochEnd, parts_.ledger.metrics()));
    due.add(std::exchange(asked_, {}));
    if (due.any()) TY_TRY(saveNow(due));
    parts_.ledger.startEpochClock();
    parts_.runner.restartStepClock();
    return {};
}

base::Result<std::optional<StepSums>> TrainingLoop::evaluate(int epoch) {
    if (!parts_.hasValidation || (epoch + 1) % std::max(1, parts_.spec.train().validation_freq()) != 0)
        return std::nullopt;
    TY_TRY(send(&sdk::Callback::onEvaluationBegin));
    parts_.link.setPhase("evaluating");
    TY_ASSIGN(StepSums sums, parts_.runner.validate());
    parts_.link.setPhase("training");
    TY_TRY(send(&sdk::Callback::onEvaluationEnd, parts_.ledger.validationMetrics(sums)));
    return sums;
}

base::Status TrainingLoop::saveIfDue(std::optional<int> endedEpoch) {
    SavesDue due = savePolicy_.after(checkedAt_, parts_.course.step(), endedEpoch, parts_.ledger.metrics());
    due.add(std::exchange(asked_, {}));
    if (!due.any()) return {};
    parts_.runner.settle();  // the epoch's sums so far are part of the state
    TY_TRY(checkFinite());
    return saveNow(due);
}

base::Status TrainingLoop::saveNow(SavesDue due) {
    TY_TRY(parts_.runner.gather());
    if (sink_) save(due);
    if (due.isKept) keptAt_ = parts_.course.step();
    return send(&sdk::Callback::onSave);
}

base::Status TrainingLoop::saveAtEnd() {
    SavesDue due{.isKept = true};
    due.add(std::exchange(asked_, {}));
    TY_TRY(parts_.runner.gather());
    if (sink_ && sink_->lastKeptStep() != parts_.course.step()) save(due);
    if (std::exchange(keptAt_, parts_.course.step()) == parts_.course.step()) return {};
    return send(&sdk::Callback::onSave);
}

/// No later save makes up for one of the step that the training ends with.
base::Status TrainingLoop::completeLast() {
    const std::int64_t step = parts_.course.step();
    if (!sink_ || sink_->lastKeptStep() != step) return {};
    parts_.link.setPhase("saving");
    const base::Status saved = writeOnceThereIsRoom(
        parts_.link,
        base::say("the last checkpoint, of step {}, is saved when the disk has free space (to end the run "
                  "without it, stop it with --after now)",
                  step),
        [this] { return sink_->completeLast(); }, parts_.roomInterval);
    reportSaves();
    if (saved) return {};
    return base::fail(lastNotSaved(saved.error()));
}

base::Error TrainingLoop::lastNotSaved(const base::Error& why) const {
    std::optional<checkpoint::Listed> newest;
    for (const std::string& folder : {parts_.link.place().checkpoint_dir(), parts_.link.place().backup_dir()})
        for (checkpoint::Listed& one : checkpoint::list(folder))
            if (!newest || one.save > newest->save) newest = std::move(one);
    base::Error error = why.wrap(
        newest ? base::say("the last checkpoint, of step {}, was not saved; the newest is {}; resume the "
                           "run when checkpoints can be written again",
                           parts_.course.step(), newest->path.string())
               : base::say("the last checkpoint, of step {}, was not saved, and there is no other; "
                           "resume the run when checkpoints can be written",
                           parts_.course.step()));
    error.code = base::Code::kAborted;
    error.id = kLastNotSavedId;
    return error;
}

void TrainingLoop::save(SavesDue due) {
    parts_.link.setPhase("saving");
    sink_->save(state(), parts_.course.lastEpoch(), due);
    parts_.link.setPhase("training");
    parts_.runner.restartStepClock();
    reportSaves();
}

checkpoint::TrainState TrainingLoop::state() const {
    checkpoint::TrainState state = parts_.ledger.state();
    state.best = savePolicy_.best();
    addCallbackState(state);
    return state;
}

void TrainingLoop::reportSaves() {
    for (const CheckpointSink::Saved& saved : sink_->takeSaved()) {
        hasCheckpoint_ = true;
        parts_.ledger.addSave(saved.step, saved.stallMs, saved.writeMs);
    }
}

void TrainingLoop::finishSaves() {
    if (!sink_) return;
    sink_->finish();
    reportSaves();
}

base::Status TrainingLoop::checkFinite() {
    if (parts_.ledger.notFiniteStep() == 0 || !spec::stopsOnNotFinite(parts_.spec)) return {};
    finishSaves();
    const NotFiniteLoss loss = parts_.runner.causeOf(
        {.step = parts_.ledger.notFiniteStep(), .task = {}, .tasks = 0, .hasCheckpoint = hasCheckpoint_});
    parts_.runner.leave();
    return base::fail(notFiniteError(loss));
}

void TrainingLoop::warnIfNotFinite(std::int64_t step, double loss, const std::string& task) {
    if (std::isfinite(loss) || std::exchange(hasWarned_, true)) return;
    const base::Words text = base::say("the loss of step {} is {} in {}", step, loss, task);
    spdlog::warn("{}", text);
    parts_.link.sendWarning("loss.not_finite", text);
}

/// Pending saves are completed first.
base::Status TrainingLoop::interruptIfDue(std::optional<int> endedEpoch) {
    const auto interrupted = interrupt_.after(checkedAt_, parts_.course.step(), endedEpoch);
    if (!interrupted) return {};
    parts_.runner.settle();
    finishSaves();
    parts_.runner.leave();
    return base::fail(*interrupted);
}

/// Handles what was requested. False: the training has ended here.
base::Result<bool> TrainingLoop::continues(bool isEpochEnd) {
    const Course& course = parts_.course;
    std::optional<SteadyClock::time_point> pausedAt;
    for (;;) {
        const Requests requests = parts_.runner.requests();
        if (requests.stop != StopRequest::kNone &&
            (requests.stop != StopRequest::kAfterEpoch || isEpochEnd)) {
            TY_TRY(stop(requests.stop));
            return false;
        }
        apply(requests.wish);
        parts_.runner.handleProfile(requests.wish.profile);
        if (!requests.wish.isPaused || course.isOver()) break;
        if (pausedAt) {
            parts_.runner.waitWhilePaused();
            continue;
        }
        parts_.runner.settle();  // the curves end where the training does
        TY_TRY(checkFinite());
        pausedAt = parts_.now();
        parts_.link.setPhase(kPausedPhase);
        reportChange(base::say("paused after step {}", course.step()));
    }
    if (pausedAt) {
        const auto paused = parts_.now() - *pausedAt;
        parts_.link.setPhase("training");
        parts_.ledger.skipTime(paused);
        parts_.runner.restartStepClock();
        reportChange(base::say("continued after step {} (paused for {:.1f} s)", course.step(),
                               std::chrono::duration<double>(paused).count()));
    }
    return true;
}

/// After an epoch with the checkpoint that the end of the training would have.
base::Status TrainingLoop::stop(StopRequest request) {
    parts_.runner.settle();
    TY_TRY(endTraining());
    bool isSaved = false;
    if (request == StopRequest::kSaveAndStop ||
        (request == StopRequest::kAfterEpoch && parts_.spec.checkpoint().final())) {
        TY_TRY(checkFinite());
        TY_TRY(saveAtEnd());
        const base::Status saved = completeLast();
        isSaved = saved.has_value();
        // Whoever stops it again, at once, does without the checkpoint.
        if (!saved && parts_.link.stopRequest() != StopRequest::kAfterStep) return base::fail(saved.error());
    }
    finish(isSaved && request == StopRequest::kSaveAndStop ? "saved" : "stopped");
    return {};
}

bool TrainingLoop::isNewRate(const Wish& wish) const {
    return wish.learningRate && wish.learningRate != givenRate_;
}

bool TrainingLoop::isNewEnd(const Wish& wish) const {
    return wish.epochs && *wish.epochs != parts_.spec.train().epochs();
}

bool TrainingLoop::isPending(const Wish& wish) const {
    return wish.isPaused || isNewRate(wish) || isNewEnd(wish);
}

void TrainingLoop::apply(const Wish& wish) {
    std::vector<base::Words> changes;
    if (isNewRate(wish)) {
        changes.push_back(
            base::say("learning rate {:g} → {:g}", parts_.runner.learningRate(), *wish.learningRate));
        parts_.runner.setLearningRate(*wish.learningRate);
        ownRate_.reset();  // the user's counts from now on
        spec::setLearningRate(parts_.spec, *wish.learningRate);
        givenRate_ = wish.learningRate;
    }
    if (isNewEnd(wish)) {
        changes.push_back(base::say("epochs {} → {}", parts_.spec.train().epochs(), *wish.epochs));
        parts_.spec.mutable_train()->set_epochs(*wish.epochs);
        parts_.course.setEpochs(*wish.epochs);
        parts_.runner.changeEnd();
        parts_.ledger.writePlan();
    }
    if (!changes.empty())
        reportChange(base::say("{} from step {}", base::joined(changes, ", "), parts_.course.step() + 1));
}

/// Every process logs it, the chief reports it.
void TrainingLoop::reportChange(const base::Words& what) {
    spdlog::info("{}", what);
    if (parts_.isChief) parts_.link.sendWarning("run.changed", what);
}

void TrainingLoop::warn(const std::string& code, const base::Words& message) {
    if (!parts_.isChief) return;
    spdlog::warn("{}", message);
    parts_.link.sendWarning(code, message);
}

void TrainingLoop::finish(const std::string& outcome) {
    parts_.link.setPhase("finishing");
    finishSaves();
    if (const auto monitor = savePolicy_.takeMissingMonitor())
        warn("checkpoint.no_metric",
             base::say("checkpoint.best is {}, which no epoch had: no checkpoint was kept as the best",
                       *monitor));
    parts_.ledger.writeResult(outcome);
}

}  // namespace trainyard::engine
