// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// One entry of a role's list, in any of its forms.
struct ClusterEntry {
    std::string node;
    int port = 0;  ///< 0: automatic
    std::vector<int> gpus;
    std::string cpus;
};
/// Parses `node`, `node:port` or {node, port, gpus, cpus}. An error (its id is the code of the finding) says
/// what is wrong.
base::Result<ClusterEntry> parseClusterEntry(const nlohmann::json& entry);
/// The roles that a task can have, in listing order.
inline constexpr std::array kClusterRoles{"chief", "worker", "ps", "evaluator"};
/// The keys of `cluster` that are no roles.
inline constexpr const char* kAllowClearText = "allow_clear_text";
inline constexpr const char* kSubnet = "subnet";
/// That `text` is not a base::Subnet.
base::Words noSubnet(const std::string& text);
/// "cluster.bad_subnet", if `subnet` of `cluster` is none.
std::vector<v1::Problem> lintSubnet(const nlohmann::json& cluster);
/// The keys of `cluster` that are roles.
nlohmann::json rolesIn(const nlohmann::json& cluster);
/// Whether the node is this machine: local, localhost, 127.0.0.1, ::1.
bool isLocalNode(const std::string& node);

/// Where a cluster is defined. In a run file ports are optional and an agent places the tasks; in a TF_CONFIG
/// every task has a port and runs wherever it is started.
enum class ClusterForm { kRunFile, kTfConfig };

/// Findings in `cluster` that its schema cannot detect: entries, duplicates, and roles that the strategy
/// (null: any) does not support. Each names the fix and, if a single assignment fixes it, includes that.
/// `others`: alternative strategies, for a file that has a strategy; null: none.
std::vector<v1::Problem> lintCluster(const nlohmann::json& cluster, const StrategyInfo* strategy,
                                     ClusterForm form = ClusterForm::kRunFile,
                                     const StrategyInfos* others = nullptr);

/// Renames the legacy role `master` of `cluster` to `chief` in place, with a hint; an error if both exist.
std::optional<v1::Problem> acceptMaster(nlohmann::json& cluster);

/// Creates a finding of lint.
v1::Problem clusterFinding(v1::Problem::Severity severity, const std::string& code,
                           const base::Words& message, const std::string& path, const base::Words& fix = {},
                           std::string fixSet = {});

}  // namespace trainyard::spec
