// SPDX-License-Identifier: Apache-2.0
// Reports from running tasks, and commands to them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/control/run_controller.h"
#include "core/node/task_sockets.h"

namespace trainyard::control {
namespace {

constexpr std::chrono::seconds kStopPatience{30};
constexpr std::chrono::milliseconds kProgressInterval{250};

v1::TaskState stateFromName(const std::string& name) {
    if (name == "starting") return v1::TASK_STARTING;
    if (name == "running") return v1::TASK_RUNNING;
    if (name == "succeeded") return v1::TASK_SUCCEEDED;
    if (name == "failed") return v1::TASK_FAILED;
    if (name == "stopped") return v1::TASK_STOPPED;
    if (name == "lost") return v1::TASK_LOST;
    return v1::TASK_STATE_UNSPECIFIED;
}

/// How soon a kind of stop ends the run, as a rank: the epoch's end is last.
int urgency(v1::StopRunRequest::After after) {
    switch (after) {
        case v1::StopRunRequest::NOW:
            return 4;
        case v1::StopRunRequest::STEP:
            return 3;
        case v1::StopRunRequest::SAVE:
            return 2;
        default:
            return 1;
    }
}

v1::TaskCommand::Kind commandFor(v1::StopRunRequest::After after) {
    switch (after) {
        case v1::StopRunRequest::STEP:
            return v1::TaskCommand::STOP_AFTER_STEP;
        case v1::StopRunRequest::EPOCH:
            return v1::TaskCommand::STOP_AFTER_EPOCH;
        case v1::StopRunRequest::SAVE:
            return v1::TaskCommand::SAVE_AND_STOP;
        default:
            return v1::TaskCommand::KIND_UNSPECIFIED;
    }
}

}  // namespace

v1::Task taskMessage(const store::TaskRow& row) {
    v1::Task task;
    task.set_task(row.task);
    task.set_node(row.node);
    task.set_pid(row.pid);
    task.set_address(row.address);
    task.set_state(stateFromName(row.state));
    task.set_rank(row.rank);
    task.set_is_chief(row.isChief);
    task.set_exit_code(row.exitCode);
    task.set_exit_signal(row.exitSignal);
    task.set_log(row.log);
    return task;
}

RunController::Member* RunController::find(const std::string& task) {
    const auto found =
        std::ranges::find(members_, task, [](const Member& member) { return member.row.task; });
    return found == members_.end() ? nullptr : &*found;
}

void RunController::takeEdit(const store::RunRow& row) {
    log_.row().name = row.name;
    log_.row().note = row.note;
    log_.row().tagsJson = row.tagsJson;
    log_.row().isTrashed = row.isTrashed;
}

std::filesystem::path RunController::socketOf(const Member& member) const {
    const auto socket =
        node::taskSocket(environment_.socket.parent_path(), token_, plan_.number, member.row.task);
    std::error_code unreadable;
    return std::filesystem::exists(socket, unreadable) ? socket : std::filesystem::path();
}

std::vector<v1::Task> RunController::tasks() const {
    std::vector<v1::Task> tasks;
    for (const Member& member : members_) {
        v1::Task& task = tasks.emplace_back(taskMessage(member.row));
        task.set_phase(member.heard.phase());
        task.set_step(member.step);
        task.set_input_ms(member.heard.input_ms());
        task.set_compute_ms(member.heard.compute_ms());
        task.set_wait_ms(member.heard.wait_ms());
        task.set_call(member.heard.call());
        task.set_call_since(member.heard.call_since());
        task.set_rss_bytes(member.usage.rssBytes);
        task.set_cpu(member.usage.cores);
        if (member.isOver) continue;
        if (const auto socket = socketOf(member); !socket.empty()) task.set_socket(socket.string());
        task.set_suspended(member.usage.state == 'T' || member.usage.state == 't');
        task.set_holds_up(member.isToldSilent || toldStall_ == member.row.task);
    }
    return tasks;
}

void RunController::save(Member& member) {
    const auto stored = environment_.store.putTask(member.row);
    member.isUnsaved = !stored;
    if (!stored)
        spdlog::error("run {}: cannot store the state of {}: {}", log_.row().id, member.row.task,
                      stored.error().describe());
}

base::Result<v1::JoinReply> RunController::join(const std::string& task, const v1::JoinRequest& request) {
    Member* member = find(task);
    if (!member || member->isOver)
        return base::fail(base::Code::kAborted, fmt::format("{} is over", task), "attempt.ended");
    std::vector<spec::TaskPlan> plans;
    for (const Member& other : members_) plans.push_back(other.plan);
    if (const std::string digest = spec::clusterDigest(plans);
        !request.cluster_digest().empty() && request.cluster_digest() != digest)
        return base::fail(
            base::Code::kFailedPrecondition,
            fmt::format("{} has another cluster in its TF_CONFIG than this run (digest {:.12} instead of "
                        "{:.12}); give every task the same cluster",
                        task, request.cluster_digest(), digest),
            "cluster.digest");
    v1::JoinReply reply;
    reply.set_rank(member->plan.rank);
    reply.set_world_size(worldSize(plans));
    reply.set_run_dir(folder_.root.string());
    reply.set_checkpoint_dir(checkpointFolderOf(folder_.root, spec_).string());
    reply.set_backup_dir(backupFolderOf(folder_.root, spec_).string());
    reply.set_restore_path(plan_.restorePath);
    reply.set_from_step(plan_.fromStep);
    reply.set_inject_done(plan_.isInjectDone);
    reply.set_run(log_.row().id);
    if (!member->hasJoined) {
        member->hasJoined = true;
        member->row.state = "running";
        save(*member);
        joinedOne();
    }
    return reply;
}

/// Training waits for no evaluator.
bool RunController::isAwaited(const Member& member) {
    return !member.hasJoined && member.plan.role != "evaluator";
}

bool RunController::hasAllJoined() const {
    return std::ranges::none_of(members_, isAwaited);
}

void RunController::joinedOne() {
    if (!hasAllJoined()) {
        if (hasToldWaiting_) tellWaiting();
        return;
    }
    waitingTimer_.cancel();
    if (log_.status() == v1::STARTING) log_.setStatus(v1::RUNNING, "");
}

void RunController::tellWaiting() {
    // A task that is restarted while the others train is not waited for either.
    if (isEnding_ || hasAllJoined() || pump_->progress().plan()) return;
    hasToldWaiting_ = true;
    std::vector<std::string> missing;
    for (const Member& member : members_)
        if (isAwaited(member))
            missing.push_back(fmt::format("{} at {}", member.row.task, member.row.address));
    const auto evaluators = std::ranges::count(
        members_, "evaluator", [](const Member& member) -> const std::string& { return member.plan.role; });
    const std::size_t needed = members_.size() - static_cast<std::size_t>(evaluators);
    tellStarted();
    v1::RunEvent event;
    event.mutable_waiting()->set_code("rendezvous.waiting");
    event.mutable_waiting()->set_message(
        fmt::format("{}/{} joined, missing {}", needed - missing.size(), needed, fmt::join(missing, ", ")));
    event.mutable_waiting()->set_since(log_.row().created);
    log_.tell(std::move(event));
}

/// Told once: with the chief's plan as a rule, without its totals when the tasks are late or fail before it.
void RunController::tellStarted() {
    if (std::exchange(hasToldStarted_, true)) return;
    const auto& plan = pump_->progress().plan();
    v1::RunEvent event;
    v1::RunStarted& started = *event.mutable_started();
    for (v1::Task& task : tasks()) *started.add_tasks() = std::move(task);
    // The strategy's word: "one for each device found" is known only where the task runs.
    if (plan && plan->replicas > 0) log_.row().replicas = plan->replicas;
    started.set_replicas(log_.row().replicas);
    started.set_dir(folder_.root.string());
    started.set_name(log_.row().name);
    started.set_epochs(spec_.train().epochs());
    started.set_steps_per_epoch(static_cast<int>(log_.row().stepsPerEpoch));
    started.set_total_steps(log_.row().totalSteps);
    if (plan) {
        started.set_total_steps(plan->totalSteps);
        started.set_steps_per_epoch(static_cast<int>(plan->stepsPerEpoch));
        started.set_epochs(plan->epochs);
        started.set_global_batch(static_cast<int>(plan->globalBatch));
    }
    log_.tell(std::move(event));
    v1::RunEvent told;
    v1::AttemptStarted& attempt = *told.mutable_attempt();
    attempt.set_number(plan_.number);
    attempt.set_cause(plan_.cause);
    attempt.set_from_step(plan ? plan->fromStep : plan_.fromStep);
    attempt.set_from_epoch(plan ? plan->fromEpoch : plan_.fromEpoch);
    attempt.set_from_checkpoint(plan_.restorePath);
    for (const std::string& change : plan_.changed) attempt.add_changed(change);
    log_.tell(std::move(told));
}

void RunController::sessionOpened(const std::string& task, std::shared_ptr<CommandSink> sink) {
    Member* member = find(task);
    if (!member) return;
    member->session = std::move(sink);
    sendWishes(*member);
    sendStop(*member);
    tellTrainingOver(*member);
}

void RunController::sessionClosed(const std::string& task, const CommandSink* sink) {
    Member* member = find(task);
    if (member && member->session.get() == sink) member->session.reset();
}

void RunController::report(const std::string& task, const v1::TaskReport& report) {
    Member* member = find(task);
    if (!member) return;
    if (report.has_warning()) log_.warn(report.warning());
    if (report.warning().code() == "run.changed") taken_ = {taken_.changes + 1, report.step()};
    if (!report.error().empty()) {
        member->error = report.error();
        member->errorCode = report.error_code();
    }
    if (!report.stop_reason().empty()) stopFor(report.stop_reason());
    takeProfile(*member, report);
    member->heard = report;
    member->heardAt =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    member->step = std::max(member->step, report.step());
    broadcastProgress();
}

void RunController::broadcastProgress() {
    if (progressTimer_.isPending() || isFinished_) return;
    progressTimer_.start(kProgressInterval, [this] {
        if (!environment_.listeners.hasAny(log_.row().id)) return;
        auto progress = std::make_shared<v1::Progress>();
        for (v1::Task& task : tasks()) *progress->add_tasks() = std::move(task);
        progress->set_step(log_.row().step);
        progress->set_total_steps(log_.row().totalSteps);
        const std::int64_t left = log_.row().totalSteps - log_.row().step;
        if (left > 0)
            progress->set_eta_seconds(pump_->progress().medianMsPerStep() / 1000 * static_cast<double>(left));
        environment_.listeners.progressed(log_.row().id, progress);
    });
}

v1::RunStatus RunController::stop(const v1::StopRunRequest& request) {
    if (isFinished_) return outcome();
    if (isEnding_ && !restart_) return v1::STOPPING;  // on its own, or by an earlier command
    StopOrder order{request.after(), request.preempt(), request.client()};
    // Before training has begun there is nothing to finish or to save.
    const bool hasBegun = hasAllJoined() || pump_->progress().plan();
    if (order.after == v1::StopRunRequest::AFTER_UNSPECIFIED || !hasBegun)
        order.after = v1::StopRunRequest::NOW;
    // The first request stays in force, unless the newer one is more urgent.
    if (stopOrder_ && order.after != v1::StopRunRequest::NOW) {
        order.client = stopOrder_->client;
        order.preempt |= stopOrder_->preempt;
        if (urgency(stopOrder_->after) > urgency(order.after)) order.after = stopOrder_->after;
    }
    stopOrder_ = std::move(order);
    // What is paused cannot come to the end of its epoch.
    if (setPaused(false)) {
        log_.saveRow();
        for (const Member& member : members_) sendWishes(member);
    }
    if (const auto saved = saveAttempt(); !saved)
        spdlog::error("run {}: cannot note that it is to stop: {}", log_.row().id, saved.error().describe());
    if (log_.status() != v1::STOPPING) log_.setStatus(v1::STOPPING, "asked by " + stopOrder_->client);
    if (stopOrder_->after == v1::StopRunRequest::NOW) {
        killEverything();
        if (!isRecovering_) endUnlaunched();
        return log_.status();
    }
    if (isRecovering_) return log_.status();
    for (Member& member : members_) sendStop(member);
    watchStop();
    return log_.status();
}

void RunController::sendStop(Member& member) const {
    // An evaluator ends after the last checkpoint of the training, not with it.
    if (!stopOrder_ || !member.session || member.isOver || member.plan.role == "evaluator") return;
    v1::TaskCommand command;
    command.set_kind(commandFor(stopOrder_->after));
    if (command.kind() != v1::TaskCommand::KIND_UNSPECIFIED) member.session->send(command);
}

/// Reports a stop that takes long; does not end anything itself.
void RunController::watchStop() {
    if (stopTimer_.isPending() || stopOrder_->after == v1::StopRunRequest::EPOCH) return;
    stepAtStopCheck_ = pump_->progress().step();
    stopTimer_.start(kStopPatience, [this] {
        if (isEnding_ || isFinished_) return;
        if (pump_->progress().step() == stepAtStopCheck_) {
            std::vector<std::string> left;
            for (const Member& member : members_)
                if (!member.isOver)
                    left.push_back(fmt::format("{} (pid {})", member.row.task, member.row.pid));
            log_.warn(
                "stop.slow",
                fmt::format("{} did not end within {} s of being asked to; stop the run with --after now "
                            "to end it at once",
                            fmt::join(left, ", "), kStopPatience.count()));
        }
        watchStop();
    });
}

}  // namespace trainyard::control
