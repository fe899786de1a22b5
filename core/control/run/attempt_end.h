// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/loop/timer.h"
#include "core/control/run/attempt_checkpoints.h"
#include "core/control/run/attempt_news.h"
#include "core/control/run/environment.h"
#include "core/control/run/outcome.h"
#include "core/control/run/stop_orders.h"
#include "core/control/run/task_supervisor.h"

namespace trainyard::control {

/// Leads from the end of an attempt's last task to the next attempt or to the run's stored outcome. Owned by
/// the control loop.
class AttemptEnd {
  public:
    /// The attempt, and the parts that end their work; all of it outlives this object.
    struct Attempt {
        const RunFolder& folder;
        const AttemptPlan& plan;
        const v1::RunSpec& spec;
        AttemptState& state;
        Verdict& verdict;
        RunLog& log;
        TaskSet& tasks;
        MetricsPump& pump;
        AttemptNews& news;
        AttemptCheckpoints& checkpoints;
        const StopOrders& stops;
        Recovery& recovery;
        TaskSupervisor& supervisor;
    };
    AttemptEnd(Environment& environment, Attempt attempt);

    /// No task is left, and the attempt is ending: continues until it is handed over or finished.
    void proceed();
    /// True: the run belongs to `next` from here on. False: it ends with this attempt.
    bool handOver(const AttemptPlan& next);
    v1::RunStatus outcome() const;
    /// The run's status, in more detail if the status does not show why something is refused.
    std::string stage() const;

  private:
    bool hasNext() const { return attempt_.verdict.restart && !attempt_.stops.order(); }
    /// Reads the event files to their ends, then calls `next`.
    void readAll(void (AttemptEnd::*next)());
    void retire();
    void recover();
    void search();
    void planNext(const RestoreSearch& search);
    void finish();
    void close();
    void publishOutcome(const std::string& newest);

    Environment& environment_;
    Attempt attempt_;
    base::Timer again_;
    bool isPublishing_ = false, hasAllCheckpoints_ = false;  ///< whatever the tasks wrote completely
    bool isReading_ = false;
};

}  // namespace trainyard::control
