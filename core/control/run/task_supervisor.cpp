// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_supervisor.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/control/run/task_failure.h"
#include "core/spec/command_spec.h"

namespace trainyard::control {
namespace {

/// SIGTERM first, so that a program can clean up; the whole shutdown stays within two seconds.
constexpr std::chrono::milliseconds kKillGrace{1000};
/// How long to wait for the exits of other tasks to show whether a task whose exit was not observed had
/// finished its work.
constexpr std::chrono::milliseconds kLostGrace{1500};
/// How long a run waits, when a task has ended because it lost another, for that other's own end.
constexpr std::chrono::milliseconds kCauseGrace{3000};

}  // namespace

TaskSupervisor::TaskSupervisor(Environment& environment, RunLog& log, TaskSet& tasks, Attempt attempt,
                               Calls calls)
    : tasks_(tasks),
      run_(log.row().id),
      attempt_(attempt),
      calls_(std::move(calls)),
      launcher_(
          environment, tasks, run_, attempt.folder, attempt.plan.number, attempt.spec,
          takesGpu(attempt.spec, attempt.strategy),
          [this](Member& member, const TaskEnd& end) { ended(member, end); },
          [&log](const std::string& code, const std::string& text) { log.warn(code, text); }),
      restarts_(tasks, attempt.strategy, attempt.spec,
                {.warn = [&log](v1::Problem problem) { log.warn(std::move(problem)); },
                 .launch = [this](Member& member) { return launcher_.launch(member); },
                 .onFailure =
                     [this](const base::Error& error) {
                         spdlog::error("run {}: {}", run_, error.describe());
                         decideFailure();
                         calls_.onEnd();
                     }}),
      stalls_(environment.loop, tasks, run_, attempt.spec, environment.patience,
              {.warn = [&log](const std::string& code, const std::string& text) { log.warn(code, text); },
               .isPaused = [&log] { return log.row().isPaused; },
               .isAlone = [this](const Member& member) { return restarts_.restartsAlone(member); },
               .heardAt = [this] { return attempt_.pump.heardAt(); },
               .onSample = [this] { calls_.onSample(); }}),
      kill_(environment.loop),
      lost_(environment.loop),
      cause_(environment.loop) {
}

base::Status TaskSupervisor::launch(const std::function<base::Status()>& save) {
    TY_TRY(launcher_.leasePorts());
    TY_ASSIGN(std::string token, newToken());
    launcher_.setToken(std::move(token));
    TY_TRY(save());
    TY_TRY(attempt_.pump.start());
    TY_TRY(launcher_.launchAll());
    if (spec::isCommand(attempt_.spec)) calls_.onJoin();
    return {};
}

base::Result<v1::JoinReply> TaskSupervisor::join(const std::string& task, const v1::JoinRequest& request) {
    Member* member = tasks_.find(task);
    if (!member || member->isOver)
        return base::fail(base::Code::kAborted, fmt::format("{} is over", task), "attempt.ended");
    const std::vector<spec::TaskPlan> plans = tasks_.plans();
    if (const std::string digest = spec::clusterDigest(plans);
        !request.cluster_digest().empty() && request.cluster_digest() != digest)
        return base::fail(
            base::Code::kFailedPrecondition,
            fmt::format("{} has another cluster in its TF_CONFIG than this run (digest {:.12} instead of "
                        "{:.12}); give every task the same cluster",
                        task, request.cluster_digest(), digest),
            "cluster.digest");
    const auto& root = attempt_.folder.root;
    v1::JoinReply reply;
    reply.set_rank(member->plan.rank);
    reply.set_world_size(worldSize(plans));
    reply.set_run_dir(root.string());
    reply.set_checkpoint_dir(checkpointFolderOf(root, attempt_.spec).string());
    reply.set_backup_dir(backupFolderOf(root, attempt_.spec).string());
    reply.set_restore_path(attempt_.plan.restorePath);
    reply.set_from_step(attempt_.plan.fromStep);
    reply.set_inject_done(attempt_.plan.isInjectDone);
    reply.set_run(run_);
    if (member->hasJoined) return reply;
    member->hasJoined = true;
    member->row.state = "running";
    tasks_.save(*member);
    calls_.onJoin();
    return reply;
}

void TaskSupervisor::end(int signal) {
    restarts_.cancel();
    stalls_.stop();
    tasks_.signal(signal);
    const auto grace = spec::isCommand(attempt_.spec) ? spec::stopGraceOf(attempt_.spec) : kKillGrace;
    if (!kill_.isPending() && !tasks_.areOver()) kill_.start(grace, [this] { tasks_.signal(SIGKILL); });
}

void TaskSupervisor::cancelUnstarted() {
    for (Member& member : tasks_) {
        if (member.process) continue;
        member.isOver = true;
        member.row.state = "stopped";
    }
}

void TaskSupervisor::ended(Member& member, const TaskEnd& end) {
    member.end(end, stalls_.oomKillsBefore());
    judge(member);
    tasks_.save(member);
    calls_.onEnd();
}

/// Decides what one end means. While the attempt is being ended it means nothing more.
void TaskSupervisor::judge(Member& member) {
    const bool isLive = attempt_.state.isLive();
    const bool isClean = member.row.exitCode == 0 && member.row.exitSignal == 0;
    const bool isLost = member.row.exitCode < 0 && member.row.exitSignal == 0;
    if (isClean) {
        member.row.state = "succeeded";
        // What is left, parameter servers and the like, has nothing more to do.
        if (isLive && tasks_.areComplete(attempt_.strategy, attempt_.pump.progress().result().has_value()))
            calls_.onComplete();
        return;
    }
    if (isLost)
        member.row.state = "lost";
    else if (isLive)
        member.row.state = "failed";
    else if (member.row.state != "failed")  // it may have been named as the cause before its exit was noticed
        member.row.state = calls_.isCutShort() ? "stopped" : "succeeded";
    if (!isLive) return;
    if (restarts_.continuesWithout(member, howItEnded(member))) {
        if (attempt_.state.isEvaluating() && !tasks_.isEvaluating()) calls_.onComplete();
        return;
    }
    if (!isLost) return decideFailure();
    if (!lost_.isPending()) lost_.start(kLostGrace, [this] { lostGraceOver(); });
}

void TaskSupervisor::lostGraceOver() {
    if (!attempt_.state.isLive()) return;
    if (attempt_.pump.pump() == MetricsPump::Read::kInPart)
        return lost_.start(std::chrono::milliseconds(0), [this] { lostGraceOver(); });
    if (!attempt_.state.isLive()) {
        // Its folder was lost meanwhile.
    } else if (!attempt_.pump.progress().result())
        decideFailure();
    else if (tasks_.areComplete(attempt_.strategy, true))
        calls_.onComplete();
    calls_.onEnd();
}

void TaskSupervisor::decideFailure() {
    attempt_.pump.pump();  // which may have ended the attempt
    const Member* cause = causeOfFailure(tasks_, attempt_.folder, attempt_.plan.number);
    if (!cause || !attempt_.state.isLive()) return;
    // The peer that it lost is about to end, and that exit is noticed immediately.
    if (isConsequence(cause->errorCode) && !tasks_.areOver() && !isCauseGraceOver_) {
        if (!cause_.isPending())
            cause_.start(kCauseGrace, [this] {
                isCauseGraceOver_ = true;
                if (!attempt_.state.isLive()) return;
                decideFailure();
                calls_.onEnd();
            });
        return;
    }
    cause_.cancel();
    calls_.onFailure(failureOf(*cause, attempt_.spec, attempt_.pump.progress().step()));
}

bool TaskSupervisor::settle() {
    if (!attempt_.state.isLive()) return true;
    if (lost_.isPending()) {
        lost_.cancel();
        lostGraceOver();
        return false;
    }
    if (cause_.isPending()) decideFailure();
    return true;
}

}  // namespace trainyard::control
