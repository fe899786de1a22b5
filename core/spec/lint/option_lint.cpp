// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/option_lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// The tasks of the roles that have replicas; an empty cluster is one local worker.
int trainingTasksIn(const json& cluster, const StrategyInfo& strategy) {
    int tasks = 0;
    for (const auto& [role, entries] : cluster.items()) {
        const auto known = strategy.roles.find(role);
        if (known != strategy.roles.end() && known->second.isReplica)
            tasks += static_cast<int>(entries.size());
    }
    return std::max(1, tasks);
}

}  // namespace

std::vector<v1::Problem> lintOptions(const json& tree, const StrategyInfo& strategy) {
    const json& options = tree.at("strategy").at(strategy.id);
    const int tasks = trainingTasksIn(tree.value("cluster", json::object()), strategy);
    // 0: as many as there are devices or cores, which is not known here.
    const bool isOneEach = options.value("replicas", 1) == 1;
    std::vector<v1::Problem> problems;
    const json properties = strategy.optionsSchema.value("properties", json::object());
    for (const auto& [name, schema] : properties.items()) {
        const std::string between = schema.value("x-acts-between", "");
        if (between.empty() || options.value(name, json()) == schema.value("default", json())) continue;
        const bool isByReplicas = between == "replicas";
        if (tasks > 1 || (isByReplicas && !isOneEach)) continue;
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::HINT);
        problem.set_code("strategy.unused_option");
        problem.set_path(fmt::format("strategy.{}.{}", strategy.id, name));
        problem.set_message(isByReplicas ? "this has no effect: the run has one replica"
                                         : "this has no effect: the run has one task that trains");
    }
    return problems;
}

}  // namespace trainyard::spec
