// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/cluster.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/check.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/run/values.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

bool isReplicaRole(const StrategyInfo& strategy, const std::string& role) {
    const auto found = strategy.roles.find(role);
    return found != strategy.roles.end() && found->second.isReplica;
}

TaskPlan linted(const std::string& role, int index, const json& value) {
    auto task = planTask(role, index, value);
    TY_CHECK(task.has_value(), "tasksOf wants a linted spec");
    return std::move(*task);
}

}  // namespace

std::string TaskPlan::place() const {
    return fmt::format("cluster.{}[{}]", role, index);
}

std::string TaskPlan::id() const {
    return fmt::format("{}:{}", role, index);
}
std::string TaskPlan::fileId() const {
    return fmt::format("{}-{}", role, index);
}

std::vector<TaskPlan> tasksOf(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    std::vector<TaskPlan> tasks;
    for (const char* role : kClusterRoles) {
        const auto entries = spec.cluster().find(role);
        if (entries == spec.cluster().end()) continue;
        int index = 0;
        for (const auto& entry : entries->second.values())
            tasks.push_back(linted(role, index++, valueToJson(entry)));
    }
    if (tasks.empty()) tasks.push_back(linted("worker", 0, "local"));
    assignRanks(tasks, strategy);
    return tasks;
}

int replicasOf(const v1::RunSpec& spec, const StrategyInfo& strategy, int found) {
    const int asked = gpusPerTask(spec);  // a replica on each, or as many replicas on CPUs
    const int perTask = asked > 0 ? asked : found;
    int tasks = 0;
    for (const TaskPlan& task : tasksOf(spec, strategy)) tasks += isReplicaRole(strategy, task.role) ? 1 : 0;
    return tasks * perTask;
}

bool needsGpu(const v1::RunSpec& spec, const TaskPlan& task) {
    return task.rank >= 0 && deviceOf(spec) == "cuda";
}

base::Result<TaskPlan> planTask(const std::string& role, int index, const json& value) {
    TY_ASSIGN(const ClusterEntry entry, parseClusterEntry(value));
    TaskPlan task;
    task.role = role;
    task.index = index;
    task.node = isLocalNode(entry.node) ? "local" : entry.node;
    task.port = entry.port;
    task.gpus = entry.gpus;
    task.cpus = entry.cpus;
    return task;
}

void assignRanks(std::vector<TaskPlan>& tasks, const StrategyInfo& strategy) {
    const bool hasChief = std::ranges::find(tasks, "chief", &TaskPlan::role) != tasks.end();
    int rank = 0;
    for (TaskPlan& task : tasks) {
        task.isChief = task.index == 0 && task.role == (hasChief ? "chief" : "worker");
        if (isReplicaRole(strategy, task.role)) task.rank = rank++;
    }
}

}  // namespace trainyard::spec
