// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::control {

/// What a process uses, from /proc/<pid>/stat (proc(5)).
struct Usage {
    std::int64_t rssBytes = 0;
    double cpuSeconds = 0;  ///< user and system, since its start
    double at = 0;          ///< steady seconds; 0: never looked
    double cores = 0;       ///< in use between the last two looks
    char state = '?';       ///< R S D T Z
};

/// Looks again; a process that is gone leaves everything as it was but `state`, which becomes '?'.
void lookAgain(Usage& usage, int pid, double steadySeconds);

}  // namespace trainyard::control
