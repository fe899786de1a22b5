// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/stall_watch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <utility>

#include "core/base/time.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/run_stacks.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

/// When this agent itself was not running (stopped, a laptop asleep), everybody seems to have been silent.
constexpr double kOwnAbsence = 3;
/// Seconds between two reports of a task.
constexpr double kReportEvery = 1;
/// The blocking task is named within ten seconds, with or without its stack; on a busy machine the stack
/// comes later.
constexpr std::chrono::seconds kStackPatience{2}, kStackDeadline{15};

/// Since when a task waits in its call, in steady seconds; 0: in none. A report from another machine may come
/// late, of a wait that has ended since, and the clock there may differ.
double callSince(const Member& member, double wallAhead) {
    if (member.reported.call_since() <= 0) return 0;
    const double since = member.reported.call_since() - wallAhead;
    if (member.isHere()) return since;
    return std::clamp(since, member.callSeenAt - kReportEvery, member.callSeenAt);
}

base::Words silentWords(double silent, double limit) {
    return base::say(
        "ended by the agent, because it had been silent for {:.0f} s "
        "(on_failure.stall_seconds is {:g})",
        silent, limit);
}

}  // namespace

StallWatch::StallWatch(base::EventLoop& loop, base::Executor& disk, TaskSet& tasks, std::string run,
                       const v1::RunSpec& spec, const Patience& patience, Calls calls)
    : loop_(loop),
      disk_(disk),
      tasks_(tasks),
      run_(std::move(run)),
      spec_(spec),
      patience_(patience),
      calls_(std::move(calls)),
      timer_(loop),
      lookedAt_(steadySeconds()) {
    if (!calls_.readStacks)
        calls_.readStacks = [&tasks](std::vector<std::string> of, auto done) {
            return tasks.machine().readStacks(std::move(of), kStackDeadline, std::move(done));
        };
}

void StallWatch::start() {
    lookedAt_ = steadySeconds();
    timer_.start(patience_.stallCheck, [this] {
        check();
        tasks_.measure();  // for the next look
        start();
    });
}

void StallWatch::stop() {
    timer_.cancel();
    measuring_.reset();
}

void StallWatch::close() {
    stop();
    isClosed_ = true;
}

void StallWatch::check() {
    const double now = steadySeconds();
    const double wallAhead = base::wallNow() - now;
    const bool wasAway = now - lookedAt_ > kOwnAbsence || !calls_.isServing();
    if (spec::isCommand(spec_)) return checkOutput(now, wasAway);
    std::vector<TaskView> views, alone;
    for (Member& member : tasks_) {
        if (member.isOver) continue;
        const bool isBehind = member.machine->isBehind(member.row.task);
        const bool isDeaf = wasAway || isBehind;
        if (isBehind) {  // it may have ended long ago
            member.reported.clear_call();
            member.reported.clear_call_words();
        }
        if (member.reportedAt == 0) {
            if (isDeaf && member.launchedAt > 0) member.launchedAt = now;
            endIfNeverReported(member, now);
            continue;
        }
        if (isDeaf) member.reportedAt = now;
        // Only those that take part in collectives wait for one another.
        const bool isAlone = member.plan.rank < 0 || calls_.isAlone(member);
        TaskView& view = (isAlone ? alone : views).emplace_back();
        view.task = member.row.task;
        view.pid = member.row.pid;
        view.reportedAt = member.reportedAt;
        view.phase = member.reported.phase();
        view.call = proto::fromMessage(member.reported.call_words(), member.reported.call());
        view.callSince = callSince(member, wallAhead);
        view.state = member.usage.state;
    }
    const bool isWhole = views.size() > 1 || (views.size() == 1 && tasks_.size() == 1);
    const auto stall = isWhole && !wasAway && !calls_.isPaused()
                           ? findStall(views, now, patience_.stallSeconds)
                           : std::nullopt;
    if (!stall) nameBlocking("");
    if (!wasAway) {
        const auto find = [&](const TaskView& view) {
            return findStall({view}, now, patience_.stallSeconds);
        };
        for (const TaskView& view : alone) checkAlone(view, find(view));
        if (isWhole) views.clear();
        for (const TaskView& view : views) {
            auto silence = find(view);
            // In a call it waits for tasks that have not reported yet.
            if (silence && silence->silentSeconds == 0) silence.reset();
            checkAlone(view, silence);
        }
    }
    if (!stall) return;
    if (const std::string who = stall->task.empty() ? "-" : stall->task; reported_ != who) {
        nameBlocking(who);
        report(*stall);
    }
    const double limit = spec_.on_failure().stall_seconds();
    if (limit > 0 && stall->silentSeconds >= limit) endSilent(*stall);
}

/// What a command's tasks print and log shows that they are alive. Parameter servers and evaluators wait in
/// silence.
void StallWatch::checkOutput(double now, bool wasAway) {
    if (measuring_) return;  // the disk is slow
    measuring_ = std::make_shared<int>(0);
    std::map<std::string, std::filesystem::path> logs;
    for (const Member& member : tasks_)
        if (!member.isOver) logs[member.row.task] = member.row.log;
    const auto measure = [logs = std::move(logs)] {
        std::map<std::string, std::uintmax_t> printed;
        for (const auto& [task, log] : logs) {
            std::error_code error;
            const std::uintmax_t bytes = std::filesystem::file_size(log, error);
            if (!error) printed[task] = bytes;
        }
        return printed;
    };
    onDisk(disk_, loop_, measuring_, measure, [this, now, wasAway](const auto& printed) {
        measuring_.reset();
        judgeOutput(printed, now, wasAway);
    });
}

void StallWatch::judgeOutput(const std::map<std::string, std::uintmax_t>& printed, double now, bool wasAway) {
    const double limit = spec_.on_failure().stall_seconds();
    for (Member& member : tasks_) {
        if (member.isOver) continue;
        const auto bytes = printed.find(member.row.task);
        const bool hasPrinted = bytes != printed.end() &&
                                std::exchange(printed_[member.row.task], bytes->second) != bytes->second;
        const bool isDeaf = wasAway || member.machine->isBehind(member.row.task);
        if (isDeaf || hasPrinted || member.reportedAt == 0 || calls_.isPaused()) member.reportedAt = now;
        member.reportedAt = std::max(member.reportedAt, calls_.heardAt());
        const double silent = now - member.reportedAt;
        if (limit <= 0 || member.plan.rank < 0 || silent < limit) continue;
        member.error = silentWords(silent, limit);
        member.errorCode = "task.silent";
        spdlog::warn("run {}: {}: {}", run_, member.row.task, member.error);
        calls_.kill(member);
        member.reportedAt = 0;  // once
    }
    calls_.onSample();
}

void StallWatch::nameBlocking(const std::string& task) {
    reported_ = task;
    for (Member& member : tasks_) member.isBlocking = member.row.task == task;
}

/// Of a task that others do not wait for in a call: parameter servers and their workers, evaluators.
void StallWatch::checkAlone(const TaskView& view, const std::optional<Stall>& stall) {
    Member* member = tasks_.find(view.task);
    const bool wasStalled = std::exchange(member->isStalled, stall.has_value());
    if (!stall) return;
    if (!wasStalled) report(*stall);
    const double limit = spec_.on_failure().stall_seconds();
    if (limit > 0 && stall->silentSeconds >= limit) endSilent(*stall);
}

/// Together with its current function if that is known soon; otherwise that is reported later.
void StallWatch::report(const Stall& stall) {
    if (readings_.contains(stall.task)) return calls_.warn("task.stalled", stall.message);
    std::vector<std::string> targets;
    for (const std::string& task : {stall.task, stall.waiting}) {
        if (task.empty()) continue;
        // One that has just ended has none.
        if (const auto found = tasks_.running(task)) std::ranges::copy(*found, std::back_inserter(targets));
    }
    Reading& reading = readings_.try_emplace(stall.task, loop_).first->second;
    reading.stall = stall;
    reading.patience.start(kStackPatience, [this, &reading] {
        reading.isReported = true;
        calls_.warn("task.stalled", reading.stall.message);
    });
    reading.handle =
        calls_.readStacks(std::move(targets), [this, alive = std::weak_ptr(alive_), task = stall.task](
                                                  const std::vector<node::TaskStacks>& stacks) {
            if (!alive.expired()) stacksRead(task, stacks);
        });
}

void StallWatch::stacksRead(const std::string& task, const std::vector<node::TaskStacks>& read) {
    const auto reading = readings_.extract(task);
    const Stall& stall = reading.mapped().stall;
    reading.mapped().patience.cancel();
    if (isClosed_) return;
    keepStacks(stall, reading.mapped().isReported, read);
}

/// Reported once they are in the tasks' logs.
void StallWatch::keepStacks(const Stall& stall, bool isReported, const std::vector<node::TaskStacks>& read) {
    base::Words where;
    std::vector<std::pair<node::TaskStacks, std::filesystem::path>> toKeep;
    for (const node::TaskStacks& one : read) {
        if (one.task == (stall.task.empty() ? stall.waiting : stall.task))
            where = one.stacks ? whereItStands(one.task, *one.stacks)
                               : base::say("the position of {} is unknown: {}", one.task,
                                           one.stacks.error().words());
        const Member* member = tasks_.find(one.task);
        // The log of a task on another machine is a copy, which nothing may be added to.
        if (one.stacks && member && member->isHere()) toKeep.emplace_back(one, member->row.log);
    }
    const auto write = [run = run_, why = stall.message, toKeep = std::move(toKeep)] {
        std::vector<std::string> kept;
        for (const auto& [stacks, log] : toKeep)
            if (const auto written = keep(stacks, log, why); written)
                kept.push_back(stacks.task);
            else
                spdlog::error("run {}: stacks are not kept: {}", run, written.error().describe());
        return kept;
    };
    onDisk(disk_, loop_, alive_, write,
           [this, message = stall.message, isReported, where](const std::vector<std::string>& kept) {
               if (isClosed_) return;
               const base::Words all =
                   kept.empty() ? where
                                : base::say("{} (all stacks: log of {})", where, fmt::join(kept, ", "));
               if (!isReported)
                   calls_.warn("task.stalled", all.empty() ? message : base::say("{}; {}", message, all));
               else if (!all.empty())
                   calls_.warn("task.stacks", all);
           });
}

/// As if it had died.
void StallWatch::endSilent(const Stall& stall) {
    Member* member = tasks_.find(stall.task);
    if (!member || readings_.contains(stall.task)) return;
    member->error = silentWords(stall.silentSeconds, spec_.on_failure().stall_seconds());
    member->errorCode = "task.silent";
    spdlog::warn("run {}: {}: {}", run_, stall.task, member->error);
    calls_.kill(*member);
    member->reportedAt = member->launchedAt = 0;  // once
}

/// A process that lives and never reports would keep the others in their rendezvous until the strategy's
/// timeout.
void StallWatch::endIfNeverReported(Member& member, double now) {
    const double stall = spec_.on_failure().stall_seconds();
    const double limit = std::max(stall, static_cast<double>(patience_.join.count()));
    const double silent = now - member.launchedAt;
    if (stall <= 0 || member.launchedAt == 0 || silent < limit) return;
    // A task that has joined does not report while the others are waited for.
    if (member.hasJoined && !tasks_.haveJoined()) return;
    member.error = member.hasJoined
                       ? silentWords(silent, stall)
                       : base::say(
                             "ended by the agent, because it had not joined the run {:.0f} s after its start "
                             "(at most {:g} s; with on_failure.stall_seconds: 0 without a limit)",
                             silent, limit);
    member.errorCode = member.hasJoined ? "task.silent" : "task.not_joined";
    spdlog::warn("run {}: {}: {}", run_, member.row.task, member.error);
    calls_.kill(member);
    member.launchedAt = 0;  // once
}

}  // namespace trainyard::control
