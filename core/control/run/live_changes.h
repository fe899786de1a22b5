// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/control/run/launch_plan.h"
#include "core/control/run/run_log.h"
#include "core/control/run/script_orders.h"
#include "core/control/run/task_set.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Changes to a run while it trains: pause, learning rate, epochs. New settings are stored before any task
/// receives them, so that the next attempt has them in any case. Owned by the control loop.
class LiveChanges {
  public:
    /// Calls back once what the tasks have written to their event files by now was reported.
    using ReadCurves = std::function<void(std::function<void()> then)>;
    /// `spec` is the run's own, and changes here. `script`: of a command run; null: its tasks train.
    LiveChanges(Environment& environment, RunLog& log, RunFolder folder, v1::RunSpec& spec, TaskSet& tasks,
                ScriptOrders* script, ReadCurves readCurves);
    ~LiveChanges();
    LiveChanges(const LiveChanges&) = delete;
    LiveChanges& operator=(const LiveChanges&) = delete;

    /// For a run that trains. `done` is called once, perhaps from inside the call: true if it is a change,
    /// of which the tasks were notified. `attempt.ended`: this object has ended meanwhile.
    using OnChanged = std::function<void(base::Result<bool>)>;
    void apply(const v1::ChangeRunRequest& request, OnChanged done);
    /// Ends a pause: a run that is to end can't reach the end of its epoch while paused.
    void resume();
    /// Everything, each time: a task applies what is new to it, and one that lost its session may have missed
    /// something.
    void send(const Member& member) const;
    /// The settings of this attempt and any after it, from here on. The store and the run file follow.
    void keep(v1::RunSpec spec);
    /// What the next attempt does differently after this failure: after a NaN it trains at a lower rate,
    /// where on_failure.not_finite asks for it.
    base::Status adaptTo(const v1::TaskFailure& failure);

    /// The number of changes applied by the tasks of this attempt, and the step after which the last one was.
    struct Applied {
        int changes = 0;
        std::int64_t step = 0;
    };
    /// Passes on what a task says of a change, once its curve here reaches as far as it says.
    void report(const std::string& task, const v1::TaskReport& report);
    void noteApplied(const ClientNote& note);
    const Applied& applied() const { return applied_; }
    /// It is to pause, and the task that decides when has not said that it waits.
    bool isPausePending() const;

  private:
    base::Status check(const v1::ChangeRunRequest& request) const;
    void applyFirst();
    void apply(v1::ChangeRunRequest::Pause pause, bool isNewSpec);
    void answer(base::Result<bool> result);
    void take(v1::RunSpec spec);
    bool setPaused(bool isPaused);
    void sendAll() const;
    void writeFile();

    Environment& environment_;
    RunLog& log_;
    RunFolder folder_;
    v1::RunSpec& spec_;
    TaskSet& tasks_;
    ScriptOrders* script_;
    ReadCurves readCurves_;
    std::deque<std::pair<v1::ChangeRunRequest, OnChanged>> waiting_;  ///< the first is being stored
    Applied applied_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what is written
};

}  // namespace trainyard::control
