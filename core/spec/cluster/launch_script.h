// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/cluster/cluster.h"

namespace trainyard::spec {

/// What starts a run without an agent, beside what the run file says.
struct LaunchOptions {
    int cpus = 0;  ///< cores of each task; 0: as the scheduler likes
};

/// A script for `sbatch`: Slurm chooses the machines, each task makes its TF_CONFIG of the step's hosts and
/// starts `trainyard-worker`, or the program of a command run. `runFile` is the text of the spec. kRefused
/// (id "slurm.…") for what Slurm decides: machines, CPUs, GPUs; and for a command's ps and evaluator. [any]
base::Result<std::string> slurmScript(const v1::RunSpec& spec, std::vector<TaskPlan> tasks,
                                      const std::string& runFile, const LaunchOptions& options);

/// A script that starts the program of a command run with torchrun, once on each of its machines. kRefused
/// (id "torchrun.…") for a training, for roles that torchrun does not have, and for machines with different
/// numbers of tasks. [any]
base::Result<std::string> torchrunScript(const v1::RunSpec& spec, const std::vector<TaskPlan>& tasks);

/// One word of a POSIX shell: 'it'\''s'.
std::string shellQuoted(const std::string& text);
/// As a command in a message names a file or an address: in quotes only where a shell would take it apart.
std::string shellWord(const std::string& text);

}  // namespace trainyard::spec
