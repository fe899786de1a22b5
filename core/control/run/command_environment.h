// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/control/run/launch_plan.h"
#include "trainyard/v1/preflight.pb.h"

namespace trainyard::control {

using Variables = std::map<std::string, std::string>;

/// What one task of a command run is told about itself.
struct CommandSetting {
    std::string run;
    int restarts = 0;  ///< of this task's peers and itself, in this run
    int masterPort = 0;
    std::filesystem::path logdir, orders;
    std::filesystem::path resumeFrom = {};  ///< a checkpoint that it reported; empty: none is on its machine
    nlohmann::json furtherTfConfig = nlohmann::json::object();
};

/// The variables of the contract (docs/run-file.md, "Environment of a command"): TF_CONFIG for every task,
/// torchrun's for the chief and the workers. OMP_NUM_THREADS is the machine's.
Variables commandVariables(const std::vector<spec::TaskPlan>& tasks, const spec::TaskPlan& self,
                           const CommandSetting& setting);

struct MergedVariables {
    Variables all;
    std::set<std::string> users;  ///< names in the contract that keep the user's value
};
/// `env` of the run file wins over `own`, the environment of the agent, and both over the contract.
MergedVariables mergeVariables(const Variables& contract, Variables own, const v1::RunSpec& spec);

/// This process's environment.
Variables ownVariables();

/// Where the event files of a task on another machine arrive if its TRAINYARD_LOGDIR is `logdir`; otherwise
/// empty.
std::filesystem::path commandEvents(const RunFolder& folder, const v1::RunSpec& spec,
                                    const spec::TaskPlan& task);
/// The folder that a task's TRAINYARD_LOGDIR names.
std::filesystem::path commandLogdir(const RunFolder& folder, const v1::RunSpec& spec,
                                    const spec::TaskPlan& task);

/// What preflight shows of each task: ports, run and folder are only known after the start. `cores` are those
/// of the machine.
std::vector<v1::TaskConfig> previewTasks(const v1::RunSpec& spec, int cores);

}  // namespace trainyard::control
