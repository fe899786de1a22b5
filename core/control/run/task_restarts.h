// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/control/run/task_set.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// Restarts tasks of roles that are restarted alone while the others continue. Owned by the control loop.
class TaskRestarts {
  public:
    struct Calls {
        std::function<void(v1::Problem)> warn;
        /// Starts the task's process again; a life of it has begun. The function is called with the result.
        std::function<void(Member&, std::function<void(const base::Status&)>)> launch;
        /// The restart failed: the task is over.
        std::function<void(const base::Error&)> onFailure;
    };
    /// `spec` may change meanwhile.
    TaskRestarts(TaskSet& tasks, const spec::StrategyInfo& strategy, const v1::RunSpec& spec, Calls calls);

    bool restartsAlone(const Member& member) const;
    /// For a task that has ended as `how` says. True: the run continues without it, and it is restarted if
    /// `on_failure` has a restart left for it.
    bool continuesWithout(Member& member, const base::Words& how);
    void cancel();  ///< every pending restart; none follows

  private:
    bool isMissed(const Member& member) const;
    void restart(Member& member);
    void launch(Member& member);
    void launched(Member& member, const base::Status& launched);
    void waitForSpace(Member& member, const base::Error& error);

    TaskSet& tasks_;
    const spec::StrategyInfo& strategy_;
    const v1::RunSpec& spec_;
    Calls calls_;
    bool hasReportedFull_ = false, isCancelled_ = false;
};

}  // namespace trainyard::control
