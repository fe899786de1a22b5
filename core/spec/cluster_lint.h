// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// One entry of a role's list, in whichever form it was written.
struct ClusterEntry {
    std::string node;
    int port = 0;  ///< 0: a free one
    std::vector<int> gpus;
    std::string cpus;
};
/// Reads `node`, `node:port` or {node, port, gpus, cpus}. An error (its id is the code of the finding) says
/// what is wrong.
base::Result<ClusterEntry> parseClusterEntry(const nlohmann::json& entry);
/// The roles a task can have, in the order in which tasks are listed.
inline constexpr std::array kClusterRoles{"chief", "worker", "ps", "evaluator"};
/// Whether the node is the machine itself: local, localhost, 127.0.0.1, ::1.
bool isLocalNode(const std::string& node);

/// Where a cluster is written. In a run file ports may be left out and tasks are placed by an agent; in a
/// TF_CONFIG every task has a port and stands wherever somebody starts it.
enum class ClusterForm { kRunFile, kTfConfig };

/// Findings over `cluster` that its schema cannot tell: entries, duplicates, and roles that the strategy
/// (null: any) does not take. Each names the fix, and where one assignment mends it, that too. `others`: the
/// strategies that could be chosen instead, in a file that has one; null: none can.
std::vector<v1::Problem> lintCluster(const nlohmann::json& cluster, const StrategyInfo* strategy,
                                     ClusterForm form = ClusterForm::kRunFile,
                                     const StrategyInfos* others = nullptr);

/// Renames the legacy role `master` of `cluster` to `chief` in place, with a hint; an error where both stand.
std::optional<v1::Problem> acceptMaster(nlohmann::json& cluster);

/// A finding as lint makes it.
v1::Problem clusterFinding(v1::Problem::Severity severity, const std::string& code, std::string message,
                           std::string path, std::string fix = {}, std::string fixSet = {});

}  // namespace trainyard::spec
