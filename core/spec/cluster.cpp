// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster.h"

#include <fmt/format.h>

#include <array>

#include "core/base/check.h"
#include "core/base/sha256.h"
#include "core/spec/cluster_lint.h"
#include "core/spec/values.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;
constexpr std::array kRoles{"chief", "worker", "ps", "evaluator"};

bool isReplicaRole(const StrategyInfo& strategy, const std::string& role) {
    const auto found = strategy.roles.find(role);
    return found != strategy.roles.end() && found->second.isReplica;
}

TaskPlan planOf(const std::string& role, int index, const json& value) {
    const auto entry = parseClusterEntry(value);
    TY_CHECK(entry.has_value(), "tasksOf wants a linted spec");
    TaskPlan task;
    task.role = role;
    task.index = index;
    task.node = isLocalNode(entry->node) ? "local" : entry->node;
    task.port = entry->port;
    task.gpus = entry->gpus;
    task.cpus = entry->cpus;
    return task;
}

std::string hostOf(const TaskPlan& task) {
    if (isLocalNode(task.node)) return "127.0.0.1";
    return task.node.find(':') == std::string::npos ? task.node : "[" + task.node + "]";
}

json clusterOf(const std::vector<TaskPlan>& tasks) {
    json cluster = json::object();
    for (const TaskPlan& task : tasks) {
        if (task.role == "evaluator") continue;
        TY_CHECK(task.port > 0, "a TF_CONFIG needs every task's port");
        cluster[task.role].push_back(fmt::format("{}:{}", hostOf(task), task.port));
    }
    return cluster;
}

}  // namespace

std::string TaskPlan::id() const {
    return fmt::format("{}:{}", role, index);
}
std::string TaskPlan::fileId() const {
    return fmt::format("{}-{}", role, index);
}

std::vector<TaskPlan> tasksOf(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    std::vector<TaskPlan> tasks;
    for (const char* role : kRoles) {
        const auto entries = spec.cluster().find(role);
        if (entries == spec.cluster().end()) continue;
        int index = 0;
        for (const auto& entry : entries->second.values())
            tasks.push_back(planOf(role, index++, valueToJson(entry)));
    }
    if (tasks.empty()) tasks.push_back(planOf("worker", 0, "local"));
    int rank = 0;
    for (TaskPlan& task : tasks) {
        if (!isReplicaRole(strategy, task.role)) continue;
        task.isChief = rank == 0;
        task.rank = rank++;
    }
    return tasks;
}

int replicasOf(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    const json options = strategyOf(spec).options;
    const int perTask = options.contains("replicas") ? options["replicas"].get<int>() : 1;
    int tasks = 0;
    for (const TaskPlan& task : tasksOf(spec, strategy)) tasks += isReplicaRole(strategy, task.role) ? 1 : 0;
    return tasks * perTask;
}

json tfConfig(const std::vector<TaskPlan>& tasks, const TaskPlan& self) {
    return {{"cluster", clusterOf(tasks)}, {"task", {{"type", self.role}, {"index", self.index}}}};
}

std::string clusterDigest(const std::vector<TaskPlan>& tasks) {
    return base::Sha256::hex(clusterOf(tasks).dump());
}

}  // namespace trainyard::spec
