// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/task_supervisor.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/path.h"
#include "core/checkpoint/copies.h"
#include "core/control/run/checkpoint_fetch.h"
#include "core/control/run/disk_work.h"
#include "core/control/run/evaluator_supply.h"
#include "core/control/run/task_failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

/// SIGTERM first, so that a program can clean up; the whole shutdown stays within two seconds.
constexpr std::chrono::milliseconds kKillGrace{1000};
/// How long to wait for the exits of other tasks to show whether a task whose exit was not observed had
/// finished its work.
constexpr std::chrono::milliseconds kLostGrace{1500};
/// How long a run waits, when a task has ended because it lost another, for that other's own end.
constexpr std::chrono::milliseconds kCauseGrace{3000};

/// A checkpoint on another machine, named by a task that starts in the run's folder there, as it names that
/// folder of checkpoints.
std::string asTaskSees(const std::filesystem::path& checkpoint, const v1::RunSpec& spec) {
    for (const auto& folder : {checkpointFolderOf(".", spec), backupFolderOf(".", spec)})
        if (folder.is_relative() && folder.filename() == checkpoint.parent_path().filename())
            return (folder / checkpoint.filename()).string();
    return checkpoint.string();
}

}  // namespace

TaskSupervisor::TaskSupervisor(Environment& environment, RunLog& log, TaskSet& tasks, Attempt attempt,
                               Calls calls)
    : environment_(environment),
      tasks_(tasks),
      run_(log.row().id),
      attempt_(attempt),
      calls_(std::move(calls)),
      launcher_(environment, tasks, run_, attempt.folder, attempt.plan, attempt.spec,
                takesGpu(attempt.spec, attempt.strategy),
                {.warn = [&log](const std::string& code, const base::Words& text) { log.warn(code, text); },
                 .onLaunch = [this](Member& member) { launchAnswered(member); }}),
      restarts_(tasks, attempt.strategy, attempt.spec,
                {.warn = [&log](v1::Problem problem) { log.warn(std::move(problem)); },
                 .launch = [this](Member& member, auto done) { launcher_.launch(member, std::move(done)); },
                 .onFailure =
                     [this](const base::Error& error) {
                         spdlog::error("run {}: {}", run_, error.describe());
                         decideFailure();
                     }}),
      stalls_(environment.loop, environment.disk, tasks, run_, attempt.spec, environment.patience,
              {.warn = [&log](const std::string& code, const base::Words& text) { log.warn(code, text); },
               .isPaused = [&log] { return log.row().isPaused; },
               .isAlone = [this](const Member& member) { return restarts_.restartsAlone(member); },
               .heardAt = [this] { return attempt_.pump.heardAt(); },
               .isServing = [&environment] { return environment.isServing; },
               .onSample = [this] { calls_.onSample(); }}),
      kill_(environment.loop),
      lost_(environment.loop),
      cause_(environment.loop) {
    tasks_.onEnd([this](Member& member, const node::TaskEnd& end) { ended(member, end); });
}

void TaskSupervisor::launch(const Save& save, const TaskLauncher::Done& done) {
    // After a restart of the agent, or of a machine, no check of a run may have said which names are one.
    if (environment_.gpus && environment_.nodes) environment_.gpus->identify(environment_.nodes->machines());
    // The attempt may end between any two of these.
    const auto ifLive = [this, done](const auto& next) {
        return [this, done, next](const base::Status& status) {
            if (status && attempt_.state.isLive())
                next();
            else
                done(status);
        };
    };
    const auto launchAll = [this, done] {
        launcher_.launchAll([this, done](const base::Status& launched) {
            if (launched && attempt_.state.isLive() && spec::isCommand(attempt_.spec)) calls_.onJoin();
            done(launched);
        });
    };
    // The pump may have found the folder gone, which ends the attempt.
    const auto follow = [this, ifLive, launchAll] { attempt_.pump.start(ifLive(launchAll)); };
    const auto prepare = [this, ifLive, follow] { launcher_.prepare(ifLive(follow)); };
    launcher_.leasePorts(ifLive([this, save, done, ifLive, prepare] {
        auto token = newToken();
        if (!token) return done(base::fail(token.error()));
        launcher_.setToken(std::move(*token));
        launcher_.claimGpusThere();
        save(ifLive(prepare));
    }));
}

/// The machine had been asked to start it before the attempt ended. It has then been asked to end it, too: in
/// vain if that came before the process.
void TaskSupervisor::launchAnswered(Member& member) {
    if (attempt_.state.isLive()) return;
    if (member.isLaunched) {
        if (!kill_.isPending()) member.signal(SIGKILL);
        return;
    }
    member.isOver = true;
    member.row.state = "stopped";
    calls_.onEnd();
}

base::Result<v1::JoinReply> TaskSupervisor::join(const std::string& task, const v1::JoinRequest& request) {
    Member* member = tasks_.find(task);
    if (!member || member->isOver)
        return base::fail(base::Code::kAborted, base::say("{} is over", task), "attempt.ended");
    const std::vector<spec::TaskPlan> plans = tasks_.plans();
    if (const std::string digest = spec::clusterDigest(plans);
        !request.cluster_digest().empty() && request.cluster_digest() != digest)
        return base::fail(
            base::Code::kFailedPrecondition,
            base::say("{} has another cluster in its TF_CONFIG than this run (digest {:.12} instead of "
                      "{:.12}); give every task the same cluster",
                      task, request.cluster_digest(), digest),
            "cluster.digest");
    // A task of another machine starts in the run's folder there.
    const std::filesystem::path root = member->isHere() ? attempt_.folder.root : ".";
    v1::JoinReply reply;
    reply.set_rank(member->plan.rank);
    reply.set_world_size(worldSize(plans));
    reply.set_run_dir(root.string());
    reply.set_has_copies(readsCopies(*member, tasks_));
    reply.set_checkpoint_dir((reply.has_copies() ? root / checkpoint::copiesOf(attempt_.plan.number)
                                                 : checkpointFolderOf(root, attempt_.spec))
                                 .string());
    reply.set_backup_dir(backupFolderOf(root, attempt_.spec).string());
    reply.set_restore_path(restoreFor(*member));
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

/// Where a task finds the checkpoint that it continues from.
std::string TaskSupervisor::restoreFor(const Member& member) const {
    const std::string& path = attempt_.plan.restorePath;
    const auto there = base::remotePathOf(path);
    if (path.empty() || (!there && member.isHere())) return path;
    if (there && there->node == member.plan.node) return asTaskSees(there->path, attempt_.spec);
    return member.isHere() ? fetchedPath(attempt_.folder.root, *there).string() : node::kRestoredFolder;
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
        if (member.isLaunched || member.isLaunching) continue;
        member.isOver = true;
        member.row.state = "stopped";
    }
}

void TaskSupervisor::ended(Member& member, const node::TaskEnd& end) {
    member.end(end);
    if (attempt_.state.isLive())
        for (const auto& [name, exit] : end.others)
            if (Member* other = tasks_.find(name); other && other->isLaunched && !other->isOver)
                other->noteExit(exit);
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

/// Not before everything is read that the tasks wrote: the result may be there.
void TaskSupervisor::lostGraceOver() {
    if (!attempt_.state.isLive()) return;
    isJudgingLost_ = true;
    attempt_.pump.pump([this](MetricsPump::Read read) {
        if (read == MetricsPump::Read::kInPart) return lostGraceOver();
        isJudgingLost_ = false;
        judgeLost();
        calls_.onEnd();
    });
}

void TaskSupervisor::judgeLost() {
    if (!attempt_.state.isLive()) return;  // its folder was lost meanwhile
    if (!attempt_.pump.progress().result())
        decide();
    else if (tasks_.areComplete(attempt_.strategy, true))
        calls_.onComplete();
}

/// After what the tasks wrote up to now is read, which may end the attempt.
void TaskSupervisor::decideFailure() {
    if (std::exchange(isDeciding_, true)) return;
    attempt_.pump.pump([this](MetricsPump::Read) {
        isDeciding_ = false;
        decide();
        calls_.onEnd();
    });
}

void TaskSupervisor::decide() {
    const Member* cause = causeOfFailure(tasks_);
    if (!cause || !attempt_.state.isLive()) return;
    // The peer that it lost is about to end, and that exit is noticed immediately.
    if (isConsequence(cause->errorCode) && !tasks_.areOver() && !isCauseGraceOver_) {
        if (!cause_.isPending())
            cause_.start(kCauseGrace, [this] {
                isCauseGraceOver_ = true;
                if (attempt_.state.isLive()) decideFailure();
            });
        return;
    }
    cause_.cancel();
    report(failureOf(*cause, attempt_.spec, attempt_.pump.progress().step()));
}

void TaskSupervisor::report(v1::TaskFailure failure) {
    isDeciding_ = true;
    const Member* const member = spec::isCommand(attempt_.spec) ? nullptr : tasks_.find(failure.task());
    onDisk(
        environment_.storage, environment_.loop, alive_,
        [failure = std::move(failure), node = member ? member->plan.node : ""] {
            v1::TaskFailure whole = withLastLogLines(failure);
            return node.empty() ? whole : namedByLog(std::move(whole), node);
        },
        [this](const v1::TaskFailure& told) {
            isDeciding_ = false;
            if (attempt_.state.isLive()) calls_.onFailure(told);
            calls_.onEnd();
        });
}

bool TaskSupervisor::settle() {
    if (!attempt_.state.isLive()) return true;
    if (isDeciding_ || isJudgingLost_) return false;
    if (lost_.isPending()) {
        lost_.cancel();
        lostGraceOver();
        return false;
    }
    if (!cause_.isPending()) return true;
    cause_.cancel();
    decideFailure();
    return false;
}

}  // namespace trainyard::control
