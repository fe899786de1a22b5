// SPDX-License-Identifier: Apache-2.0
// A run that makes no progress: what blocks it, and what follows from that.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "core/base/time.h"
#include "core/control/run_controller.h"

namespace trainyard::control {
namespace {

/// When this agent itself was not running (stopped, a laptop asleep), everybody seems to have been silent.
constexpr double kOwnAbsence = 3;
/// The blocking task is named within ten seconds, with or without its stack; on a busy machine the stack
/// comes later.
constexpr std::chrono::seconds kStackPatience{2}, kStackDeadline{15};

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string silentWords(double silent, double limit) {
    return fmt::format(
        "ended by the agent, because it had been silent for {:.0f} s "
        "(on_failure.stall_seconds is {:g})",
        silent, limit);
}

}  // namespace

void RunController::watchStalls() {
    stallLookedAt_ = steadySeconds();
    stallTimer_.start(environment_.patience.stallCheck, [this] {
        if (isEnding_ || isFinished_) return;
        lookForStalls();
        if (!isEnding_) watchStalls();
    });
}

void RunController::lookForStalls() {
    const double now = steadySeconds();
    const double wallAhead = base::wallNow() - now;
    oomKillsBefore_ = std::exchange(oomKillsSeen_, node::oomKills());
    const bool wasAway = now - stallLookedAt_ > kOwnAbsence;
    std::vector<TaskView> views, alone;
    for (Member& member : members_) {
        if (member.isOver) continue;
        if (member.heardAt == 0) {
            if (wasAway && member.launchedAt > 0) member.launchedAt = now;
            endIfNeverHeard(member, now);
            continue;
        }
        if (wasAway) member.heardAt = now;
        lookAgain(member.usage, member.row.pid, now);
        // Only those who take part in collectives wait for one another.
        const bool isAlone = member.plan.rank < 0 || restartsAlone(member);
        TaskView& view = (isAlone ? alone : views).emplace_back();
        view.task = member.row.task;
        view.pid = member.row.pid;
        view.heard = member.heardAt;
        view.phase = member.heard.phase();
        view.call = member.heard.call();
        view.callSince = member.heard.call_since() > 0 ? member.heard.call_since() - wallAhead : 0;
        view.state = member.usage.state;
    }
    const bool isWhole = views.size() > 1 || (views.size() == 1 && members_.size() == 1);
    const auto stall = isWhole && !wasAway && !log_.row().isPaused
                           ? findStall(views, now, environment_.patience.stallSeconds)
                           : std::nullopt;
    if (!stall) toldStall_.clear();
    if (!isWhole) std::ranges::move(views, std::back_inserter(alone));
    if (!wasAway)
        for (const TaskView& view : alone) lookForSilence(view, now);
    if (!stall) return;
    if (const std::string who = stall->task.empty() ? "-" : stall->task; toldStall_ != who) {
        toldStall_ = who;
        tellStall(*stall);
    }
    const double limit = spec_.on_failure().stall_seconds();
    if (limit > 0 && stall->silentSeconds >= limit) endSilent(*stall);
}

/// Of a task that others do not wait for in a call: parameter servers and their workers, evaluators.
void RunController::lookForSilence(const TaskView& view, double now) {
    Member* member = find(view.task);
    const bool isSilent = now - view.heard >= environment_.patience.stallSeconds;
    const bool isNews = isSilent && !member->isToldSilent;
    member->isToldSilent = isSilent;
    if (!isSilent) return;
    const auto stall = findStall({view}, now, environment_.patience.stallSeconds);
    if (!stall) return;
    if (isNews) tellStall(*stall);
    const double limit = spec_.on_failure().stall_seconds();
    if (limit > 0 && stall->silentSeconds >= limit) endSilent(*stall);
}

/// Together with its current function if that is known soon; otherwise that is reported later.
void RunController::tellStall(const Stall& stall) {
    if (stallReadings_.contains(stall.task)) return log_.warn("task.stalled", stall.message);
    std::vector<StackTarget> targets;
    for (const std::string& task : {stall.task, stall.waiting}) {
        if (task.empty()) continue;
        // One that has just ended has none.
        if (const auto found = stackTargets(task)) std::ranges::copy(*found, std::back_inserter(targets));
    }
    StallReading& reading = stallReadings_.try_emplace(stall.task, environment_.loop).first->second;
    reading.stall = stall;
    reading.patience.start(kStackPatience, [this, &reading] {
        reading.isTold = true;
        log_.warn("task.stalled", reading.stall.message);
    });
    reading.thread = std::jthread([this, alive = std::weak_ptr(alive_), &loop = environment_.loop,
                                   task = stall.task, targets](const std::stop_token& stop) {
        const node::StackTool tool{.deadline = kStackDeadline};
        auto read = std::make_shared<std::vector<TaskStacks>>(
            readAll(targets, [&] { return stop.stop_requested(); }, tool));
        loop.post([this, alive, task, read] {
            if (!alive.expired()) stallRead(task, *read);
        });
    });
}

void RunController::stallRead(const std::string& task, const std::vector<TaskStacks>& read) {
    const auto reading = stallReadings_.extract(task);
    const Stall& stall = reading.mapped().stall;
    reading.mapped().patience.cancel();
    if (isFinished_) return;
    std::string where;
    std::vector<std::string> kept;
    for (const TaskStacks& one : read) {
        if (one.target.task == (stall.task.empty() ? stall.waiting : stall.task))
            where = one.stacks ? fmt::format("{} {}", one.target.task, whereItStands(*one.stacks))
                               : fmt::format("where {} stands is not known: {}", one.target.task,
                                             one.stacks.error().describe());
        if (!one.stacks) continue;
        if (const auto written = keep(one, stall.message); written)
            kept.push_back(one.target.task);
        else
            spdlog::error("run {}: stacks are not kept: {}", log_.row().id, written.error().describe());
    }
    if (!kept.empty()) where += fmt::format(" (all stacks: log of {})", fmt::join(kept, ", "));
    if (!reading.mapped().isTold)
        log_.warn("task.stalled", stall.message + (where.empty() ? "" : "; ") + where);
    else if (!where.empty())
        log_.warn("task.stacks", where);
}

/// As if it had died: its exit leads to what a death leads to.
void RunController::endSilent(const Stall& stall) {
    Member* member = find(stall.task);
    if (!member || !member->process || stallReadings_.contains(stall.task)) return;
    member->error = silentWords(stall.silentSeconds, spec_.on_failure().stall_seconds());
    member->errorCode = "task.silent";
    spdlog::warn("run {}: {}: {}", log_.row().id, stall.task, member->error);
    member->process->signal(SIGKILL);
    member->heardAt = member->launchedAt = 0;  // once
}

/// A process that lives and never reports would keep the others in their rendezvous until the strategy's
/// timeout.
void RunController::endIfNeverHeard(Member& member, double now) {
    const double stall = spec_.on_failure().stall_seconds();
    const double limit = std::max(stall, static_cast<double>(environment_.patience.join.count()));
    const double silent = now - member.launchedAt;
    if (stall <= 0 || member.launchedAt == 0 || silent < limit) return;
    // A task that has joined does not report while the others are waited for.
    if (member.hasJoined && !hasAllJoined()) return;
    member.error = member.hasJoined
                       ? silentWords(silent, stall)
                       : fmt::format(
                             "ended by the agent, because it had not joined the run {:.0f} s after its start "
                             "(at most {:g} s; with on_failure.stall_seconds: 0 without a limit)",
                             silent, limit);
    member.errorCode = member.hasJoined ? "task.silent" : "task.not_joined";
    spdlog::warn("run {}: {}: {}", log_.row().id, member.row.task, member.error);
    member.process->signal(SIGKILL);
    member.launchedAt = 0;  // once
}

}  // namespace trainyard::control
