// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words.h"

namespace trainyard::control {

/// Seconds after which a silence, or a wait, is reported.
inline constexpr double kStallSeconds = 6;

/// The status of one living task of a synchronous group. Times in seconds, all on one clock.
struct TaskView {
    std::string task;
    int pid = 0;
    double reportedAt = 0;  ///< time of its last report
    std::string phase;
    base::Words call;      ///< the call it waits in; empty: none
    double callSince = 0;  ///< 0: none
    char state = '?';      ///< of the process, as in /proc/<pid>/stat: R S D T Z
};

/// A group that makes no progress.
struct Stall {
    /// The one that the others wait for, or that waits in another call than they; empty: all wait for one
    /// another in the same.
    std::string task;
    base::Words message;
    double silentSeconds = 0;  ///< 0: it reports, but does not reach the call, or does not leave it
    std::string waiting = {};  ///< one of the waiting tasks; empty: none
};

/// What blocks the others, once that has lasted: a task that has stopped reporting (reports come every second
/// from a separate thread, as long as its process runs), or the one that has not reached the call that all
/// others wait in. Nothing while any task makes progress. Of one task alone: also the collective call that it
/// waits in, as its GPUs do.
std::optional<Stall> findStall(const std::vector<TaskView>& tasks, double now,
                               double patience = kStallSeconds);

}  // namespace trainyard::control
