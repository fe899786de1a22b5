// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words.h"
#include "core/spec/cluster/cluster.h"

namespace trainyard::spec {

/// The environment variable that gives a task its cluster and its place in it, as in TensorFlow (guides 001
/// and 004): {"cluster": {role: ["host:port", …]}, "task": {"type": role, "index": n}}. The evaluator's
/// contains only itself in `cluster`, or no `cluster` at all. `master` is read as `chief`; other keys are
/// kept.
struct TfConfig {
    std::vector<TaskPlan>
        tasks;  ///< of the whole cluster; also `self` if it is an evaluator outside the cluster
    TaskPlan self;
    nlohmann::json further = nlohmann::json::object();  ///< keys other than `cluster` and `task`, unchanged
    std::vector<v1::Problem> hints;
};

/// The checked contents of a TF_CONFIG. `tree` is the part that could be read, with `master` renamed.
struct CheckedTfConfig {
    nlohmann::json tree;
    std::vector<v1::Problem> problems;
    bool ok() const;
};
/// Whether `text` is apparently meant to be a TF_CONFIG and not a run file.
bool looksLikeTfConfig(std::string_view text);
/// Lints a TF_CONFIG: text that is not JSON, duplicate keys, roles, hosts, ports, addresses, a task that is
/// not in the cluster. `strategy` null: roles are not checked. `isForTask`: `task` is required.
enum class TfConfigUse { kOneTask, kClusterOnly };
CheckedTfConfig checkTfConfig(std::string_view text, const StrategyInfo* strategy, TfConfigUse use);
/// The cluster that a TF_CONFIG puts in place of a run file's; null: none, as an evaluator's. Roles are not
/// compared with a strategy. Errors as of parseTfConfig.
base::Result<nlohmann::json> clusterOfTfConfig(std::string_view text);
/// Reads the TF_CONFIG of one task. An error lists every mistake (its id is the first one's code) and shows
/// what a TF_CONFIG looks like.
base::Result<TfConfig> parseTfConfig(std::string_view text, const StrategyInfo& strategy);

/// TF_CONFIG for one task, with `further` keys; port 0 if none is chosen yet. `local` is 127.0.0.1.
nlohmann::json tfConfig(const std::vector<TaskPlan>& tasks, const TaskPlan& self,
                        const nlohmann::json& further = nlohmann::json::object());
/// "127.0.0.1:4711" in TF_CONFIG notation; an IPv6 host is in brackets.
std::string addressOf(const TaskPlan& task);
/// `tf_config` of a run file: the keys of an imported TF_CONFIG other than `cluster` and `task`.
nlohmann::json furtherTfConfig(const v1::RunSpec& spec);

/// The number of tasks of the cluster on this task's host, including itself. All names of this machine
/// (localhost, 127.0.0.1) are one host; other hosts are distinguished by name.
int tasksOnHost(const TfConfig& config);

/// The cluster that all training tasks must agree on, in a canonical form; without the evaluator.
std::string canonicalCluster(const std::vector<TaskPlan>& tasks);
/// Its SHA-256: equal for all tasks of one run.
std::string clusterDigest(const std::vector<TaskPlan>& tasks);
/// How two canonical clusters differ: "worker:1 is a:2 here and a:3 there; ps:0 (b:1) is only there". Empty
/// if they do not.
base::Words clusterDifference(const std::string& here, const std::string& there);

}  // namespace trainyard::spec
