// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/control/run/live_changes.h"
#include "core/control/run/nodes.h"
#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// kEndSearch: a stop while the chief's machine is searched for a checkpoint to continue from.
enum class Order { kStop, kKill, kEndSearch, kPause, kChange };

/// What orders to a run wait for while some of its machines cannot be reached. A pause and a change are the
/// chief's to announce to the others, a stop is announced by any task that completes the run: these need no
/// link to the rest. A command's program is asked on each of its machines. [loop]
class OutOfReach {
  public:
    /// Refers to everything it takes. `nodes` null: there is no other machine.
    OutOfReach(const v1::RunSpec& spec, const spec::StrategyInfo& strategy, const TaskSet& tasks,
               Nodes* nodes, RunLog& log);

    /// The machines for which an order waits now, by name.
    std::vector<std::string> waitsFor(Order order) const;
    /// The same, and the run has a warning for each.
    std::vector<std::string> warn(Order order) const;
    /// `done`, which also warns where the change waits. For a LiveChanges that ends before this.
    LiveChanges::OnChanged warning(const v1::ChangeRunRequest& request, LiveChanges::OnChanged done) const;

  private:
    std::map<std::string, base::Words> silentFor(Order order) const;
    bool isStopAnnounced() const;

    const v1::RunSpec& spec_;
    const spec::StrategyInfo& strategy_;
    const TaskSet& tasks_;
    Nodes* nodes_;
    RunLog& log_;
};

}  // namespace trainyard::control
