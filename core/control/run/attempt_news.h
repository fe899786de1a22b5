// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "core/base/loop/timer.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/run_listener.h"
#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"
#include "core/events/run_progress.h"

namespace trainyard::control {

/// Publishes what watchers of a run see of an attempt besides its metrics: its start, the tasks that it waits
/// for, and its progress. Owned by the control loop.
class AttemptNews {
  public:
    struct Sources {
        RunListeners& listeners;
        const AttemptState& state;
        const AttemptPlan& plan;
        const v1::RunSpec& spec;
        const events::RunProgress& progress;
    };
    AttemptNews(base::EventLoop& loop, RunLog& log, TaskSet& tasks, Sources sources);

    /// Whether a former agent published the start of that attempt. Blocks on the disk. [any]
    static base::Result<bool> hasPublishedStart(store::RunStore& store, const std::string& run, int attempt);
    void recallStart(bool isPublished) { hasStarted_ |= isPublished; }
    /// Once: with the totals of the chief's plan, or of the attempt before it; with none when the tasks are
    /// late or fail before it and no attempt has had them.
    void publishStart();
    /// Reports the tasks that have not joined after `patience`.
    void expectJoins(std::chrono::milliseconds patience);
    /// Once more tasks have joined.
    void joined();
    /// To those who watch, four times a second at most.
    void publishProgress();

  private:
    void publishWaiting();

    RunLog& log_;
    TaskSet& tasks_;
    Sources sources_;
    bool hasStarted_ = false, hasWaited_ = false;  ///< published
    base::Timer joins_, progress_;
};

}  // namespace trainyard::control
