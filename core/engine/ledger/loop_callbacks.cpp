// SPDX-License-Identifier: Apache-2.0
// What the training loop does with callbacks.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "core/base/json.h"
#include "core/engine/ledger/training_loop.h"

namespace trainyard::engine {
namespace {

/// The rate that callbacks had set, as the checkpoint has it: {"given": <of the run file then>, "now": …}. If
/// the run file's is another number now, such as one cut by a roll-back, it is changed in proportion.
std::optional<double> rateToResume(const nlohmann::json& rate, const std::optional<double>& given) {
    const auto now = base::numberIn(rate.value("now", nlohmann::json()));
    if (!now) return std::nullopt;
    const nlohmann::json before = rate.value("given", nlohmann::json());
    if (!before.is_number() || !given || before.get<double>() <= 0) return now;
    return *now * (*given / before.get<double>());
}

}  // namespace

void TrainingLoop::addCallbackState(checkpoint::TrainState& state) const {
    if (events_.isEmpty()) return;
    state.callbacks = {{"states", events_.states()}, {"best_step", bestStep_}};
    if (!ownRate_) return;
    state.callbacks["rate"] = {{"given", givenRate_ ? nlohmann::json(*givenRate_) : nlohmann::json()},
                               {"now", base::jsonNumber(*ownRate_)}};
}

base::Status TrainingLoop::beginTraining() {
    if (events_.isEmpty()) return {};
    try {
        TY_TRY(restoreCallbacks());
    } catch (const nlohmann::json::exception& e) {
        return base::fail(
            base::Code::kDataLoss,
            base::say("{}: the state of the callbacks: {}", parts_.restore.string(), base::whyInvalid(e)),
            "checkpoint.damaged");
    }
    return send(&sdk::Callback::onTrainBegin);
}

base::Status TrainingLoop::restoreCallbacks() {
    bestStep_ = callbackStates_.value("best_step", std::int64_t{0});
    TY_TRY(forgetMissingBest());
    TY_TRY(events_.restore(callbackStates_.value("states", nlohmann::json::array()), bestStep_ > 0));
    if (!callbackStates_.contains("rate")) return {};
    ownRate_ = rateToResume(callbackStates_["rate"], givenRate_);
    if (!ownRate_) return {};
    parts_.runner.setLearningRate(*ownRate_);
    spdlog::info("the learning rate is {:g}, which callbacks had set", *ownRate_);
    return {};
}

std::filesystem::path TrainingLoop::bestCheckpoint() const {
    return std::filesystem::path(parts_.link.place().checkpoint_dir()) / checkpoint::finalName(bestStep_);
}

/// A branch has none of the checkpoints of the run that it continues, and after a roll-back a later best may
/// have replaced an earlier one. The chief has the folder; all decide the same.
base::Status TrainingLoop::forgetMissingBest() {
    if (bestStep_ == 0) return {};
    const bool isThere = parts_.isChief && checkpoint::readState(bestCheckpoint());
    TY_ASSIGN(const CallbackRequests found, parts_.runner.agree({.isRestoringBest = isThere}));
    if (found.isRestoringBest) return {};
    warn("callback.no_best",
         base::say("the best checkpoint so far, of step {}, is not in this run's folder: the best is chosen "
                   "from the epochs that follow",
                   bestStep_));
    bestStep_ = 0;
    return {};
}

base::Status TrainingLoop::endTraining() {
    return send(&sdk::Callback::onTrainEnd, parts_.ledger.metrics());
}

base::Status TrainingLoop::beginEpoch() {
    begunEpoch_ = parts_.course.position().epoch;
    return send(&sdk::Callback::onEpochBegin);
}

/// A stop that is requested before a batch takes effect after it.
base::Status TrainingLoop::beginBatch() {
    if (!events_.hasBatches()) return {};
    base::Result<CallbackRequests> requested = events_.send(&sdk::Callback::onBatchBegin);
    if (requested) stopsAfterBatch_ |= std::exchange(requested->isStopping, false);
    return apply(requested);
}

base::Status TrainingLoop::endBatch() {
    if (!events_.hasBatches()) return {};
    parts_.runner.settle();
    TY_TRY(checkFinite());
    base::Result<CallbackRequests> requested =
        events_.send(&sdk::Callback::onBatchEnd, parts_.ledger.takeRecentMetrics());
    if (requested) requested->isStopping |= std::exchange(stopsAfterBatch_, false);
    return apply(requested);
}

base::Status TrainingLoop::send(CallbackEvent event) {
    return apply(events_.send(event));
}

base::Status TrainingLoop::send(CallbackResult event, const sdk::Metrics& metrics) {
    return apply(events_.send(event, metrics));
}

base::Status TrainingLoop::apply(const base::Result<CallbackRequests>& requested) {
    if (!requested) return base::fail(requested.error());
    if (requested->hasFailed) return failed();
    if (requested->learningRate && *requested->learningRate != parts_.runner.learningRate()) {
        spdlog::info("a callback sets the learning rate {:g} → {:g} from step {} on",
                     parts_.runner.learningRate(), *requested->learningRate,
                     parts_.runner.startedSteps() + 1);
        ownRate_ = requested->learningRate;
        parts_.runner.setLearningRate(*ownRate_);
    }
    if (requested->isBest) bestStep_ = parts_.course.step();
    asked_.add({.isKept = requested->isSaving || requested->isBest, .isBest = requested->isBest});
    if (requested->isRestoringBest) restoreBest();
    if (requested->isStopping && !parts_.course.isOver()) endHere();
    return {};
}

/// Pending saves are completed first, as at an interrupt.
base::Status TrainingLoop::failed() {
    parts_.runner.settle();
    finishSaves();
    parts_.runner.leave();
    const base::Words why = events_.takeReason();
    return base::fail(
        base::Code::kAborted,
        why.empty()
            ? base::say("a callback of another task failed after step {}; see its log", parts_.course.step())
            : base::say("a callback failed after step {}: {}", parts_.course.step(), why),
        "callback.failed");
}

void TrainingLoop::endHere() {
    parts_.course.endAt(parts_.runner.startedSteps());
    parts_.ledger.writePlan();
    const base::Words why = events_.takeReason();
    reportChange(why.empty() ? base::say("a callback of another task ends the training after step {}",
                                         parts_.course.totalSteps())
                             : base::say("a callback ends the training after step {}: {}",
                                         parts_.course.totalSteps(), why));
}

void TrainingLoop::restoreBest() {
    if (bestStep_ == parts_.course.step()) return;  // those that there are
    if (bestStep_ == 0) return warn("callback.no_best", "there is no best checkpoint to restore yet");
    finishSaves();
    const std::filesystem::path best = bestCheckpoint();
    const auto state = parts_.isChief ? checkpoint::readState(best) : checkpoint::TrainState();
    const base::Status restored =
        parts_.runner.restoreWeights(parts_.isChief && !state ? std::filesystem::path() : best);
    if (!restored || !state)
        return warn("callback.no_best",
                    base::say("the best weights, of step {}, cannot be restored, and the last ones stay: {}",
                              bestStep_, (restored ? state.error() : restored.error()).words()));
    if (parts_.isChief) parts_.ledger.replaceMetrics(state->metrics);
    spdlog::info("restored the weights of step {}", bestStep_);
    parts_.runner.restartStepClock();
}

}  // namespace trainyard::engine
