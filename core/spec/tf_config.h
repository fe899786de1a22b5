// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/cluster.h"

namespace trainyard::spec {

/// The environment variable by which TensorFlow tells a task its cluster and its place in it (guides 001 and
/// 004):
/// {"cluster": {role: ["host:port", …]}, "task": {"type": role, "index": n}}. The evaluator's holds itself
/// alone in `cluster`, or no `cluster` at all. `master` is read as `chief`; other keys are kept.
struct TfConfig {
    std::vector<TaskPlan> tasks;  ///< of the whole cluster; and `self` when it is an evaluator in no cluster
    TaskPlan self;
    nlohmann::json further = nlohmann::json::object();  ///< keys besides `cluster` and `task`, as they were
    std::vector<v1::Problem> hints;
};

/// What a TF_CONFIG says, checked. `tree` is what could be read of it, `master` renamed.
struct CheckedTfConfig {
    nlohmann::json tree;
    std::vector<v1::Problem> problems;
    bool ok() const;
};
/// Whether `text` is, as far as one can tell, meant to be a TF_CONFIG and no run file.
bool looksLikeTfConfig(std::string_view text);
/// Finds what is wrong with a TF_CONFIG: text that is no JSON, a key twice, roles, hosts, ports, addresses, a
/// task that is not in the cluster. `strategy` null: roles are checked against none. `isForTask`: a `task`
/// must be there.
enum class TfConfigUse { kOneTask, kClusterOnly };
CheckedTfConfig checkTfConfig(std::string_view text, const StrategyInfo* strategy, TfConfigUse use);
/// Reads the TF_CONFIG of one task. An error names every mistake (its id is the first one's code) and says
/// what a TF_CONFIG looks like.
base::Result<TfConfig> parseTfConfig(std::string_view text, const StrategyInfo& strategy);

/// TF_CONFIG for one task, with `further` keys; port 0 where none is chosen yet. `local` is 127.0.0.1.
nlohmann::json tfConfig(const std::vector<TaskPlan>& tasks, const TaskPlan& self,
                        const nlohmann::json& further = nlohmann::json::object());
/// "127.0.0.1:4711" as TF_CONFIG has it; an IPv6 host in brackets.
std::string addressOf(const TaskPlan& task);
/// `tf_config` of a run file: what an imported TF_CONFIG held besides `cluster` and `task`.
nlohmann::json furtherTfConfig(const v1::RunSpec& spec);

/// How many tasks of the cluster stand on this task's host, itself among them. All names of this machine
/// (localhost, 127.0.0.1) are one host; other hosts are told apart by name.
int tasksOnHost(const TfConfig& config);

/// The cluster that all training tasks must agree on, in one canonical form; the evaluator is not part of it.
std::string canonicalCluster(const std::vector<TaskPlan>& tasks);
/// SHA-256 of it: equal for all tasks of one run, whatever task they are.
std::string clusterDigest(const std::vector<TaskPlan>& tasks);
/// How two canonical clusters differ: "worker:1 is a:2 here and a:3 there; ps:0 (b:1) is only there". Empty
/// when they do not.
std::string clusterDifference(const std::string& here, const std::string& there);

}  // namespace trainyard::spec
