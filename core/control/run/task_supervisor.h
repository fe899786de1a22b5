// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/loop/timer.h"
#include "core/control/metrics/metrics_pump.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/stall_watch.h"
#include "core/control/run/task_launcher.h"
#include "core/control/run/task_restarts.h"

namespace trainyard::control {

/// Runs the tasks of an attempt: starts them, answers and watches them, restarts those that are restarted
/// alone, and works out what their ends mean. Owned by the control loop.
class TaskSupervisor {
  public:
    /// The attempt that the tasks belong to; all of it outlives this object.
    struct Attempt {
        const RunFolder& folder;
        const v1::RunSpec& spec;
        const spec::StrategyInfo& strategy;
        const AttemptPlan& plan;
        const AttemptState& state;
        MetricsPump& pump;
    };
    struct Calls {
        /// Whether tasks that are ended now are cut short by a failure or a stop.
        std::function<bool()> isCutShort;
        std::function<void()> onJoin;
        /// Every task that completes the run has done so, and so has every evaluator that was waited for.
        std::function<void()> onComplete;
        std::function<void(v1::TaskFailure)> onFailure;
        /// What a command's tasks use has been measured.
        std::function<void()> onSample;
        /// A task has ended, and what that means was decided.
        std::function<void()> onEnd;
    };
    TaskSupervisor(Environment& environment, RunLog& log, TaskSet& tasks, Attempt attempt, Calls calls);
    ~TaskSupervisor() { tasks_.onEnd(nullptr); }

    /// Stores the attempt, and calls the function it is given with the result, later.
    using Save = std::function<void(TaskLauncher::Done)>;
    /// Launches every task under a new secret: leased ports first, then `save` stores the secret. `done` is
    /// called once every launch was answered, even if the attempt has ended meanwhile.
    void launch(const Save& save, const TaskLauncher::Done& done);
    /// For the tasks that a former agent started.
    TaskLauncher& launcher() { return launcher_; }
    const std::string& token() const { return launcher_.token(); }

    base::Result<v1::JoinReply> join(const std::string& task, const v1::JoinRequest& request);

    void watchStalls() { stalls_.start(); }
    /// Ends every task, first by this signal, soon after by SIGKILL.
    void end(int signal);
    /// Tasks that were never started, and are not being started, never will be.
    void cancelUnstarted();
    /// No task is left: decides immediately what would have waited for others. False: onEnd follows.
    bool settle();
    /// The attempt is done.
    void close() { stalls_.close(); }

  private:
    std::string restoreFor(const Member& member) const;
    void launchAnswered(Member& member);
    void ended(Member& member, const node::TaskEnd& end);
    void judge(Member& member);
    void lostGraceOver();
    void judgeLost();
    void decideFailure();
    void decide();
    void report(v1::TaskFailure failure);

    Environment& environment_;
    TaskSet& tasks_;
    std::string run_;
    Attempt attempt_;
    Calls calls_;
    TaskLauncher launcher_;
    TaskRestarts restarts_;
    StallWatch stalls_;
    base::Timer kill_, lost_, cause_;
    bool isCauseGraceOver_ = false;
    bool isDeciding_ = false, isJudgingLost_ = false;  ///< once what the tasks wrote is read; onEnd follows
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the executor answers
};

}  // namespace trainyard::control
