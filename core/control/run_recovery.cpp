// SPDX-License-Identifier: Apache-2.0
// From the end of one attempt to the beginning of the next.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/cancel.h"
#include "core/base/time.h"
#include "core/control/run_controller.h"
#include "core/spec/checkpoint_spec.h"
#include "core/spec/learning_rate.h"

namespace trainyard::control {
namespace {

constexpr double kLongestBackoff = 300;  // seconds

/// 0 for the first restart in a row, then `base` seconds, doubled each time.
double backoffSeconds(int fruitless, double base) {
    if (fruitless < 2) return 0;
    return std::min(kLongestBackoff, base * std::pow(2.0, std::min(fruitless - 2, 30)));
}

/// A task that itself reports that it cannot do what it is asked (docs/commands.md, "Exit codes": usage,
/// refused) would report it again; unreadable data stays unreadable; and the same steps lead to the same NaN,
/// unless on_failure.not_finite cuts the rate.
bool isRefusal(const v1::TaskFailure& failure, const v1::RunSpec& spec) {
    const bool isNotFinite = failure.code() == "loss.not_finite";
    return failure.exit_code() == 2 || failure.exit_code() == 3 || failure.code().starts_with("data.") ||
           (isNotFinite && !spec::rollBackCutOf(spec));
}

}  // namespace

bool RunController::mayRestart() const {
    return relaunch_ == Relaunch::kAllowed && !isFolderLost_ && !stopOrder_ && failure_ &&
           !isRefusal(*failure_, spec_) && plan_.restartsUsed < spec_.on_failure().restarts();
}

/// The NaN guard's other half: what the next attempt, from the newest checkpoint, does differently.
void RunController::cutLearningRate(double factor) {
    auto cut = spec::withScaledRate(spec_, factor);
    const base::Status kept = cut ? keepSpec(std::move(*cut)) : base::Status(base::fail(cut.error()));
    if (!kept) {
        restart_.reset();
        failure_->set_message(
            fmt::format("{}; no other attempt begins: {}", failure_->message(), kept.error().describe()));
        return;
    }
    log_.warn("run.changed", fmt::format("the loss was no number: the next attempt goes on from the newest "
                                         "checkpoint with {:g} times the learning rate",
                                         factor));
}

/// Another attempt that is not counted: it was the agent's doing.
void RunController::restartFreely(const std::string& cause) {
    if (relaunch_ == Relaunch::kRefused) return failFound(cause);
    spdlog::warn("run {}: {}; it begins again", log_.row().id, cause);
    restart_ = Restart{cause, true};
    killEverything();
    endUnlaunched();
}

std::vector<std::filesystem::path> RunController::restoreFolders() const {
    return {checkpointFolderOf(folder_.root, spec_), backupFolderOf(folder_.root, spec_)};
}

/// Everything has ended. Only what has been published by now counts: calls of this attempt are refused from
/// here on.
void RunController::recover() {
    environment_.directory.retire(log_.row().id, plan_.number);
    environment_.onAttemptEnd(log_.row().id, plan_.number);
    dropSockets();
    if (!readToTheEnd()) return;
    if (!restart_) return finish();  // its folder was removed
    isRecovering_ = true;
    tellStarted();
    pump_->tellLastStep();
    // Verifying reads every byte, so it is done outside the loop.
    search_ = std::jthread([this, alive = std::weak_ptr(alive_), &loop = environment_.loop,
                            folders = restoreFolders(), run = log_.row().id, base = plan_.basePath,
                            spec = spec_](std::stop_token stop) {
        // The agent may end meanwhile; the next one searches again.
        const base::CancelScope scope([stop] { return stop.stop_requested(); });
        auto found = std::make_shared<RestoreSearch>(findRestorePoint(folders, run, base, spec));
        loop.post([this, alive, found] {
            if (!alive.expired()) searchOver(*found);
        });
    });
}

void RunController::searchOver(const RestoreSearch& search) {
    for (const auto& damaged : search.damaged) {
        log_.warn("checkpoint.damaged", describe(damaged));
        if (damaged.aside.empty()) continue;
        if (const auto gone = environment_.store.removeCheckpoint(log_.row().id, damaged.path.string());
            !gone)
            spdlog::error("run {}: {}", log_.row().id, gone.error().describe());
    }
    if (stopOrder_ || !restart_) return finish();
    if (search.error) {
        restart_.reset();
        if (!failure_) failure_.emplace();
        failure_->set_message(
            fmt::format("{}; no other attempt begins: {}", failure_->message(), search.error->describe()));
        return finish();
    }
    const AttemptPlan next = nextPlan(search);
    if (next.restorePath.empty())
        log_.warn("restart.from_start", fmt::format("there is no checkpoint to go on from: attempt {} starts "
                                                    "at step 0; checkpoint.every says how often one is saved",
                                                    next.number));
    log_.saveRow();
    log_.whenStored([this, next] { environment_.onNextAttempt(log_.row().id, next); });
}

bool RunController::handOver(const AttemptPlan& next) {
    if (stopOrder_) {
        finish();
        return false;
    }
    spdlog::info("run {}: attempt {} from step {} ({})", log_.row().id, next.number, next.fromStep,
                 next.restorePath);
    countSeconds(next.fromStep);
    isFinished_ = true;
    return true;
}

AttemptPlan RunController::nextPlan(const RestoreSearch& search) const {
    AttemptPlan next;
    next.number = plan_.number + 1;
    next.cause = restart_->cause;
    next.basePath = plan_.basePath;
    next.restartsUsed = plan_.restartsUsed + (restart_->isFree ? 0 : 1);
    const bool hasStepped = pump_->progress().step() > plan_.fromStep;
    next.fruitless = restart_->isFree ? plan_.fruitless : hasStepped ? 1 : plan_.fruitless + 1;
    next.notBefore =
        base::wallNow() +
        (restart_->isFree ? 0 : backoffSeconds(next.fruitless, spec_.on_failure().backoff_seconds()));
    next.isInjectDone = plan_.isInjectDone || hasInjected();
    if (search.found) next.goOnFrom(*search.found);
    return next;
}

bool RunController::hasInjected() const {
    const events::RunProgress& progress = pump_->progress();
    return injectHasHappened(spec_, progress.step(), progress.plan() ? progress.plan()->stepsPerEpoch : 0,
                             failure_ ? failure_->code() : "");
}

double RunController::goodSeconds() const {
    return pump_->progress().stepSeconds();
}

/// Adds this attempt to the goodput. Repeated steps do not count as good: if the next attempt starts at
/// `keptUpTo`, time counts in proportion.
void RunController::countSeconds(std::int64_t keptUpTo) {
    store::RunRow& row = log_.row();
    const events::RunProgress& progress = pump_->progress();
    const std::int64_t reached = progress.step();
    row.goodSeconds += goodSeconds();
    if (reached > keptUpTo) row.goodSeconds *= static_cast<double>(keptUpTo) / static_cast<double>(reached);
    if (row.resumed > 0) row.liveSeconds += base::wallNow() - row.resumed;
    row.resumed = base::wallNow();
}

}  // namespace trainyard::control
