// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/control/run/live_changes.h"
#include "core/control/run/nodes.h"
#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"

namespace trainyard::control {

/// Orders to a run while some of its machines cannot be reached: they wait for these, and the run reports
/// so at once. [loop]
enum class Order { kStop, kKill, kPause, kChange };
void warnWhereItWaits(Order order, const TaskSet& tasks, Nodes* nodes, RunLog& log);

/// `done`, which also warns where the change waits. For a LiveChanges that ends before `tasks` and `log`.
LiveChanges::OnChanged warningWhereItWaits(const v1::ChangeRunRequest& request, const TaskSet& tasks,
                                           Nodes* nodes, RunLog& log, LiveChanges::OnChanged done);

}  // namespace trainyard::control
