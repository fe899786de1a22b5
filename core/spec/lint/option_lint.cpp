// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/option_lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/proto/failure.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/schema/schema.h"

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

/// How many there are, as far as it is known here.
struct Actors {
    bool isOneTask = false;     ///< that trains
    bool isOneReplica = false;  ///< of the whole run
};

/// The keys below `path` of such a schema that would concern more than there are.
void lintKeys(const json& schema, const json& values, const std::string& path, const Actors& actors,
              std::vector<v1::Problem>& problems) {
    if (!schema.is_object()) return;
    const json properties = schema.value("properties", json::object());
    for (const auto& [name, key] : properties.items()) {
        const std::string here = path.empty() ? name : path + "." + name;
        const json value = values.is_object() ? values.value(name, json()) : json();
        if (value.is_object()) lintKeys(key, value, here, actors, problems);
        const std::string between = key.value("x-acts-between", "");
        if (between.empty() || value.is_null() || value == key.value("default", json())) continue;
        const bool isByReplicas = between == "replicas";
        if (!(isByReplicas ? actors.isOneReplica : actors.isOneTask)) continue;
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::HINT);
        problem.set_code("strategy.unused_option");
        problem.set_path(here);
        proto::setMessage(problem, isByReplicas
                                       ? base::Words("this has no effect: the run has one replica")
                                       : base::Words("this has no effect: the run has one task that trains"));
    }
}

}  // namespace

std::vector<v1::Problem> lintOptions(const json& tree, const StrategyInfo& strategy) {
    const json& options = tree.at("strategy").at(strategy.id);
    const bool isOneTask = trainingTasksIn(tree.value("cluster", json::object()), strategy) == 1;
    // 0: as many as there are devices or cores, which is not known here.
    const Actors actors{isOneTask,
                        isOneTask && replicasPerTask(options, tree.value("cluster", json::object())) == 1};
    std::vector<v1::Problem> problems;
    lintKeys(strategy.optionsSchema, options, "strategy." + strategy.id, actors, problems);
    lintKeys(runSchema(), tree, "", actors, problems);
    return problems;
}

}  // namespace trainyard::spec
