// SPDX-License-Identifier: Apache-2.0
// What is changed of a run while it trains: a pause, the learning rate, the epochs.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/control/bell.h"
#include "core/control/run_file.h"
#include "core/control/run_manager.h"
#include "core/spec/learning_rate.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr double kHighestRate = 1e6;  // as the schema has it
/// How long an answer waits for the step at which a change takes effect; an evaluation may come first.
constexpr std::chrono::seconds kTakenUpWithin{5};

base::Status checkValues(const v1::ChangeRunRequest& request, const store::RunRow& row,
                         const v1::RunSpec& spec) {
    if (const double rate = request.learning_rate(); !(rate >= 0 && rate <= kHighestRate))
        return base::fail(
            Code::kInvalidArgument,
            fmt::format("a learning rate of {:g} is out of range (0 to {:g})", rate, kHighestRate),
            "change.learning_rate");
    if (request.has_epochs() && request.epochs() <= row.epoch)
        return base::fail(Code::kInvalidArgument,
                          fmt::format("{} is in epoch {} already: epochs can be {} or more; `stop {} --after "
                                      "epoch` ends it with this one",
                                      row.id, row.epoch + 1, row.epoch + 1, row.id),
                          "change.epochs");
    const std::int64_t mostSteps = spec.train().max_steps();
    const std::int64_t fewer = std::min(request.epochs(), spec.train().epochs());
    if (request.has_epochs() && mostSteps > 0 && row.stepsPerEpoch > 0 &&
        fewer * row.stepsPerEpoch >= mostSteps)
        return base::fail(
            Code::kInvalidArgument,
            fmt::format("{} ends at step {} (train.max_steps), before epoch {} does: other epochs would "
                        "change nothing; stop it and `resume {} --set train.max_steps=0`",
                        row.id, mostSteps, fewer, row.id),
            "change.epochs");
    return {};
}

}  // namespace

/// Its status, in more detail if the status does not show why something is refused.
std::string RunController::stage() const {
    if (isFinished_) return statusName(outcome());
    if (stopOrder_ || (isEnding_ && !restart_)) return statusName(v1::STOPPING);
    if (restart_) return "recovering";
    return isTrainingOver_ ? "evaluating" : log_.row().status;
}

/// The request is stored in the run's spec before any task receives it, so that in any case the next attempt
/// has it.
base::Result<bool> RunController::change(const v1::ChangeRunRequest& request) {
    store::RunRow& row = log_.row();
    // One that recovers has it from its next attempt on.
    const bool isLeaving = isFinished_ || (isEnding_ && !restart_) || stopOrder_;
    if (isLeaving || isTrainingOver_)
        return base::fail(Code::kFailedPrecondition,
                          fmt::format("{} is {}: only a run that trains can be changed", row.id, stage()),
                          "run.not_running");
    if (!spec_.has_train() || spec_.train().has_program())
        return base::fail(Code::kRefused,
                          fmt::format("{} runs a program of its own, which nobody but itself can pause or "
                                      "change; stop and resume it",
                                      row.id),
                          "not_yet");
    TY_TRY(checkValues(request, row, spec_));
    v1::RunSpec spec = spec_;
    if (request.has_epochs()) spec.mutable_train()->set_epochs(request.epochs());
    if (request.has_learning_rate() && spec::givenLearningRate(spec_) != request.learning_rate())
        spec::setLearningRate(spec, request.learning_rate());
    const bool isNewSpec = spec::toJson(spec) != spec::toJson(spec_);
    if (isNewSpec) TY_TRY(keepSpec(std::move(spec)));
    bool isNewPause = false;
    if (request.pause() != v1::ChangeRunRequest::PAUSE_UNSPECIFIED)
        isNewPause = setPaused(request.pause() == v1::ChangeRunRequest::PAUSE);
    if (!isNewSpec && !isNewPause) return false;
    log_.saveRow();
    environment_.listeners.runChanged(row.id);
    for (const Member& member : members_) sendWishes(member);
    return true;
}

/// The settings of this attempt, and any after it, from here on.
base::Status RunController::keepSpec(v1::RunSpec spec) {
    store::RunRow& row = log_.row();
    const std::string json = spec::toJson(spec).dump();
    TY_TRY(environment_.store.setSpec(row.id, json));
    TY_TRY(writeRunFile(folder_, spec));
    row.specJson = json;
    row.epochs = spec.train().epochs();
    spec_ = std::move(spec);
    return {};
}

/// Paused time counts neither for goodput nor for the elapsed time.
bool RunController::setPaused(bool isPaused) {
    store::RunRow& row = log_.row();
    if (row.isPaused == isPaused) return false;
    const double now = base::wallNow();
    if (isPaused && row.resumed > 0) row.liveSeconds += now - row.resumed;
    row.resumed = isPaused ? 0 : now;
    row.isPaused = isPaused;
    return true;
}

/// Everything, each time: a task applies what is new to it, and one that lost its session may have missed
/// something.
void RunController::sendWishes(const Member& member) const {
    if (!member.session || member.isOver || member.plan.role == "evaluator" || !spec_.has_train()) return;
    v1::TaskCommand pause;
    pause.set_kind(log_.row().isPaused ? v1::TaskCommand::PAUSE : v1::TaskCommand::CONTINUE);
    member.session->send(pause);
    v1::TaskCommand change;
    change.set_kind(v1::TaskCommand::CHANGE);
    change.set_epochs(spec_.train().epochs());
    if (const auto rate = spec::givenLearningRate(spec_)) change.set_learning_rate(*rate);
    member.session->send(change);
}

base::Result<v1::ChangeRunReply> RunManager::change(const v1::ChangeRunRequest& request) {
    const auto bell = std::make_shared<Bell>();
    listeners_.add(request.run(), bell);
    RunController::Taken before;
    TY_ASSIGN(const bool isNew, loop_->call([&]() -> base::Result<bool> {
        const auto found = runs_.find(request.run());
        if (found == runs_.end()) {
            TY_ASSIGN(const auto row, startedRun(request.run()));
            return base::fail(
                Code::kFailedPrecondition,
                fmt::format("{} is {}: only a run that trains can be changed; `resume {} --set` "
                            "goes on with other settings",
                            row.id, row.status, row.id),
                "run.not_running");
        }
        before = found->second->taken();
        return found->second->change(request);
    }));
    v1::ChangeRunReply reply;
    const auto deadline = std::chrono::steady_clock::now() + kTakenUpWithin;
    while (isNew) {
        const auto taken = loop_->call([&]() -> std::optional<RunController::Taken> {
            const auto found = runs_.find(request.run());
            if (found == runs_.end()) return std::nullopt;
            return found->second->taken();
        });
        if (!taken) break;
        reply.set_from_step(taken->step);
        if (taken->changes != before.changes) return reply;
        if (!bell->wait(deadline)) break;
    }
    reply.set_from_step(isNew ? 0 : before.step);
    return reply;
}

}  // namespace trainyard::control
