// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/control/run/attempt_file.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/recovery.h"
#include "core/control/run/run_log.h"
#include "core/control/run/task_set.h"
#include "core/events/run_progress.h"

namespace trainyard::control {

/// What has been decided about an attempt that ends early.
struct Verdict {
    std::optional<v1::TaskFailure> failure;
    std::optional<Restart> restart;

    /// The restart is impossible; the failure's message says why.
    void rejectRestart(const base::Error& why);
};

/// Whether the training has come to its end, by what the chief reported.
bool isCompleted(const events::RunProgress& progress);
/// How a run ends that ends with this attempt.
v1::RunStatus outcomeOf(const Verdict& verdict, const std::optional<StopOrder>& order,
                        const events::RunProgress& progress);
/// The run's last event, without the path of its newest checkpoint.
v1::RunFinished finishedMessage(const Verdict& verdict, const std::optional<StopOrder>& order,
                                const events::RunProgress& progress, int attempts);
/// What the tasks' last reports say about memory and traffic. `replicas` of the whole run.
v1::Measured measuredOf(const TaskSet& tasks, const events::RunProgress& progress, std::int64_t replicas,
                        const v1::RunSpec& spec);
/// Adds an attempt to the run's goodput. Repeated steps do not count as good: if the next attempt starts at
/// `keptUpTo`, time counts in proportion.
void countSeconds(store::RunRow& row, const events::RunProgress& progress, std::int64_t keptUpTo);
/// What a run's goodput is counted from.
struct RunSeconds {
    double good = 0;  ///< in completed steps that were kept
    double live = 0;  ///< between starts (or resumes) and ends
};
/// Up to now, with the present attempt's.
RunSeconds secondsSoFar(const store::RunRow& row, const AttemptState& attempt,
                        const events::RunProgress& progress);
/// Stores and publishes the outcome; calls `onStored` when it is complete.
void storeOutcome(RunLog& log, v1::RunFinished finished, std::function<void()> onStored);

}  // namespace trainyard::control
