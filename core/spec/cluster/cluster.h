// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// One task of a run as specified in the run file.
struct TaskPlan {
    std::string role;  ///< chief, worker, ps, evaluator
    int index = 0;
    std::string node = "local";
    int port = 0;  ///< 0: assigned by the node's agent
    std::vector<int> gpus;
    std::string cpus;        ///< in taskset's notation ("0-3,6"); empty: not pinned
    int rank = -1;           ///< among the replicas' processes, chief first; -1: takes no part in collectives
    bool isChief = false;    ///< the chief, or worker 0 if there is none
    std::string id() const;  ///< "worker:0"
    std::string place() const;   ///< "cluster.worker[0]", in the run file
    std::string fileId() const;  ///< "worker-0", for file names
};

/// All tasks of a (linted) spec: chief, workers, ps, evaluator, each by index. An empty cluster is one local
/// worker.
std::vector<TaskPlan> tasksOf(const v1::RunSpec& spec, const StrategyInfo& strategy);
/// The number of replicas that take part in a step: tasks of replica roles × `replicas` of the strategy's
/// options, which may be 0: then `found` of each task.
int replicasOf(const v1::RunSpec& spec, const StrategyInfo& strategy, int found);

/// Whether a task computes on a GPU wherever it runs: a replica under `device: cuda`.
bool needsGpu(const v1::RunSpec& spec, const TaskPlan& task);

/// One task from an entry of `cluster`. kInvalidArgument for an entry that lint would refuse.
base::Result<TaskPlan> planTask(const std::string& role, int index, const nlohmann::json& entry);
/// Numbers the processes that have replicas (chief first) and marks the chief: the task of that role, or
/// worker:0 if there is none.
void assignRanks(std::vector<TaskPlan>& tasks, const StrategyInfo& strategy);

}  // namespace trainyard::spec
