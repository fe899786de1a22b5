// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trainyard::control {

/// After so many seconds a silence, or a wait, is named.
inline constexpr double kStallSeconds = 6;

/// What is known of one living task of a synchronous group. Times in seconds, all on one clock.
struct TaskView {
    std::string task;
    int pid = 0;
    double heard = 0;  ///< when it last reported
    std::string phase;
    std::string call;      ///< that it waits in; empty: none
    double callSince = 0;  ///< 0: none
    char state = '?';      ///< of the process, as in /proc/<pid>/stat: R S D T Z
};

/// A group that does not get on.
struct Stall {
    std::string task;  ///< the one that the others wait for; empty: all wait for one another
    std::string message;
    double silentSeconds = 0;  ///< 0: it reports, but does not come to the call
    std::string waiting = {};  ///< one of those that wait; empty: nobody does
};

/// Who holds up the others, once that has lasted: a task that has stopped reporting (it reports every second,
/// from a thread of its own, as long as its process runs), or the one that is not in the call that all others
/// wait in. Nothing while somebody still gets on.
std::optional<Stall> findStall(const std::vector<TaskView>& tasks, double now,
                               double patience = kStallSeconds);

}  // namespace trainyard::control
