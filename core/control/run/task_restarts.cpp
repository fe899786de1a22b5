// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_restarts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/node/loader_error.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

/// How often a restart tries whether a full disk has space again.
constexpr std::chrono::seconds kRestartSpaceInterval{1};

/// Delay before the n-th restart of one task; a program that dies immediately must not be started a hundred
/// times a second.
std::chrono::milliseconds pauseBefore(int restart) {
    return std::chrono::milliseconds(std::min(30'000, 250 << std::min(restart, 10)));
}

}  // namespace

TaskRestarts::TaskRestarts(TaskSet& tasks, const spec::StrategyInfo& strategy, const v1::RunSpec& spec,
                           Calls calls)
    : tasks_(tasks), strategy_(strategy), spec_(spec), calls_(std::move(calls)) {
}

bool TaskRestarts::restartsAlone(const Member& member) const {
    const auto role = strategy_.roles.find(member.plan.role);
    return role != strategy_.roles.end() && !role->second.restartsGroup;
}

/// One that is not started again any more is missed only when it was the last of its role.
bool TaskRestarts::isMissed(const Member& member) const {
    if (member.isEvaluator()) return false;  // training needs none
    return std::ranges::none_of(
        tasks_, [&](const Member& other) { return other.plan.role == member.plan.role && other.isLeft(); });
}

bool TaskRestarts::continuesWithout(Member& member, const base::Words& how) {
    // What a task refuses (docs/commands.md, "Exit codes": usage, refused) it would refuse again.
    const int code = spec::isCommand(spec_) ? 0 : member.row.exitCode;
    const bool isRefusal = code == 2 || code == 3, isNotLoaded = code == node::kNotLoaded;
    const bool wouldRepeat = isRefusal || isNotLoaded || member.isAbandoned;
    if (!restartsAlone(member) || (wouldRepeat && isMissed(member))) return false;
    v1::Problem warning;
    warning.set_severity(v1::Problem::WARNING);
    if (wouldRepeat || member.restarts >= spec_.on_failure().restarts()) {
        if (isMissed(member)) return false;
        warning.set_code("task.gone");
        proto::setMessage(warning, base::say("{}; the other tasks continue without it ({})", how,
                                             member.isAbandoned ? base::Words("there is no machine for it")
                                             : isNotLoaded      ? base::Words("its log says what it lacks")
                                             : isRefusal        ? base::Words("it would refuse again")
                                                         : base::say("its limit of restarts ({}) is reached",
                                                                     member.restarts)));
        calls_.warn(warning);
        return member.isForgiven = true;
    }
    warning.set_code("task.restarted");
    proto::setMessage(warning, base::say("{}; restarting it (restart {} of {}), the other tasks continue",
                                         how, member.restarts + 1, spec_.on_failure().restarts()));
    calls_.warn(warning);
    // Not from here: this is a call of the process object that will be replaced.
    member.restartTimer.start(pauseBefore(member.restarts), [this, &member] { restart(member); });
    return member.isForgiven = true;
}

void TaskRestarts::cancel() {
    isCancelled_ = true;
    for (Member& member : tasks_) member.restartTimer.cancel();
}

void TaskRestarts::restart(Member& member) {
    ++member.restarts;
    launch(member);
}

void TaskRestarts::launch(Member& member) {
    member.beginLife();
    calls_.launch(member, [this, &member](const base::Status& result) { launched(member, result); });
}

void TaskRestarts::launched(Member& member, const base::Status& launched) {
    if (launched || isCancelled_) return;
    member.isOver = true;
    if (base::isDiskFull(launched.error())) return waitForSpace(member, launched.error());
    member.row.state = "failed";
    member.error = launched.error().words();
    calls_.onFailure(launched.error());
}

/// Neither the task nor the run is to blame, so that no restart is used up.
void TaskRestarts::waitForSpace(Member& member, const base::Error& error) {
    member.isForgiven = true;
    if (!std::exchange(hasReportedFull_, true)) {
        v1::Problem warning;
        warning.set_severity(v1::Problem::WARNING);
        warning.set_code("disk.full");
        proto::setMessage(
            warning,
            error.wrap(base::say("{} starts again when the disk has free space", member.row.task)).words());
        calls_.warn(warning);
    }
    member.restartTimer.start(kRestartSpaceInterval, [this, &member] { launch(member); });
}

}  // namespace trainyard::control
