// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/node/node.h"

namespace trainyard::control {

/// The resource usage of a task: of its program and what that has started.
struct Usage {
    std::int64_t rssBytes = 0;
    double cpuSeconds = 0;                  ///< user and system, since its start
    double at = 0;                          ///< seconds of its node's clock; 0: never sampled
    double cores = 0;                       ///< in use between the last two samples
    char state = '?';                       ///< R S D T Z
    std::string socket;                     ///< where it serves the tasks of its machine
    std::vector<std::string> listens = {};  ///< the TCP ports at which it does, or talks to the other tasks

    std::optional<std::uint64_t> gpuMemoryBytes = {};
    std::optional<double> gpus = {};  ///< in use, as cores are

    /// If the process has ended, only `state` changes, to '?'.
    void note(const node::TaskUsage& sample);
};

/// Seconds of the clock that is never set.
double steadySeconds();

}  // namespace trainyard::control
