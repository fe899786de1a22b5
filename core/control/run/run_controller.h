// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/run/attempt_end.h"
#include "core/control/run/attempt_start.h"
#include "core/control/run/attempt_supply.h"
#include "core/control/run/environment.h"
#include "core/control/run/evaluator_watch.h"
#include "core/control/run/live_changes.h"
#include "core/control/run/out_of_reach.h"
#include "core/control/run/profile_session.h"

namespace trainyard::control {

/// One attempt of a run, from its launch to the run's `finished` event or to the next attempt. Decides how
/// the attempt ends and whether there is another one; its parts do the work. Owned by the control loop, as is
/// everything it calls. A run's states: queued → starting → running → stopping → succeeded | failed | stopped
/// | preempted; an attempt's are those of AttemptState.
class RunController {
  public:
    RunController(Environment& environment, store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy,
                  AttemptPlan plan);
    RunController(const RunController&) = delete;
    RunController& operator=(const RunController&) = delete;

    /// Launches every task once the plan's back-off is over. A failure to launch ends the run as failed; it
    /// is not returned to the caller.
    void start(const std::vector<v1::Problem>& hints);
    /// Reads the metrics that a former agent had read, for adopt(). Blocks; [any], before any other call.
    void readPast() { pump_.readPast(); }
    /// Reattaches to what a former agent started: tasks by their records, metrics by their offsets. If that
    /// agent had launched only some of the tasks, it starts over as the next attempt, where allowed. `done`
    /// is called in the loop, perhaps from inside this call: before that, nobody may call the run.
    void adopt(Relaunch relaunch = Relaunch::kAllowed, std::function<void()> done = [] {});

    base::Result<v1::JoinReply> join(const std::string& task, const v1::JoinRequest& request) {
        return supervisor_.join(task, request);
    }
    void sessionOpened(const std::string& task, std::shared_ptr<CommandSink> sink);
    void sessionClosed(const std::string& task, const CommandSink* sink) { tasks_.closeSession(task, sink); }
    void report(const std::string& task, const v1::TaskReport& report);
    /// The step of a checkpoint is usually reported before it.
    void publish(const v1::PublishCheckpointRequest& request, AttemptCheckpoints::OnPublished done) {
        pump_.pump([this, request, done = std::move(done)](auto) { checkpoints_->publish(request, done); });
    }
    /// The order is in force at once, and kept for the next agent soon. Without a task that is left, returns
    /// how the run ends, and warns.
    v1::StopRunReply stop(const v1::StopRunRequest& request);
    /// Pause, learning rate, epochs, from a step that the tasks agree on; see LiveChanges::apply().
    void change(const v1::ChangeRunRequest& request, LiveChanges::OnChanged done);
    const LiveChanges& changes() const { return changes_; }
    const OutOfReach& outOfReach() const { return outOfReach_; }
    /// Requests a profile of the next steps from every task that trains.
    base::Status beginProfile(int steps);
    ProfileSession& profile() { return profile_; }
    const TaskSet& taskSet() const { return tasks_; }

    /// The last call on an attempt that is over: from here on the run belongs to the next one. False: a stop
    /// was requested since, and the run ends with this attempt.
    bool handOver(const AttemptPlan& next) { return end_.handOver(next); }
    /// How long a stop `now` would leave its tasks before it kills them; zero if it is about to end without
    /// one, or was asked to stop before.
    std::chrono::milliseconds stopGrace() const;
    /// No task is left or will be launched; only storing the outcome remains.
    bool isOver() const;

    /// Copies the user's edits of the run from the store.
    void takeEdit(const store::RunRow& row) { log_.takeEdit(row); }
    RunSeconds seconds() const { return secondsSoFar(log_.row(), state_, pump_.progress()); }
    int attempt() const { return plan_.number; }
    const store::RunRow& row() const { return log_.row(); }
    const v1::RunSpec& spec() const { return spec_; }
    const spec::StrategyInfo& strategy() const { return strategy_; }
    /// Every task of this attempt, including ended ones.
    std::vector<v1::Task> tasks() const { return tasks_.messages(); }

  private:
    void failToStart(const base::Error& error);
    void decideOnRestart();
    void joined();
    void completeTraining();
    void fail(v1::TaskFailure failure);
    void loseFolder(const std::filesystem::path& missing);
    void endTasks();
    void endAttempt();
    void finishIfOver();

    Environment& environment_;
    v1::RunSpec spec_;
    spec::StrategyInfo strategy_;
    AttemptPlan plan_;
    Relaunch relaunch_ = Relaunch::kAllowed;
    AttemptState state_;
    Verdict verdict_;
    RunLog log_;
    RunFolder folder_;
    TaskSet tasks_;
    OutOfReach outOfReach_;
    MetricsPump pump_;
    AttemptNews news_;
    std::unique_ptr<AttemptCheckpoints> checkpoints_;
    std::unique_ptr<ScriptOrders> script_;  ///< of a command run
    LiveChanges changes_;
    StopOrders stops_;
    EvaluatorWatch evaluators_;
    std::unique_ptr<EvaluatorSupply> supply_;  ///< null: the evaluator is with the chief, or there is none
    ProfileSession profile_;
    Recovery recovery_;
    TaskSupervisor supervisor_;
    AttemptStart start_;
    AttemptEnd end_;
    base::Timer folderLost_;
};

}  // namespace trainyard::control
