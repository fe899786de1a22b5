// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_end.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/control/metrics/figures.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::milliseconds kFinishRetry{500};

}  // namespace

AttemptEnd::AttemptEnd(Environment& environment, Attempt attempt)
    : environment_(environment), attempt_(attempt), again_(environment.loop) {
}

v1::RunStatus AttemptEnd::outcome() const {
    return outcomeOf(attempt_.verdict, attempt_.stops.order(), attempt_.pump.progress());
}

std::string AttemptEnd::stage() const {
    const AttemptState& state = attempt_.state;
    if (state.isDone()) return statusName(outcome());
    if (attempt_.stops.order() || (!state.isLive() && !attempt_.verdict.restart))
        return statusName(v1::STOPPING);
    if (attempt_.verdict.restart) return "recovering";
    return state.isEvaluating() ? "evaluating" : attempt_.log.row().status;
}

/// A checkpoint's step is usually reported before it.
void AttemptEnd::proceed() {
    if (attempt_.state.phase() != AttemptPhase::kEnding) return;
    if (hasAllCheckpoints_) return hasNext() ? recover() : finish();
    if (std::exchange(isPublishing_, true)) return;
    attempt_.pump.pump([this](MetricsPump::Read) {
        attempt_.checkpoints.close([this] {
            hasAllCheckpoints_ = true;
            proceed();
        });
    });
}

/// Event files are read to their ends before the end is reported. That waits while the disk is full, and lets
/// others have their turn where there is much to read: proceed() is called again.
void AttemptEnd::readAll(void (AttemptEnd::*next)()) {
    if (std::exchange(isReading_, true)) return;
    for (const Member& member : attempt_.tasks)
        if (member.plan.isChief && member.row.exitCode == 0) attempt_.pump.endOutput();
    // It may have ended before the last of its tasks was launched.
    if (spec::isCommand(attempt_.spec)) attempt_.news.publishStart();
    attempt_.pump.pumpAtEnd([this, next](MetricsPump::Read read) {
        isReading_ = false;
        if (read == MetricsPump::Read::kAll) return (this->*next)();
        again_.start(read == MetricsPump::Read::kInPart ? std::chrono::milliseconds(0) : kFinishRetry,
                     [this] { proceed(); });
    });
}

/// Only what has been published by now counts: calls of this attempt are refused from here on.
void AttemptEnd::retire() {
    const std::string& run = attempt_.log.row().id;
    environment_.directory.retire(run, attempt_.plan.number);
    environment_.onAttemptEnd(run, attempt_.plan.number);
}

void AttemptEnd::recover() {
    readAll(&AttemptEnd::search);
}

void AttemptEnd::search() {
    if (!hasNext()) return finish();  // it was stopped meanwhile, or its folder was removed
    attempt_.state.enter(AttemptPhase::kRecovering);
    retire();
    attempt_.news.publishStart();
    const auto found = [this](const RestoreSearch& search) { planNext(search); };
    if (spec::isCommand(attempt_.spec))
        return attempt_.recovery.searchBy(
            [&store = environment_.store, run = attempt_.log.row().id] { return findReported(store, run); },
            found);
    const auto folders = attempt_.checkpoints.folders();
    if (!folders.empty()) return attempt_.recovery.search(folders, found);
    attempt_.checkpoints.search([this, found](const RestoreSearch& search) {
        // Without one of its own, it begins where its branch did.
        if (search.found || search.error) return found(search);
        attempt_.recovery.search({}, found);
    });
}

void AttemptEnd::planNext(const RestoreSearch& search) {
    Verdict& verdict = attempt_.verdict;
    for (const auto& damaged : search.damaged) {
        attempt_.log.warn("checkpoint.damaged", describe(damaged));
        if (damaged.aside.empty()) continue;
        environment_.disk.post([&store = environment_.store, run = attempt_.log.row().id,
                                path = damaged.path] { forgetCheckpoint(store, run, path); });
    }
    if (hasNext() && search.error) verdict.rejectRestart(*search.error);
    if (!hasNext()) return finish();
    for (const Member& member : attempt_.tasks)
        if (member.started > 0)
            verdict.restart->ranSeconds =
                std::max(verdict.restart->ranSeconds, member.row.ended - member.started);
    const AttemptPlan next = attempt_.recovery.nextPlan(*verdict.restart, attempt_.pump.progress(),
                                                        verdict.failure.value_or(v1::TaskFailure()), search);
    if (next.restorePath.empty() && !spec::isCommand(attempt_.spec))
        attempt_.log.warn("restart.from_start",
                          base::say("there is no checkpoint to continue from: attempt {} starts at step 0; "
                                    "checkpoint.every sets how often one is saved",
                                    next.number));
    attempt_.log.saveRow();
    attempt_.log.whenStored([this, next] { environment_.onNextAttempt(attempt_.log.row().id, next); });
}

bool AttemptEnd::handOver(const AttemptPlan& next) {
    if (!hasNext()) {
        finish();
        return false;
    }
    spdlog::info("run {}: attempt {} from step {} ({})", attempt_.log.row().id, next.number, next.fromStep,
                 next.restorePath);
    countSeconds(attempt_.log.row(), attempt_.pump.progress(), next.fromStep);
    attempt_.state.enter(AttemptPhase::kHandedOver);
    attempt_.supervisor.close();
    return true;
}

void AttemptEnd::finish() {
    if (attempt_.state.isRecovering()) attempt_.state.enter(AttemptPhase::kEnding);
    readAll(&AttemptEnd::close);
}

void AttemptEnd::close() {
    attempt_.state.enter(AttemptPhase::kFinished);
    attempt_.supervisor.close();
    if (!isCompleted(attempt_.pump.progress()) && (outcome() == v1::STOPPED || outcome() == v1::PREEMPTED))
        attempt_.tasks.noteStopped();
    attempt_.tasks.saveUnsaved();
    retire();
    const events::RunProgress& progress = attempt_.pump.progress();
    countSeconds(attempt_.log.row(), progress, progress.step());
    attempt_.news.publishStart();
    environment_.disk.post([root = attempt_.folder.root,
                            measured = measuredOf(attempt_.tasks, progress, attempt_.log.row().replicas,
                                                  attempt_.spec)] { keepMeasured(root, measured); });
    // Published after everything is deleted, so that whoever sees the end finds the folders in their final
    // state.
    using Backup = AttemptCheckpoints::Backup;
    attempt_.checkpoints.clear(outcome() == v1::SUCCEEDED ? Backup::kRemove : Backup::kKeep,
                               [this](const std::string& newest) { publishOutcome(newest); });
}

void AttemptEnd::publishOutcome(const std::string& newest) {
    RunLog& log = attempt_.log;
    v1::RunFinished finished = finishedMessage(attempt_.verdict, attempt_.stops.order(),
                                               attempt_.pump.progress(), attempt_.plan.number);
    finished.set_checkpoint(newest);
    log.row().attempts =
        attempt_.plan.number;  // its number is used up, even if it was stopped before it began
    storeOutcome(log, std::move(finished), [this, &log] {
        spdlog::info("run {} {}", log.row().id, log.row().status);
        environment_.onRunEnd(log.row().id);
    });
}

}  // namespace trainyard::control
