// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::control {

/// The resource usage of a process, from /proc/<pid>/stat (proc(5)).
struct Usage {
    std::int64_t rssBytes = 0;
    double cpuSeconds = 0;  ///< user and system, since its start
    double at = 0;          ///< steady seconds; 0: never sampled
    double cores = 0;       ///< in use between the last two samples
    char state = '?';       ///< R S D T Z
};

/// Samples again; if the process has exited, only `state` changes, to '?'.
void sample(Usage& usage, int pid, double steadySeconds);

/// Seconds of the clock that is never set.
double steadySeconds();

}  // namespace trainyard::control
