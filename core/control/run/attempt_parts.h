// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/control/run/attempt_checkpoints.h"
#include "core/control/run/attempt_news.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/stop_orders.h"
#include "core/control/run/task_supervisor.h"

namespace trainyard::control {

/// An attempt, and the parts of its run that begin their work with it; all of it outlives who has this.
struct AttemptParts {
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

    /// Shows the run as stopping, as ordered.
    void showStop() const {
        if (log.status() != v1::STOPPING)
            log.setStatus(v1::STOPPING, base::say("requested by {}", stops.order()->client));
    }
};

}  // namespace trainyard::control
