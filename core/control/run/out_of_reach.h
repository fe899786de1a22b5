// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/loop/timer.h"
#include "core/control/run/live_changes.h"
#include "core/control/run/nodes.h"
#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// kEndSearch: a stop while the chief's machine is searched for a checkpoint to continue from. kRestart: that
/// of on_failure, for which every task of the attempt has to end.
enum class Order { kStop, kKill, kEndSearch, kPause, kChange, kRestart };

/// What orders to a run wait for while some of its machines cannot be reached. A pause and a change are the
/// chief's to announce to the others, a stop is announced by any task that completes the run: these need no
/// link to the rest. A command's program is asked on each of its machines. [loop]
class OutOfReach {
  public:
    /// Refers to everything it takes. `nodes` null: there is no other machine.
    OutOfReach(const v1::RunSpec& spec, const spec::StrategyInfo& strategy, const TaskSet& tasks,
               Nodes* nodes, RunLog& log, base::EventLoop& loop);

    /// The machines for which an order waits now, by name.
    std::vector<std::string> waitsFor(Order order) const;
    /// Those with a task of the training that are out of reach or say nothing, as if they were: what they
    /// were asked to do may not have arrived.
    std::vector<std::string> silent() const;
    /// Those, and that of the task which has a pause confirmed by all.
    std::vector<std::string> unconfirmed() const;
    /// The same, and the run has a warning for each.
    std::vector<std::string> warn(Order order) const;
    /// `done`, which also warns where the change waits. For a LiveChanges that ends before this.
    LiveChanges::OnChanged warning(const v1::ChangeRunRequest& request, LiveChanges::OnChanged done) const;
    /// That machine is abandoned: warns of its tasks, if any of the attempt are placed there.
    void warnAbandoned(const std::string& node) const;
    /// Warns of each machine that a restart waits for, once: now, and while `isDue`, as a link may be found
    /// to be down later than the failure of which that is the cause. While this exists.
    void warnOfRestart(std::function<bool()> isDue);

  private:
    static constexpr std::chrono::seconds kLookEvery{1};

    std::map<std::string, base::Words> silentFor(Order order) const;
    /// Of tasks in training that are left, on other machines.
    std::vector<std::string> nodesOf(const std::function<bool(const Member&)>& isWanted) const;
    bool isStopAnnounced() const;

    const v1::RunSpec& spec_;
    const spec::StrategyInfo& strategy_;
    const TaskSet& tasks_;
    Nodes* nodes_;
    RunLog& log_;
    std::set<std::string> restartWaitsFor_;
    base::Timer look_;
};

}  // namespace trainyard::control
