// SPDX-License-Identifier: Apache-2.0
// How tasks end, and what that makes of the run.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/control/figures.h"
#include "core/control/run_controller.h"
#include "core/node/log_file.h"
#include "core/node/task_sockets.h"
#include "core/spec/checkpoint_spec.h"

namespace trainyard::control {
namespace {

/// SIGTERM first, so that a program can clean up; the whole shutdown stays within two seconds.
constexpr std::chrono::milliseconds kKillGrace{1000};
/// How long to wait for the exits of other tasks to show whether a task whose exit was not observed had
/// finished its work.
constexpr std::chrono::milliseconds kLostGrace{1500};
/// How long a run waits, when a task has ended because it lost another, for that other's own end.
constexpr std::chrono::milliseconds kCauseGrace{3000};
constexpr std::chrono::milliseconds kFinishRetry{500};
constexpr int kLastLogLines = 20;

std::string howItEnded(const store::TaskRow& row, bool isOutOfMemory) {
    const std::string who = fmt::format("{} (pid {})", row.task, row.pid);
    if (isOutOfMemory)
        return fmt::format(
            "{} was killed by signal {} ({}), by the kernel, which ran out of memory: give it a smaller "
            "batch, fewer tasks a machine, or more memory",
            who, row.exitSignal, node::signalName(row.exitSignal));
    if (row.exitSignal != 0)
        return fmt::format("{} was killed by signal {} ({})", who, row.exitSignal,
                           node::signalName(row.exitSignal));
    if (row.exitCode >= 0) return fmt::format("{} exited with code {}", who, row.exitCode);
    return fmt::format("{} is gone, and nobody saw how: its shim (pid {}) had ended before it", who,
                       row.shimPid);
}

/// What a task says that another's death has ended.
bool isConsequence(const std::string& errorCode) {
    return errorCode == "comm.peer_lost" || errorCode == "ps.lost";
}

}  // namespace

void RunController::ended(Member& member, const TaskEnd& end) {
    member.isOver = true;
    member.session.reset();
    member.row.ended = end.exit ? end.exit->ended : base::wallNow();
    if (end.exit) {
        member.row.exitCode = end.exit->code;
        member.row.exitSignal = end.exit->signal;
        member.isOutOfMemory = end.exit->signal == SIGKILL && node::oomKills() > oomKillsBefore_;
    }
    judge(member);
    save(member);
    broadcastProgress();
    finishIfOver();
}

/// Decides what one end means. While the run is being ended it means nothing more.
void RunController::judge(Member& member) {
    const bool isClean = member.row.exitCode == 0 && member.row.exitSignal == 0;
    const bool isLost = member.row.exitCode < 0 && member.row.exitSignal == 0;
    if (isClean) {
        member.row.state = "succeeded";
        // What is left, parameter servers and the like, has nothing more to do.
        if (!isEnding_ && isComplete()) endTraining();
        return;
    }
    if (isLost)
        member.row.state = "lost";
    else if (!isEnding_)
        member.row.state = "failed";
    else if (member.row.state !=
             "failed")  // it may have been named as the cause before its exit was reported
        member.row.state = failure_ || stopOrder_ ? "stopped" : "succeeded";
    if (isEnding_) return;
    if (goesOnWithout(member, howItEnded(member.row, member.isOutOfMemory))) {
        if (isTrainingOver_ && !isEvaluating()) killEverything();
        return;
    }
    if (!isLost) return decideFailure();
    if (!lostTimer_.isPending()) lostTimer_.start(kLostGrace, [this] { lostGraceOver(); });
}

void RunController::lostGraceOver() {
    if (isEnding_) return;
    if (pump_->pump() == MetricsPump::Read::kInPart) {
        lostTimer_.start(std::chrono::milliseconds(0), [this] { lostGraceOver(); });
        return;
    }
    if (!pump_->progress().result())
        decideFailure();
    else if (isComplete())
        endTraining();
    finishIfOver();
}

/// Exits are reported in no particular order, especially those that happened while no agent was running: one
/// may already be in a task's record.
void RunController::noteUntoldEnd(Member& member) {
    if (member.isOver || !member.process) return;
    const auto record = node::readRecord(folder_.record(member.plan, plan_.number));
    if (!record || !record->exit) return;
    member.row.ended = record->exit->ended;
    member.row.exitCode = record->exit->code;
    member.row.exitSignal = record->exit->signal;
    if (member.row.exitCode != 0 || member.row.exitSignal != 0) member.row.state = "failed";
}

/// The task that ended first is the cause; the others failed because of it, however soon their ends were
/// seen. One that says itself that it lost another is the cause only where no other is found.
const RunController::Member* RunController::causeOfFailure() {
    const Member* first = nullptr;
    const auto isBefore = [](const Member& a, const Member& b) {
        return std::pair(isConsequence(a.errorCode), a.row.ended) <
               std::pair(isConsequence(b.errorCode), b.row.ended);
    };
    for (Member& member : members_) {
        if (member.plan.role == "evaluator") continue;  // its end is never the cause of another
        noteUntoldEnd(member);
        if (member.isForgiven) continue;
        const bool hasFailed = member.row.state == "failed" || member.row.state == "lost" ||
                               (member.isOver && (member.row.exitSignal != 0 || member.row.exitCode != 0));
        if (hasFailed && (!first || isBefore(member, *first))) first = &member;
    }
    return first;
}

void RunController::decideFailure() {
    pump_->pump();
    const Member* cause = causeOfFailure();
    if (!cause || isFolderLost_) return;
    // The peer that it lost is about to end, and that exit is reported immediately.
    if (isConsequence(cause->errorCode) && !allOver() && !isCauseGraceOver_) {
        if (!causeTimer_.isPending())
            causeTimer_.start(kCauseGrace, [this] {
                isCauseGraceOver_ = true;
                if (isEnding_) return;
                decideFailure();
                finishIfOver();
            });
        return;
    }
    causeTimer_.cancel();
    failure_ = failureOf(*cause);
    spdlog::warn("run {}: {}", log_.row().id, failure_->message());
    ++log_.row().failures;
    const auto cut = failure_->code() == "loss.not_finite" ? spec::rollBackCutOf(spec_) : std::nullopt;
    if (mayRestart()) {
        restart_ = Restart{failure_->message(), false};
        if (cut) cutLearningRate(*cut);
    } else if (plan_.restartsUsed > 0 && plan_.restartsUsed >= spec_.on_failure().restarts()) {
        failure_->set_message(fmt::format("{}; all {} restarts of on_failure are used up",
                                          failure_->message(), plan_.restartsUsed));
    }
    killEverything();
}

/// From here on its tasks' output is lost, and with it what the run would report at its end. Called by the
/// reader of the metrics, even while the run is being ended: then there is nothing left to kill.
void RunController::loseFolder(const std::filesystem::path& missing) {
    if (isFinished_) return;
    isFolderLost_ = true;
    restart_.reset();
    failure_.emplace();
    failure_->set_code("run.folder_gone");
    failure_->set_message(
        fmt::format("{} was deleted or moved while the run was using it, and what its tasks wrote there is "
                    "lost; start the run again",
                    base::printable(missing.string())));
    spdlog::error("run {}: {}", log_.row().id, failure_->message());
    killEverything();
}

v1::TaskFailure RunController::failureOf(const Member& member) const {
    v1::TaskFailure failure;
    failure.set_task(member.row.task);
    failure.set_exit_code(member.row.exitCode);
    failure.set_signal(member.row.exitSignal);
    failure.set_log(member.row.log);
    failure.set_code(!member.errorCode.empty()  ? member.errorCode
                     : !member.error.empty()    ? "task.error"
                     : member.row.exitSignal    ? "task.killed"
                     : member.row.exitCode >= 0 ? "task.exited"
                                                : "task.lost");
    const std::int64_t step = std::max(member.step, pump_->progress().step());
    failure.set_message(fmt::format("{} {}{}{}", howItEnded(member.row, member.isOutOfMemory),
                                    step > 0 ? fmt::format("after step {}", step) : "before its first step",
                                    member.error.empty() ? "" : ": ", member.error));
    if (const auto lines = node::lastLines(member.row.log, kLastLogLines))
        for (const std::string& line : *lines) failure.add_last_log_lines(base::printable(line));
    else
        failure.add_last_log_lines(lines.error().describe());
    return failure;
}

bool RunController::isComplete() const {
    bool hasCompleting = false;
    for (const Member& member : members_) {
        const auto role = strategy_.roles.find(member.plan.role);
        if (role == strategy_.roles.end() || !role->second.completes) continue;
        hasCompleting = true;
        const bool isLostAfterResult = member.row.state == "lost" && pump_->progress().result();
        if (member.row.state != "succeeded" && !isLostAfterResult) return false;
    }
    return hasCompleting || allOver();
}

void RunController::killEverything() {
    isEnding_ = true;
    for (Member& member : members_) {
        member.restartTimer.cancel();
        // A task that will be restarted has nothing to save: its peers are gone.
        if (member.process && !member.isOver) member.process->signal(restart_ ? SIGKILL : SIGTERM);
    }
    if (killTimer_.isPending() || allOver()) return;
    killTimer_.start(kKillGrace, [this] {
        for (const Member& member : members_)
            if (member.process && !member.isOver) member.process->signal(SIGKILL);
    });
}

/// One that is about to be started again is not over.
bool RunController::allOver() const {
    return std::ranges::all_of(
        members_, [](const Member& member) { return member.isOver && !member.restartTimer.isPending(); });
}

void RunController::finishIfOver() {
    if (!allOver() || isFinished_ || isRecovering_) return;
    if (!isEnding_ && lostTimer_.isPending()) {
        lostTimer_.cancel();
        lostGraceOver();
        return;
    }
    if (!isEnding_ && causeTimer_.isPending()) decideFailure();
    adoptStaged();
    if (restart_ && !stopOrder_) return recover();
    finish();
}

/// Event files are read to their ends before anything is said of how it ended. That waits while the disk is
/// full, and lets others have the loop where there is much to read: finishIfOver() is called again.
bool RunController::readToTheEnd() {
    auto read = MetricsPump::Read::kNotStored;
    const auto readOn = [this, &read]() -> base::Status {
        read = pump_->pump();
        // A damaged store takes nothing more; the event files stay, and are read into a repaired one.
        if (environment_.store.damage()) read = MetricsPump::Read::kAll;
        if (read != MetricsPump::Read::kNotStored) return {};
        return base::fail({base::Code::kResourceExhausted});  // the pump has reported why
    };
    (void)environment_.reserve.lend(readOn);  // what came of it is in `read`
    if (read == MetricsPump::Read::kAll) return true;
    const auto delay = read == MetricsPump::Read::kInPart ? std::chrono::milliseconds(0) : kFinishRetry;
    if (!finishTimer_.isPending()) finishTimer_.start(delay, [this] { finishIfOver(); });
    return false;
}

/// A parameter server is ended by a signal once the others are done, and leaves its socket.
void RunController::dropSockets() const {
    std::error_code error;  // most tasks have none
    for (const Member& member : members_)
        std::filesystem::remove(
            node::taskSocket(environment_.socket.parent_path(), token_, plan_.number, member.row.task),
            error);
}

void RunController::finish() {
    isRecovering_ = false;
    if (!readToTheEnd()) return;
    isFinished_ = true;
    for (Member& member : members_)
        if (member.isUnsaved) save(member);
    // No task is left that could go on writing one.
    for (const auto& folder : restoreFolders())
        if (const base::Status status =
                checkpoint::removeStale(folder, log_.row().id, plan_.number + 1, removeBesideLoop());
            !status)
            spdlog::warn("run {}: {}", log_.row().id, status.error().describe());
    environment_.directory.retire(log_.row().id, plan_.number);
    environment_.onAttemptEnd(log_.row().id, plan_.number);
    dropSockets();
    countSeconds(pump_->progress().step());
    tellStarted();
    pump_->tellLastStep();
    if (outcome() == v1::SUCCEEDED) dropBackup();
    keepFigures();
    // Published after everything is deleted, so that whoever sees the end finds the folders in their final
    // state.
    environment_.disk.post([this, alive = std::weak_ptr(alive_), &loop = environment_.loop] {
        loop.post([this, alive] {
            if (!alive.expired()) tellFinished();
        });
    });
}

void RunController::keepFigures() const {
    v1::Measured measured;
    if (const auto& plan = pump_->progress().plan()) measured.set_parameters(plan->parameters);
    const auto holders = std::ranges::count_if(members_, [](const Member& m) { return m.plan.rank >= 0; });
    const std::int64_t replicas =
        std::max<std::int64_t>(1, log_.row().replicas / std::max<std::int64_t>(1, holders));
    std::int64_t bytesSent = 0, stepsSent = 0;
    for (const Member& member : members_) {
        const v1::TaskReport& heard = member.heard;
        measured.set_memory_per_replica(
            std::max<std::int64_t>(measured.memory_per_replica(), heard.peak_memory_bytes() / replicas));
        if (heard.bytes_received() > 0) {  // a parameter server
            const std::int64_t steps = std::max<std::int64_t>(1, heard.steps_sent());
            v1::ServerTraffic& server = *measured.add_traffic();
            server.set_task(member.row.task);
            server.set_variable_bytes(heard.parameters() * (spec_.train().precision() == "float64" ? 8 : 4));
            server.set_bytes_sent(heard.bytes_sent() / steps);
            server.set_bytes_received(heard.bytes_received() / steps);
            continue;
        }
        bytesSent += heard.bytes_sent();
        stepsSent += heard.steps_sent();
    }
    if (stepsSent > 0) measured.set_bytes_per_step(bytesSent / stepsSent);
    keepMeasured(folder_.root, measured);
}

void RunController::tellFinished() {
    v1::RunEvent event;
    *event.mutable_finished() = finishedBody();
    store::RunRow& row = log_.row();
    row.ended = base::wallNow();
    row.isPaused = false;
    row.failure = event.finished().failure().message();
    if (const auto json = google::protobuf::util::MessageToJsonString(event.finished(), &row.finishedJson);
        !json.ok())
        spdlog::error("run {}: {}", row.id, json.ToString());
    // Row, event, then the status: if the agent dies in between, the next one adopts the run and reports it
    // again; and whoever sees the event finds the outcome in the row.
    const v1::RunStatus status = event.finished().status();
    log_.saveRow();
    log_.tell(std::move(event));
    log_.whenStored([this, status] {
        log_.row().status = statusName(status);
        log_.saveRow();
        log_.whenStored([this] {
            spdlog::info("run {} {}", log_.row().id, log_.row().status);
            environment_.onRunEnd(log_.row().id);
        });
    });
}

v1::RunStatus RunController::outcome() const {
    // Asked for while another attempt was being prepared: the failure before it is history.
    if (failure_ && !(restart_ && stopOrder_)) return v1::FAILED;
    const auto& result = pump_->progress().result();
    const bool isCompleted = result && result->outcome == "completed";
    if (!stopOrder_ || (isCompleted && stopOrder_->after != v1::StopRunRequest::NOW)) return v1::SUCCEEDED;
    return stopOrder_->preempt ? v1::PREEMPTED : v1::STOPPED;
}

v1::RunFinished RunController::finishedBody() {
    const events::RunProgress& progress = pump_->progress();
    v1::RunFinished finished;
    finished.set_status(outcome());
    finished.set_attempts(plan_.number);
    finished.set_epoch(progress.epoch());
    finished.set_step(progress.step());
    for (const auto& [name, value] : progress.metrics()) (*finished.mutable_metrics())[name] = value;
    if (const auto& result = progress.result()) {
        finished.set_ms_per_step(result->msPerStep);
        finished.set_samples_per_s(result->samplesPerSecond);
        finished.set_epoch(result->epoch);
        finished.set_step(result->step);
        for (const auto& [name, value] : result->metrics) (*finished.mutable_metrics())[name] = value;
    }
    // A task that was killed leaves no result: then the median of the last steps is what there is.
    if (finished.ms_per_step() == 0 && progress.plan() && progress.medianMsPerStep() > 0) {
        finished.set_ms_per_step(progress.medianMsPerStep());
        finished.set_samples_per_s(static_cast<double>(progress.plan()->globalBatch) /
                                   progress.medianMsPerStep() * 1000);
    }
    if (finished.status() == v1::FAILED) *finished.mutable_failure() = *failure_;
    if (stopOrder_ && finished.status() != v1::FAILED) finished.set_stopped_by(stopOrder_->client);
    finished.set_checkpoint(pathOfNewestCheckpoint());
    return finished;
}

}  // namespace trainyard::control
