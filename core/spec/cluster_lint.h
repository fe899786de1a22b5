// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
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
/// Whether the node is the machine itself: local, localhost, 127.0.0.1, ::1.
bool isLocalNode(const std::string& node);

/// Findings over `cluster` that its schema cannot tell: entries, duplicates, and roles that the strategy does
/// not take.
std::vector<v1::Problem> lintCluster(const nlohmann::json& cluster, const StrategyInfo& strategy);

}  // namespace trainyard::spec
