// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace trainyard::testing {

/// What the library fake_nvml pretends to find. Its function `fakeMachine` returns the one that it answers
/// from, to any code that has opened the same file.
struct FakeMachine {
    struct Process {
        unsigned pid = 0;
        unsigned long long memory = 0;
        int percent = -1;  ///< below 0: no sample
    };
    struct Gpu {
        std::string name;
        unsigned long long memory = 0;
        unsigned long long free = 0;
        int percent = 0;    ///< below 0: not reported
        int failsWith = 0;  ///< the error of every query
        std::vector<Process> processes;
        unsigned milliwatts = 0;  ///< 0: not reported
        unsigned celsius = 0;     ///< 0: not reported
    };
    int initFailsWith = 0;
    int countFailsWith = 0;
    std::vector<Gpu> gpus;
    std::function<void()> onCount = {};      ///< called by each count of the GPUs
    int opened = 0;                          ///< nvmlInit less nvmlShutdown
    bool hasSamples = true;                  ///< of processes
    std::function<void()> onProcesses = {};  ///< called when the processes of a GPU are asked for
    unsigned long long time = 1;             ///< of the samples
};

}  // namespace trainyard::testing
