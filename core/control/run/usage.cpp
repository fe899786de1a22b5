// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/usage.h"

#include <algorithm>
#include <chrono>

namespace trainyard::control {

void Usage::note(const node::TaskUsage& sample) {
    state = sample.state;
    socket = sample.socket;
    listens = sample.listens;
    if (state == '?') return;
    // An agent of a node that was restarted does not know of processes which ended before.
    if (at > 0 && sample.at > at) cores = std::max(0.0, sample.cpuSeconds - cpuSeconds) / (sample.at - at);
    cpuSeconds = sample.cpuSeconds;
    rssBytes = sample.rssBytes;
    gpuMemoryBytes = sample.gpuMemoryBytes;
    gpus = sample.gpus;
    at = sample.at;
}

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace trainyard::control
