// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

inline constexpr const char* kHere = "local";  ///< the node that is this machine

/// A task that takes GPUs of its machine.
struct GpuWish {
    std::string task;       ///< "worker:0"
    std::vector<int> gpus;  ///< these, as the run file says; empty: any
    /// How many of any; 0: all that are free, of which the run's other tasks that wish so get as many.
    int count = 1;
};

/// The variables that show a task its GPUs alone, or none.
std::map<std::string, std::string> gpuEnvironment(const std::vector<int>& gpus);
/// Whether a run takes part in the book: its run file names GPUs, or it may train on one and the user has not
/// chosen one with CUDA_VISIBLE_DEVICES in the agent's environment.
bool takesGpu(const v1::RunSpec& spec, const spec::StrategyInfo& strategy);
/// What those tasks of such a run that are on `node`, or on one of `nodes`, wish.
std::vector<GpuWish> gpuWishes(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                               const std::string& node = kHere);
std::vector<GpuWish> gpuWishes(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                               const std::set<std::string>& nodes);

}  // namespace trainyard::control
