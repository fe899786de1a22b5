// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/base/check.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
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

void assignRanks(std::vector<TaskPlan>& tasks, const StrategyInfo& strategy) {
    int rank = 0;
    for (TaskPlan& task : tasks) {
        if (!isReplicaRole(strategy, task.role)) continue;
        task.isChief = rank == 0;
        task.rank = rank++;
    }
}

std::unexpected<base::Error> refuse(const std::string& why) {
    return base::fail(
        base::Code::kInvalidArgument,
        fmt::format(
            "TF_CONFIG: {}; it looks like {{\"cluster\": {{\"worker\": [\"host:port\", …]}}, \"task\": "
            "{{\"type\": \"worker\", \"index\": 0}}}}",
            why),
        "tf_config.invalid");
}

/// The tasks of a TF_CONFIG's `cluster`, every one with its port.
base::Result<std::vector<TaskPlan>> tasksOfTfCluster(const json& cluster) {
    std::vector<TaskPlan> tasks;
    std::set<std::string> addresses;
    for (const auto& role : cluster.items())
        if (std::find(kRoles.begin(), kRoles.end(), role.key()) == kRoles.end())
            return refuse(fmt::format("unknown role `{}`", base::printable(role.key().substr(0, 60))));
    for (const char* role : kRoles) {
        if (!cluster.contains(role)) continue;
        if (!cluster[role].is_array()) return refuse(fmt::format("`cluster.{}` is no list", role));
        for (std::size_t i = 0; i < cluster[role].size(); ++i) {
            const json& value = cluster[role][i];
            if (!value.is_string()) return refuse(fmt::format("`cluster.{}[{}]` is no text", role, i));
            const auto entry = parseClusterEntry(value);
            if (!entry) return refuse(fmt::format("`cluster.{}[{}]`: {}", role, i, entry.error().message));
            if (entry->port == 0) return refuse(fmt::format("`cluster.{}[{}]` has no port", role, i));
            tasks.push_back(planOf(role, static_cast<int>(i), value));
            const std::string address = fmt::format("{}:{}", tasks.back().node, tasks.back().port);
            if (!addresses.insert(address).second)
                return refuse(fmt::format("two tasks have the address {}", base::printable(address)));
        }
    }
    return tasks;
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
    assignRanks(tasks, strategy);
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

base::Result<TfConfig> parseTfConfig(std::string_view text, const StrategyInfo& strategy) {
    const json tree = json::parse(text, nullptr, false);
    if (tree.is_discarded() || !tree.is_object()) return refuse("this is no JSON object");
    const json task = tree.value("task", json());
    if (!tree.contains("cluster") || !tree["cluster"].is_object() || tree["cluster"].empty())
        return refuse("`cluster` is missing");
    if (!task.is_object() || !task.contains("type") || !task["type"].is_string())
        return refuse("`task.type` is missing");
    TfConfig config;
    TY_ASSIGN(config.tasks, tasksOfTfCluster(tree["cluster"]));
    const std::string role = task["type"];
    // TensorFlow itself takes the index as a number or as text.
    const json index = task.value("index", json());
    const std::string number = index.is_string()           ? index.get<std::string>()
                               : index.is_number_integer() ? index.dump()
                                                           : std::string();
    if (role == "evaluator" && !tree["cluster"].contains("evaluator")) {
        config.tasks.push_back(planOf(role, 0, "local"));
    }
    assignRanks(config.tasks, strategy);
    const auto self = std::find_if(config.tasks.begin(), config.tasks.end(), [&](const TaskPlan& t) {
        return t.role == role && std::to_string(t.index) == number;
    });
    if (self == config.tasks.end())
        return refuse(fmt::format("the task {}:{} is not in the cluster", base::printable(role.substr(0, 60)),
                                  base::printable(number.substr(0, 60))));
    config.self = *self;
    return config;
}

std::string clusterDigest(const std::vector<TaskPlan>& tasks) {
    return base::Sha256::hex(clusterOf(tasks).dump());
}

}  // namespace trainyard::spec
