// SPDX-License-Identifier: Apache-2.0
// Tasks of roles that are restarted alone: the others go on meanwhile.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "core/control/run_controller.h"

namespace trainyard::control {
namespace {

/// Delay before the n-th restart of one task; a program that dies immediately must not be started a hundred
/// times a second.
std::chrono::milliseconds pauseBefore(int restart) {
    return std::chrono::milliseconds(std::min(30'000, 250 << std::min(restart, 10)));
}

}  // namespace

bool RunController::restartsAlone(const Member& member) const {
    const auto role = strategy_.roles.find(member.plan.role);
    return role != strategy_.roles.end() && !role->second.restartsGroup;
}

/// One that is not started again any more is missed only when it was the last of its role.
bool RunController::isMissed(const Member& member) const {
    if (member.plan.role == "evaluator") return false;  // training needs none
    return std::ranges::none_of(members_, [&](const Member& other) {
        return other.plan.role == member.plan.role && (!other.isOver || other.restartTimer.isPending());
    });
}

/// True: the run continues without the task, which is restarted if `on_failure` has a restart left for it.
bool RunController::goesOnWithout(Member& member, const std::string& how) {
    // What a task refuses (docs/commands.md, "Exit codes": usage, refused) it would refuse again.
    const bool isRefusal = member.row.exitCode == 2 || member.row.exitCode == 3;
    if (!restartsAlone(member) || (isRefusal && isMissed(member))) return false;
    v1::Problem warning;
    warning.set_severity(v1::Problem::WARNING);
    if (isRefusal || member.restarts >= spec_.on_failure().restarts()) {
        if (isMissed(member)) return false;
        warning.set_code("task.gone");
        warning.set_message(fmt::format("{}; the others go on without it ({})", how,
                                        isRefusal
                                            ? "it would refuse again"
                                            : fmt::format("its {} restarts are used up", member.restarts)));
        log_.warn(warning);
        return member.isForgiven = true;
    }
    warning.set_code("task.restarted");
    warning.set_message(fmt::format("{}; it is started again (restart {} of {}), the others go on", how,
                                    member.restarts + 1, spec_.on_failure().restarts()));
    log_.warn(warning);
    // Not from here: this is a call of the process object that will be replaced.
    member.restartTimer.start(pauseBefore(member.restarts), [this, &member] { restartAlone(member); });
    return member.isForgiven = true;
}

void RunController::restartAlone(Member& member) {
    if (isEnding_) return;
    ++member.restarts;
    member.process.reset();
    member.isOver = member.hasJoined = member.isForgiven = false;
    member.isToldSilent = member.isOutOfMemory = false;
    member.error.clear();
    member.errorCode.clear();
    // Of the process before it: by these the new one would have been silent since before it began.
    member.heard.Clear();
    member.heardAt = 0;
    member.usage = {};
    member.row.exitCode = -1;  // unknown until its shim reports one
    member.row.exitSignal = 0;
    member.row.ended = 0;
    member.row.state = "starting";
    std::error_code none;
    std::filesystem::remove(folder_.record(member.plan, plan_.number), none);
    if (const auto launched = launch(member, settingFor(token_)); !launched) {
        spdlog::error("run {}: {}", log_.row().id, launched.error().describe());
        member.isOver = true;
        member.row.state = "failed";
        member.error = launched.error().describe();
        decideFailure();
        finishIfOver();
    }
}

}  // namespace trainyard::control
