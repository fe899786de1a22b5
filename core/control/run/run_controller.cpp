// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/run_controller.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/control/run/task_failure.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
RunController::RunController(Environment& environment, store::RunRow row, v1::RunSpec spec,
                             spec::StrategyInfo strategy, AttemptPlan plan)
    : environment_(environment),
      spec_(std::move(spec)),
      strategy_(std::move(strategy)),
      plan_(std::move(plan)),
      log_(environment, std::move(row)),
      folder_{log_.row().dir},
      tasks_({environment.node, environment.loop, environment.storage, environment.store}, folder_,
             log_.row().id, plan_.number, spec::tasksOf(spec_, strategy_), environment.nodes),
      outOfReach_(spec_, strategy_, tasks_, environment.nodes, log_, environment.loop),
      pump_(spec::isCommand(spec_) ? MetricsPump(environment, log_, folder_, plan_, tasks_.plans(), spec_,
                                                 [this] { return tasks_.processes(); })
                                   : MetricsPump(environment, log_, folder_, plan_, tasks_.plans())),
      news_(environment.loop, log_, tasks_, {environment.listeners, state_, plan_, spec_, pump_.progress()}),
      checkpoints_(checkpointsAtChief(
          environment, log_.row().id, folder_, spec_, plan_, tasks_,
          {.announce =
               [this](v1::RunEvent event) {
                   news_.publishStart();
                   log_.report(std::move(event));
                   if (supply_) supply_->notice();
               },
           .warn = warningsTo(log_),
           .evaluated = [this] { return evaluators_.position(state_, pump_.progress()); }})),
      script_(spec::isCommand(spec_) ? std::make_unique<ScriptOrders>(environment, log_, folder_, tasks_)
                                     : nullptr),
      changes_(environment, log_, folder_, spec_, tasks_, script_.get(),
               [this](std::function<void()> then) { pump_.pumpAll(std::move(then)); }),
      stops_(environment.loop, tasks_,
             {.warn = warningsTo(log_), .step = [this] { return pump_.progress().step(); }}),
      evaluators_(environment.loop, tasks_, spec_,
                  {.warn = warningsTo(log_),
                   .end =
                       [this] {
                           endTasks();
                           finishIfOver();  // it may have died and waited for its restart
                       },
                   .isSupplied = [this] { return !supply_ || supply_->isSupplied(); }}),
      supply_(supplyFor(environment, {spec_, plan_, folder_, state_, log_, tasks_, pump_},
                        [this] {
                            if (state_.isEvaluating()) evaluators_.notifyAll();
                        })),
      profile_(tasks_, {environment.loop, environment.disk}, log_.row().id, folder_.root / "profiles", spec_,
               [this] { environment_.listeners.runChanged(log_.row().id); }),
      recovery_(environment.loop, environment.deletions, log_.row().id, spec_, plan_,
                takesGpu(spec_, strategy_) ? environment.gpus : nullptr),
      supervisor_(environment, log_, tasks_, {folder_, spec_, strategy_, plan_, state_, pump_},
                  {.isCutShort = [this] { return verdict_.failure || stops_.order(); },
                   .onJoin = [this] { joined(); },
                   .onComplete = [this] { completeTraining(); },
                   .onFailure = [this](v1::TaskFailure failure) { fail(std::move(failure)); },
                   .onSample = [this] { news_.publishProgress(); },
                   .onEnd =
                       [this] {
                           news_.publishProgress();
                           finishIfOver();
                       }}),
      start_(environment,
             {folder_, plan_, spec_, state_, log_, tasks_, pump_, news_, *checkpoints_, stops_, supervisor_},
             {.onFailure = [this](const base::Error& error) { failToStart(error); },
              .onRestart =
                  [this](const base::Words& cause) {
                      spdlog::warn("run {}: {}; it begins again", log_.row().id, cause);
                      verdict_.restart = Restart{cause, true};
                      endAttempt();
                  },
              .onStop = [this] { endAttempt(); }}),
      end_(environment, {folder_, plan_, spec_, state_, verdict_, log_, tasks_, pump_, news_, *checkpoints_,
                         stops_, recovery_, supervisor_}),
      folderLost_(environment.loop) {
    // What a program reported is its own matter: it is told where that is.
    if (!script_ && !base::remotePathOf(plan_.restorePath)) tasks_.setRestore(plan_.restorePath);
    if (script_) pump_.onClient([this](const ClientNote& note) { changes_.noteApplied(note); });
    pump_.onChange([this] {
        checkpoints_->noteEvaluated();
        if (supply_) supply_->notice();
        if (pump_.progress().plan()) news_.publishStart();
        news_.publishProgress();
    });
    pump_.onMissing([this](const std::filesystem::path& missing) { loseFolder(missing); });
}

void RunController::start(const std::vector<v1::Problem>& hints) {
    const bool isByPerson = plan_.cause == "resume" || plan_.cause == "start";
    if (script_) script_->restore(isByPerson ? ScriptOrders::Keep::kRate : ScriptOrders::Keep::kOrders);
    start_.start(hints);
}

void RunController::adopt(Relaunch relaunch, std::function<void()> done) {
    relaunch_ = relaunch;
    if (script_) {
        script_->restore(ScriptOrders::Keep::kAll);
        hashReported(environment_, log_.row().id);
    }
    start_.adopt(relaunch, std::move(done));
}

void RunController::failToStart(const base::Error& error) {
    spdlog::error("run {}: {}", log_.row().id, error.describe());
    verdict_.failure = failureOf(error);
    // The machine is there again, as after the end of a task, and an address that a former attempt had may
    // return; any other cause would be met again.
    if (error.id == "node.restarted" || (error.id == "node.address" && plan_.number > 1)) decideOnRestart();
    endAttempt();
}

void RunController::joined() {
    news_.joined();
    if (supply_) supply_->notice();
    if (tasks_.haveJoined() && log_.status() == v1::STARTING) log_.setStatus(v1::RUNNING, "");
}

void RunController::sessionOpened(const std::string& task, std::shared_ptr<CommandSink> sink) {
    Member* member = tasks_.find(task);
    if (!member) return;
    member->session = std::move(sink);
    changes_.send(*member);
    stops_.send(*member);
    if (supply_ && member->isEvaluator()) supply_->begin();
    if (state_.isEvaluating()) evaluators_.notify(*member);
}

void RunController::report(const std::string& task, const v1::TaskReport& report) {
    Member* member = tasks_.find(task);
    if (!member) return;
    if (report.has_warning()) changes_.report(task, report);
    member->note(report);
    if (!report.stop_reason().empty()) stop(stopBecause(report.stop_reason()));
    profile_.take(*member, report);
    news_.publishProgress();
}

v1::StopRunReply RunController::stop(const v1::StopRunRequest& request) {
    if (state_.isDone()) return stopReply(end_.outcome());
    if (isOver() && !stops_.order()) {
        log_.warn("stop.late",
                  "there is nothing left to stop: every task has ended, and the rest of their output is "
                  "being read");
        return stopReply(end_.outcome());
    }
    if (!state_.isLive() && !verdict_.restart) {  // on its own, or by an earlier command
        // A program has its grace period once; whoever asks again does not want to wait for it.
        if (spec::isCommand(spec_) && stops_.isRepeated(request)) tasks_.signal(SIGKILL);
        return stopReply(v1::STOPPING, outOfReach_.waitsFor(Order::kKill));
    }
    const bool hasBegun = tasks_.haveJoined() || pump_.progress().plan();
    stops_.give(orderOf(request, hasBegun && !spec::isCommand(spec_)));
    changes_.resume();
    start_.saveStop();
    if (state_.isRecovering())  // the search for a checkpoint ends it
        return stopReply(v1::STOPPING, outOfReach_.warn(Order::kEndSearch));
    const auto waitsFor = outOfReach_.warn(stops_.isNow() ? Order::kKill : Order::kStop);
    if (stops_.isNow()) {
        endAttempt();
    } else {
        stops_.sendAll();
        if (state_.isLive()) stops_.watch();
    }
    return stopReply(v1::STOPPING, waitsFor);
}

void RunController::change(const v1::ChangeRunRequest& request, LiveChanges::OnChanged done) {
    // One that recovers has it from its next attempt on.
    const bool isLeaving =
        state_.isDone() || (!state_.isLive() && !verdict_.restart) || stops_.order().has_value();
    if (isLeaving || state_.isEvaluating())
        return done(base::fail(base::Code::kFailedPrecondition,
                               base::say("{} is {}: only a run that trains can be changed", log_.row().id,
                                         base::Words::known(end_.stage())),
                               "run.not_running"));
    changes_.apply(request, outOfReach_.warning(request, std::move(done)));
}

base::Status RunController::beginProfile(int steps) {
    const std::string doing = end_.stage();
    return profile_.begin(steps, log_.row().isPaused, doing == statusName(v1::RUNNING) ? "" : doing);
}

/// Every task that completes the run has done so: ends the rest, an evaluator after it is done.
void RunController::completeTraining() {
    if (!state_.isLive() || !evaluators_.isNeeded()) return endTasks();
    if (state_.isEvaluating()) return;
    state_.enter(AttemptPhase::kEvaluating);
    stops_.stopWatching();
    evaluators_.begin();
    if (supply_) supply_->endTraining();
}

void RunController::fail(v1::TaskFailure failure) {
    spdlog::warn("run {}: {}", log_.row().id, failure.message());
    if (stops_.order()) {  // it ends as it was asked to, though not as gently
        log_.warn("stop.task_failed", proto::messageOf(failure));
        return endTasks();
    }
    verdict_.failure = std::move(failure);
    decideOnRestart();
    endTasks();
}

/// Whether another attempt follows the failure of this one, as on_failure says.
void RunController::decideOnRestart() {
    ++log_.row().failures;
    if (relaunch_ == Relaunch::kAllowed && !stops_.order() && recovery_.mayRestart(*verdict_.failure)) {
        verdict_.restart = Restart{proto::messageOf(*verdict_.failure), false};
        if (const auto kept = changes_.adaptTo(*verdict_.failure); !kept)
            verdict_.rejectRestart(kept.error());
        outOfReach_.warnOfRestart([this] { return verdict_.restart && !stops_.order(); });
    } else {
        recovery_.explain(*verdict_.failure);
    }
}

/// From here on its tasks' output is lost, and with it what the run would report at its end. Called by the
/// reader of the metrics, even while the run is being ended: then there is nothing left to kill.
void RunController::loseFolder(const std::filesystem::path& missing) {
    if (state_.isDone()) return;
    verdict_.restart.reset();
    verdict_.failure = failureOfLost(missing);
    spdlog::error("run {}: {}", log_.row().id, verdict_.failure->message());
    endTasks();
    // Not from here: the reader is calling. An attempt without a process would be notified of no exit.
    folderLost_.start(std::chrono::milliseconds(0), [this] {
        if (!state_.isDone()) endAttempt();
    });
}

void RunController::endTasks() {
    if (state_.isLive()) state_.enter(AttemptPhase::kEnding);
    start_.cancel();
    stops_.stopWatching();
    evaluators_.stop();
    // A task that will be restarted has nothing to save: its peers have exited.
    supervisor_.end(verdict_.restart ? SIGKILL : SIGTERM);
}

/// With the tasks that were never started.
void RunController::endAttempt() {
    endTasks();
    supervisor_.cancelUnstarted();
    finishIfOver();
}

std::chrono::milliseconds RunController::stopGrace() const {
    if (!spec::isCommand(spec_) || stops_.order() || isOver()) return std::chrono::milliseconds(0);
    return spec::stopGraceOf(spec_);
}

bool RunController::isOver() const {
    return !state_.isLive() && tasks_.areOver() && (!verdict_.restart || stops_.order());
}

void RunController::finishIfOver() {
    if (!tasks_.areOver() || state_.isDone() || state_.isRecovering() || !supervisor_.settle()) return;
    if (state_.isLive()) endTasks();
    // However the attempt ends: nobody reads the copies any more.
    if (supply_ && !supply_->isClosed()) return supply_->close([this] { finishIfOver(); });
    end_.proceed();
}

}  // namespace trainyard::control
