// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/tf_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/json.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"
#include "core/spec/schema/schema_words.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

constexpr char kShape[] =
    R"(it looks like {"cluster": {"worker": ["host:port", …]}, "task": {"type": "worker", "index": 0}})";

std::vector<std::string> roleNames() {
    return {kClusterRoles.begin(), kClusterRoles.end()};
}

class TfConfigChecker {
  public:
    TfConfigChecker(const StrategyInfo* strategy, TfConfigUse use) : strategy_(strategy), use_(use) {}

    CheckedTfConfig run(std::string_view text) {
        if (text.size() > kMaxFileBytes) {
            error("tf_config.too_large",
                  base::say("{} bytes are too many for a TF_CONFIG (at most {})", text.size(), kMaxFileBytes),
                  "");
            return std::move(checked_);
        }
        auto parsed = base::parseJson(text, base::Words::plain("TF_CONFIG"));
        if (!parsed) {
            error("tf_config.no_json", base::say("{}; {}", parsed.error().message, base::Words(kShape)), "");
        } else if (!parsed->is_object()) {
            error("tf_config.no_json",
                  base::say("{} is not a JSON object; {}", shown(*parsed), base::Words(kShape)), "");
        } else {
            checked_.tree = std::move(*parsed);
            checkTask();
            checkCluster();
            checkPlace();
        }
        return std::move(checked_);
    }

  private:
    void error(const std::string& code, const base::Words& message, const std::string& path,
               const base::Words& fix = {}, std::string fixSet = {}) {
        checked_.problems.push_back(
            clusterFinding(v1::Problem::ERROR, code, message, path, fix, std::move(fixSet)));
    }

    void checkTask() {
        json& tree = checked_.tree;
        if (!tree.contains("task")) {
            if (use_ == TfConfigUse::kClusterOnly) return;
            return error("tf_config.no_task", base::say("`task` is missing; {}", base::Words(kShape)), "task",
                         R"(add "task": {"type": "worker", "index": 0})", "task={type: worker, index: 0}");
        }
        json& task = tree["task"];
        if (!task.is_object() || !task.contains("type") || !task["type"].is_string())
            return error("tf_config.no_task",
                         base::say("`task.type` is missing (expected one of {}); {}", joined(roleNames()),
                                   base::Words(kShape)),
                         "task.type", R"(add "type": "worker")", "task.type=worker");
        role_ = task["type"];
        if (role_ == "master") {
            task["type"] = role_ = "chief";
            checked_.problems.push_back(
                clusterFinding(v1::Problem::HINT, "cluster.legacy_master",
                               "`master` is the old name of `chief` and is read as `chief`", "task.type",
                               "write `chief` instead of `master`", "task.type=chief"));
        }
        if (std::ranges::find(kClusterRoles, role_) == kClusterRoles.end()) {
            const std::string near = nearestWord(role_, roleNames());
            error("cluster.unknown_role",
                  base::say("`{}` is not a task type (expected one of {})",
                            base::printable(role_.substr(0, 60)), joined(roleNames())),
                  "task.type", near.empty() ? "" : base::say("write `{}`", near),
                  near.empty() ? "" : "task.type=" + near);
            role_.clear();
            return;
        }
        // TensorFlow itself takes the index as a number or as text.
        const json given = task.value("index", json());
        if (given.is_null())
            return error("tf_config.no_index",
                         "`task.index` is missing (expected 0 for the first task of its type)", "task.index",
                         "set `task.index` to 0", "task.index=0");
        const std::string number = given.is_string()           ? given.get<std::string>()
                                   : given.is_number_integer() ? given.dump()
                                                               : std::string();
        const bool isNumber = !number.empty() && number.size() < 7 &&
                              number.find_first_not_of("0123456789") == std::string::npos;
        if (!isNumber)
            return error("cluster.index_range",
                         base::say("{} is not an index (expected an integer ≥ 0)", shown(given)),
                         "task.index", "set `task.index` to 0", "task.index=0");
        index_ = std::stoi(number);
    }

    void checkCluster() {
        json& tree = checked_.tree;
        const bool isAbsent = !tree.contains("cluster") || tree["cluster"].is_null() ||
                              (tree["cluster"].is_object() && tree["cluster"].empty());
        if (isAbsent) {
            if (role_ == "evaluator") return;  // it connects to nobody
            return error("tf_config.no_cluster", base::say("`cluster` is missing; {}", base::Words(kShape)),
                         "cluster", R"(add "cluster": {"worker": ["host:port"]})");
        }
        json& cluster = tree["cluster"];
        if (!cluster.is_object())
            return error("tf_config.no_cluster",
                         base::say("`cluster` is {}; {}", shown(cluster), base::Words(kShape)), "cluster");
        if (auto legacy = acceptMaster(cluster)) checked_.problems.push_back(std::move(*legacy));
        json usable = json::object();  // one mistake must not hide the next
        for (const auto& role : cluster.items())
            if (checkRole(role.key(), role.value())) usable[role.key()] = role.value();
        // An evaluator's own TF_CONFIG says nothing about the training cluster.
        const bool isEvaluatorAlone = usable.size() == 1 && usable.contains("evaluator");
        for (v1::Problem& p :
             lintCluster(usable, isEvaluatorAlone ? nullptr : strategy_, ClusterForm::kTfConfig)) {
            if (usable != cluster && p.fix_set().starts_with("cluster=")) p.clear_fix_set();
            checked_.problems.push_back(std::move(p));
        }
    }

    bool checkRole(const std::string& role, const json& entries) {
        const std::string name = base::printable(role.substr(0, 60));
        const std::string path = "cluster." + name;
        const std::size_t before = checked_.problems.size();
        if (std::ranges::find(kClusterRoles, role) == kClusterRoles.end()) {
            const std::string near = nearestWord(role, roleNames());
            error("cluster.unknown_role",
                  base::say("unknown role `{}` (expected one of {})", name, joined(roleNames())), path,
                  near.empty() ? "" : base::say("write `{}`", near));
        } else if (!entries.is_array() || entries.empty()) {
            error("tf_config.no_list",
                  base::say("`{}` is {} (expected a list of \"host:port\")", path, shown(entries)), path);
        } else {
            for (std::size_t i = 0; i < entries.size(); ++i)
                if (!entries[i].is_string())
                    error("cluster.bad_node",
                          base::say("{} is not text (expected \"host:port\")", shown(entries[i])),
                          fmt::format("{}[{}]", path, i));
        }
        return checked_.problems.size() == before;
    }

    /// Whether the task is in the cluster.
    void checkPlace() {
        if (role_.empty() || index_ < 0) return;
        const json& tree = checked_.tree;
        if (!tree.contains("cluster") || !tree["cluster"].is_object() || tree["cluster"].empty()) return;
        if (!tree["cluster"].contains(role_)) {
            if (role_ == "evaluator") return;
            std::vector<std::string> there;
            for (const auto& role : tree["cluster"].items()) there.push_back(role.key());
            return error(
                "cluster.task_missing",
                base::say("the task {}:{} is not in the cluster, which has no `{}` (it has {})", role_,
                          index_, role_, joined(there)),
                "task.type", base::say("add `{}` to `cluster`, or make the task a {}", role_, there.front()),
                there.size() == 1 && std::ranges::find(kClusterRoles, there.front()) != kClusterRoles.end()
                    ? "task.type=" + there.front()
                    : "");
        }
        if (!tree["cluster"][role_].is_array() || tree["cluster"][role_].empty()) return;
        const auto count = static_cast<int>(tree["cluster"][role_].size());
        if (index_ >= count)
            error("cluster.index_range",
                  base::say(
                      "the task {}:{} is not in the cluster, which has {} of that type (expected an index "
                      "from 0 to {})",
                      role_, index_, count, count - 1),
                  "task.index", base::say("use an index from 0 to {}", count - 1),
                  count == 1 ? "task.index=0" : "");
    }

    const StrategyInfo* strategy_;
    TfConfigUse use_;
    CheckedTfConfig checked_;
    std::string role_;
    int index_ = -1;
};

std::unexpected<base::Error> refused(const std::vector<v1::Problem>& problems) {
    std::string all, code;
    for (const v1::Problem& p : problems) {
        if (p.severity() != v1::Problem::ERROR) continue;
        if (code.empty()) code = p.code();
        all += fmt::format("{}{}{}{}", all.empty() ? "" : "; ", p.path().empty() ? "" : p.path() + ": ",
                           p.message(), p.fix().empty() ? "" : fmt::format(" (fix: {})", p.fix()));
    }
    return base::fail(base::Code::kRefused, base::say("TF_CONFIG: {}", all), code);
}

json clusterOf(const std::vector<TaskPlan>& tasks) {
    json cluster = json::object();
    for (const TaskPlan& task : tasks) {
        if (task.role == "evaluator") continue;
        cluster[task.role].push_back(addressOf(task));
    }
    return cluster;
}

/// "worker:0" → address.
std::map<std::string, std::string> addressesIn(const std::string& canonical) {
    std::map<std::string, std::string> addresses;
    const json cluster = json::parse(canonical, nullptr, false);
    if (!cluster.is_object()) return addresses;
    for (const auto& role : cluster.items())
        for (std::size_t i = 0; i < role.value().size(); ++i)
            if (role.value()[i].is_string())
                addresses[fmt::format("{}:{}", role.key(), i)] = role.value()[i].get<std::string>();
    return addresses;
}

}  // namespace

bool CheckedTfConfig::ok() const {
    return std::ranges::none_of(problems, [](const auto& p) { return p.severity() == v1::Problem::ERROR; });
}

bool looksLikeTfConfig(std::string_view text) {
    if (text.size() > kMaxFileBytes) return false;
    const json tree = json::parse(text, nullptr, false);
    if (!tree.is_object() || !(tree.contains("cluster") || tree.contains("task"))) return false;
    return std::ranges::none_of(std::array{"trainyard", "name", "train", "command"},
                                [&](const char* key) { return tree.contains(key); });
}

CheckedTfConfig checkTfConfig(std::string_view text, const StrategyInfo* strategy, TfConfigUse use) {
    return TfConfigChecker(strategy, use).run(text);
}

base::Result<json> clusterOfTfConfig(std::string_view text) {
    const CheckedTfConfig checked = checkTfConfig(text, nullptr, TfConfigUse::kOneTask);
    if (!checked.ok()) return refused(checked.problems);
    json cluster = checked.tree.value("cluster", json());
    const bool hasTraining = cluster.is_object() && cluster.size() > cluster.count("evaluator");
    return hasTraining ? cluster : json();
}

base::Result<TfConfig> parseTfConfig(std::string_view text, const StrategyInfo& strategy) {
    CheckedTfConfig checked = checkTfConfig(text, &strategy, TfConfigUse::kOneTask);
    if (!checked.ok()) return refused(checked.problems);
    TfConfig config;
    config.hints = std::move(checked.problems);
    json& tree = checked.tree;
    const std::string role = tree["task"]["type"];
    const json index = tree["task"]["index"];
    const int number = index.is_string() ? std::stoi(index.get<std::string>()) : index.get<int>();
    if (tree.contains("cluster") && tree["cluster"].is_object())
        for (const char* name : kClusterRoles) {
            const json entries = tree["cluster"].value(name, json::array());
            for (std::size_t i = 0; i < entries.size(); ++i) {
                TY_ASSIGN(TaskPlan task, planTask(name, static_cast<int>(i), entries[i]));
                config.tasks.push_back(std::move(task));
            }
        }
    const auto isSelf = [&](const TaskPlan& task) { return task.role == role && task.index == number; };
    if (std::ranges::none_of(config.tasks, isSelf)) {
        TY_ASSIGN(TaskPlan self, planTask(role, number, "local"));  // an evaluator in no cluster
        config.tasks.push_back(std::move(self));
    }
    assignRanks(config.tasks, strategy);
    config.self = *std::ranges::find_if(config.tasks, isSelf);
    tree.erase("cluster");
    json task = std::move(tree["task"]);
    tree.erase("task");
    task.erase("type");
    task.erase("index");
    config.further = std::move(tree);
    if (!task.empty()) config.further["task"] = std::move(task);
    return config;
}

json tfConfig(const std::vector<TaskPlan>& tasks, const TaskPlan& self, const json& further) {
    json config = further.is_object() ? further : json::object();
    if (!config.contains("task") || !config["task"].is_object()) config["task"] = json::object();
    config["task"]["type"] = self.role;
    config["task"]["index"] = self.index;
    config["cluster"] = self.role == "evaluator" ? json{{"evaluator", {addressOf(self)}}} : clusterOf(tasks);
    return config;
}

std::string addressOf(const TaskPlan& task) {
    const std::string host = isLocalNode(task.node)                     ? "127.0.0.1"
                             : task.node.find(':') == std::string::npos ? task.node
                                                                        : "[" + task.node + "]";
    return fmt::format("{}:{}", host, task.port);
}

json furtherTfConfig(const v1::RunSpec& spec) {
    return structToJson(spec.tf_config());
}

int tasksOnHost(const TfConfig& config) {
    const bool isLocal = isLocalNode(config.self.node);
    return static_cast<int>(std::ranges::count_if(config.tasks, [&](const TaskPlan& task) {
        return task.node == config.self.node || (isLocal && isLocalNode(task.node));
    }));
}

std::string canonicalCluster(const std::vector<TaskPlan>& tasks) {
    return clusterOf(tasks).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string clusterDigest(const std::vector<TaskPlan>& tasks) {
    return base::Sha256::hex(canonicalCluster(tasks));
}

base::Words clusterDifference(const std::string& here, const std::string& there) {
    const auto mine = addressesIn(here), theirs = addressesIn(there);
    std::vector<base::Words> differences;
    for (const auto& [name, at] : mine) {
        const std::string task = base::printable(name), address = base::printable(at);
        const auto other = theirs.find(name);
        if (other == theirs.end())
            differences.push_back(base::say("{} ({}) is only here", task, address));
        else if (other->second != at)
            differences.push_back(
                base::say("{} is {} here and {} there", task, address, base::printable(other->second)));
    }
    for (const auto& [task, address] : theirs)
        if (!mine.contains(task))
            differences.push_back(
                base::say("{} ({}) is only there", base::printable(task), base::printable(address)));
    if (differences.empty() && here != there) differences.push_back("the clusters are written differently");
    constexpr std::size_t kMost = 8;
    const std::size_t left = differences.size() > kMost ? differences.size() - kMost : 0;
    differences.resize(differences.size() - left);
    if (left > 0) differences.push_back(base::say("and {} more", left));
    return base::joined(differences, "; ");
}

}  // namespace trainyard::spec
