// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <utility>

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

    /// What a former agent published of an attempt.
    struct Published {
        bool hasStarted = false;
        std::set<std::pair<std::int64_t, bool>> checkpoints;  ///< step, and is a backup
    };
    /// Blocks on the disk. [any]
    static base::Result<Published> published(store::RunStore& store, const std::string& run, int attempt);
    void recall(const Published& former) {
        hasStarted_ |= former.hasStarted;
        checkpoints_ = former.checkpoints;
    }
    /// Whether a former agent announced a checkpoint of the attempt: its tasks have trained.
    bool hasAnnouncedAny() const { return !checkpoints_.empty(); }
    /// Whether a former agent announced this checkpoint of the attempt.
    bool hasAnnounced(const v1::CheckpointSaved& saved) const;
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
    bool hasStarted_ = false, hasWaited_ = false;          ///< published
    std::set<std::pair<std::int64_t, bool>> checkpoints_;  ///< those of a former agent
    base::Timer joins_, progress_;
};

}  // namespace trainyard::control
