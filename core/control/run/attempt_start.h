// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/loop/timer.h"
#include "core/control/run/attempt_checkpoints.h"
#include "core/control/run/attempt_news.h"
#include "core/control/run/environment.h"
#include "core/control/run/recovery.h"
#include "core/control/run/stop_orders.h"
#include "core/control/run/task_supervisor.h"

namespace trainyard::control {

/// Starts an attempt, or takes up one that a former agent started. Owned by the control loop.
class AttemptStart {
  public:
    /// The attempt, and the parts that begin their work; all of it outlives this object.
    struct Attempt {
        const RunFolder& folder;
        const AttemptPlan& plan;
        const v1::RunSpec& spec;
        AttemptState& state;
        RunLog& log;
        TaskSet& tasks;
        MetricsPump& pump;
        AttemptNews& news;
        AttemptCheckpoints& checkpoints;
        StopOrders& stops;
        TaskSupervisor& supervisor;
    };
    struct Calls {
        std::function<void(const base::Error&)> onFailure;
        /// What was found can't be continued, but the next attempt can: the agent's end was the cause.
        std::function<void(const base::Words& cause)> onRestart;
        /// The former agent had been asked to stop it.
        std::function<void()> onStop;
    };
    AttemptStart(Environment& environment, Attempt attempt, Calls calls);

    /// Launches every task once the plan's back-off is over.
    void start(const std::vector<v1::Problem>& hints);
    void cancel() { backOff_.cancel(); }
    /// Reattaches to tasks by their records and to metrics by their offsets. `done` is called once that is
    /// decided.
    void adopt(Relaunch relaunch, std::function<void()> done);
    /// Stores the order that is in force for the next agent, and then shows the run as stopping.
    void saveStop();

  private:
    void save(std::function<void(const base::Status&)> saved) const;
    void begin(const std::vector<v1::Problem>& hints);
    void launch();
    void launchTasks();
    void saveAndOpen(std::function<void(const base::Status&)> done);
    void openCheckpoints(AttemptCheckpoints::Tasks tasks, std::function<void(const base::Status&)> done);
    void launched(const base::Status& launched);
    void waitForSpace(const base::Error& error, std::function<void()> retry);
    std::function<base::Status()> preparation() const;
    /// What a former agent left of the attempt.
    struct Left {
        base::Result<AttemptFile> file;
        base::Result<std::vector<store::TaskRow>> rows;
        base::Result<AttemptNews::Published> published;
        AttemptCheckpoints::Adopted checkpoints;
    };
    std::function<Left()> readLeft() const;
    void adoptPlanned(const AttemptFile& file, Relaunch relaunch);
    void adoptTasks(Left left, Relaunch relaunch, std::function<void()> done);
    base::Status takeUp(const Left& left);
    void readOn(const Left& left, Relaunch relaunch, const std::function<void(const base::Status&)>& judged);
    void restoreStop(const StopOrder& order);
    void showStop();
    void judgeAdopted(Relaunch relaunch);
    void restart(Relaunch relaunch, const base::Words& cause);

    Environment& environment_;
    Attempt attempt_;
    Calls calls_;
    base::Timer backOff_;
    bool hasReportedFull_ = false;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the disk's executor answers
};

}  // namespace trainyard::control
