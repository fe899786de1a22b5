// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// One task of a run as the run file asks for it.
struct TaskPlan {
    std::string role;  ///< chief, worker, ps, evaluator
    int index = 0;
    std::string node = "local";
    int port = 0;  ///< 0: to be leased by the node's agent
    std::vector<int> gpus;
    std::string cpus;        ///< list as taskset writes it ("0-3,6"); empty: not pinned
    int rank = -1;           ///< among the replicas' processes, chief first; -1: takes no part in collectives
    bool isChief = false;    ///< the chief, or worker 0 where there is none
    std::string id() const;  ///< "worker:0"
    std::string fileId() const;  ///< "worker-0", for file names
};

/// All tasks of a (linted) spec: chief, workers, ps, evaluator, each by index. An empty cluster is one local
/// worker.
std::vector<TaskPlan> tasksOf(const v1::RunSpec& spec, const StrategyInfo& strategy);
/// Replicas that take part in a step: tasks of replica roles × `replicas` of the strategy's options.
int replicasOf(const v1::RunSpec& spec, const StrategyInfo& strategy);

/// TF_CONFIG for one task: {"cluster": {role: ["host:port", …]}, "task": {"type", "index"}}; the evaluator
/// stays out of `cluster`. Ports must be known by now. `local` is 127.0.0.1.
nlohmann::json tfConfig(const std::vector<TaskPlan>& tasks, const TaskPlan& self);
/// A TF_CONFIG read back: the whole cluster, and which of its tasks it was written for.
struct TfConfig {
    std::vector<TaskPlan>
        tasks;  ///< chief, workers, ps; and `self` when it is the evaluator, who stands in no cluster
    TaskPlan self;
};
/// Reads a TF_CONFIG. An error says what is wrong with it (no JSON, a role or port that cannot be, a task
/// that is not in the cluster, two tasks at one address) and what TF_CONFIG looks like.
base::Result<TfConfig> parseTfConfig(std::string_view text, const StrategyInfo& strategy);
/// SHA-256 of the canonical cluster: equal for all tasks of one run, whatever task they are.
std::string clusterDigest(const std::vector<TaskPlan>& tasks);

}  // namespace trainyard::spec
