// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/cluster_lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include "core/base/subnet.h"
#include "core/base/text.h"
#include "core/proto/failure.h"
#include "core/spec/schema/schema_words.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

base::Result<int> parsePort(const std::string& text, const std::string& entry) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port < 0 || port > 65535)
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("\"{}\": the port is out of range (expected 1 to 65535, or 0 for an automatic one)",
                      base::printable(entry)),
            "cluster.port_range");
    return port;
}

/// "0-3" or "6" of a CPU list as taskset writes it.
bool isCpuRange(const std::string& text) {
    int first = 0, last = 0;
    const char* end = text.data() + text.size();
    auto part = std::from_chars(text.data(), end, first);
    if (part.ec != std::errc() || first < 0) return false;
    if (part.ptr == end) return true;
    if (*part.ptr != '-') return false;
    part = std::from_chars(part.ptr + 1, end, last);
    return part.ec == std::errc() && part.ptr == end && last >= first;
}

base::Result<ClusterEntry> parseText(const std::string& text) {
    if (const auto hidden = base::hiddenCharacter(text))
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("\"{}\" is not a node: it has the character {}", base::printable(text), *hidden),
            "cluster.bad_node");
    if (text.find_first_of(" \t\n/@") != std::string::npos)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("\"{}\" is not a node (expected a name such as local, or name:port)",
                                    base::printable(text)),
                          "cluster.bad_node");
    if (text.starts_with('[')) {  // [::1]:2222, as RFC 3986 writes an IPv6 host with a port
        const std::size_t close = text.find(']');
        if (close == std::string::npos || (close + 1 < text.size() && text[close + 1] != ':'))
            return base::fail(
                base::Code::kInvalidArgument,
                base::say("\"{}\" is not a node (expected [address]:port)", base::printable(text)),
                "cluster.bad_node");
        ClusterEntry entry{text.substr(1, close - 1)};
        if (close + 1 == text.size()) return entry;
        TY_ASSIGN(entry.port, parsePort(text.substr(close + 2), text));
        return entry;
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.find(':', colon + 1) != std::string::npos)
        return ClusterEntry{text};
    ClusterEntry entry{text.substr(0, colon)};
    TY_ASSIGN(entry.port, parsePort(text.substr(colon + 1), text));
    if (entry.node.empty())
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("\"{}\" has no node before the colon (expected local:port)", base::printable(text)),
            "cluster.bad_node");
    return entry;
}

using Problems = std::vector<v1::Problem>;

/// `cluster` as the value of `--set cluster=…`: JSON is YAML.
std::string setCluster(const json& cluster) {
    return "cluster=" + cluster.dump(-1, ' ', false, json::error_handler_t::replace);
}

struct Placed {
    std::string role;
    std::size_t index = 0;
    ClusterEntry entry;
    bool isText = true;  ///< written as node:port
    std::string task() const { return fmt::format("{}:{}", role, index); }
    std::string path() const { return fmt::format("cluster.{}[{}]", role, index); }
    std::string setPath() const { return fmt::format("cluster.{}.{}", role, index); }
    /// Two spellings of this machine are one host.
    std::string host() const { return isLocalNode(entry.node) ? "localhost" : entry.node; }
};

class Linter {
  public:
    Linter(const json& cluster, const StrategyInfo* strategy, ClusterForm form, const StrategyInfos* others)
        : whole_(cluster), cluster_(rolesIn(cluster)), strategy_(strategy), form_(form), others_(others) {}

    Problems run() {
        for (const auto& role : cluster_.items())
            for (std::size_t i = 0; i < role.value().size(); ++i) read(role.key(), i, role.value()[i]);
        checkChiefs();
        if (strategy_)
            checkRoles();
        else if (form_ == ClusterForm::kRunFile)
            checkServers();
        checkAddresses();
        checkHosts();
        checkEvaluator();
        return std::move(problems_);
    }

  private:
    void error(const char* code, const base::Words& message, const std::string& path,
               const base::Words& fix = {}, std::string fixSet = {}) {
        problems_.push_back(clusterFinding(v1::Problem::ERROR, code, message, path, fix, std::move(fixSet)));
    }

    void read(const std::string& role, std::size_t index, const json& value) {
        Placed placed{role, index, {}, value.is_string()};
        auto entry = parseClusterEntry(value);
        if (!entry) {
            const bool isPort = entry.error().id == "cluster.port_range" && form_ == ClusterForm::kRunFile;
            const std::string text = value.is_string() ? value.get<std::string>() : "";
            const auto colon = text.rfind(':');
            const bool isSimple = isPort && colon != std::string::npos && colon > 0;
            error(entry.error().id.c_str(), entry.error().message, placed.path(),
                  isSimple ? base::say("leave out the port of {}", placed.task()) : "",
                  isSimple ? fmt::format("{}={}", placed.setPath(), text.substr(0, colon)) : "");
            return;
        }
        placed.entry = std::move(*entry);
        if (form_ == ClusterForm::kTfConfig && placed.entry.port == 0)
            error("cluster.no_port",
                  base::say("{} has no port (\"{}\"; expected host:port): the others could not reach it",
                            placed.task(), base::printable(placed.entry.node)),
                  placed.path(), base::say("give {} a port", placed.task()),
                  fmt::format("{}={}:{}", placed.setPath(), hostText(placed.entry.node), freePort(placed)));
        tasks_.push_back(std::move(placed));
    }

    void checkChiefs() {
        if (!cluster_.contains("chief") || cluster_["chief"].size() < 2) return;
        json repaired = whole_;
        json& workers = repaired["worker"];
        if (!workers.is_array()) workers = json::array();
        for (std::size_t i = 1; i < cluster_["chief"].size(); ++i) workers.push_back(cluster_["chief"][i]);
        repaired["chief"] = json::array({cluster_["chief"][0]});
        error("cluster.two_chiefs",
              base::say("{} tasks are chief, but a cluster has at most one (without any, worker:0 is chief)",
                        cluster_["chief"].size()),
              "cluster.chief", "keep chief:0 and make the others workers", setCluster(repaired));
    }

    void checkRoles() {
        std::vector<std::string> names;
        for (const auto& [name, role] : strategy_->roles) names.push_back(name);
        for (const auto& item : cluster_.items()) {
            const std::string path = "cluster." + item.key();
            const auto role = strategy_->roles.find(item.key());
            if (role == strategy_->roles.end()) {
                refuseRole(item.key(), base::say("the strategy {} has no role `{}` (expected {})",
                                                 strategy_->id, item.key(), joined(names)));
            } else if (const int max = role->second.max;
                       item.key() != "chief" && max > 0 && static_cast<int>(item.value().size()) > max) {
                json kept = json::array();
                for (int i = 0; i < max; ++i) kept.push_back(item.value()[static_cast<std::size_t>(i)]);
                error("cluster.too_many_tasks",
                      base::say("{} tasks have the role {}, and the strategy {} takes at most {}",
                                item.value().size(), item.key(), strategy_->id, max),
                      path, base::say("keep {}", max), fmt::format("{}={}", path, kept.dump()));
            }
        }
        for (const auto& [name, role] : strategy_->roles) {
            const int count = cluster_.contains(name) ? static_cast<int>(cluster_[name].size()) : 0;
            if (count >= role.min) continue;
            const base::Words few =
                base::say("{} tasks have the role {}, and the strategy {} needs at least {}", count, name,
                          strategy_->id, role.min);
            if (form_ == ClusterForm::kTfConfig)
                error("cluster.too_few_tasks", few, "cluster." + name, base::say("add `{}`", name));
            else
                error("cluster.too_few_tasks", few, "cluster." + name, base::say("add `{}: [local]`", name),
                      count == 0 && role.min == 1 ? fmt::format("cluster.{}=[local]", name) : "");
        }
        if (problems_.empty()) checkHolders();
    }

    /// The first of the others with every role of this cluster; empty if none has.
    std::string strategyThatTakesAll() const {
        if (!others_) return {};
        for (const auto& [id, other] : *others_) {
            bool takesAll = true;
            for (const auto& item : cluster_.items()) takesAll &= other.roles.contains(item.key());
            if (takesAll) return id;
        }
        return {};
    }
    /// A cluster with parameter servers is intentional: a strategy that supports all roles is the better fix.
    void refuseRole(const std::string& role, const base::Words& message) {
        if (const std::string other = strategyThatTakesAll(); !other.empty())
            return error("cluster.role_not_used", message, "cluster." + role,
                         base::say("choose the strategy {}, or remove `{}`", other, role),
                         "strategy=" + other);
        json repaired = whole_;
        repaired.erase(role);
        error("cluster.role_not_used", message, "cluster." + role, base::say("remove `{}`", role),
              setCluster(repaired));
    }

    /// No strategy is chosen: a run would take the default one, which has no parameter servers.
    void checkServers() {
        if (!cluster_.contains("ps") || cluster_["ps"].empty()) return;
        problems_.push_back(clusterFinding(
            v1::Problem::WARNING, "cluster.ps_without_strategy",
            "parameter servers need a strategy that has the role ps, and no strategy is selected",
            "cluster.ps", "select a strategy with the role ps"));
    }

    /// The number of tasks that would have replicas, in any role. Each role on its own is valid.
    void checkHolders() {
        int holders = 0;
        for (const auto& [name, role] : strategy_->roles)
            if (role.isReplica && cluster_.contains(name)) holders += static_cast<int>(cluster_[name].size());
        if (holders == 0)
            error("cluster.too_few_tasks",
                  base::say("no task would hold replicas: the strategy {} needs a chief or a worker",
                            strategy_->id),
                  "cluster", "add `worker: [local]`",
                  form_ == ClusterForm::kRunFile ? "cluster.worker=[local]" : "");
        if (strategy_->maxTasks > 0 && holders > strategy_->maxTasks)
            error("cluster.too_many_tasks",
                  base::say("{} tasks would hold replicas, and the strategy {} takes {}: a chief or a worker",
                            holders, strategy_->id, strategy_->maxTasks),
                  "cluster", base::say("keep {}", strategy_->maxTasks));
    }

    void checkAddresses() {
        std::map<std::pair<std::string, int>, std::string> taken;
        for (const Placed& task : tasks_) {
            if (task.entry.port == 0) continue;
            const auto [first, isNew] = taken.try_emplace({task.host(), task.entry.port}, task.task());
            if (isNew) continue;
            const base::Words what =
                base::say("{} and {} have the same address {}:{}", first->second, task.task(),
                          base::printable(task.entry.node), task.entry.port);
            if (form_ == ClusterForm::kTfConfig) {
                const int port = freePort(task);
                error("cluster.duplicate_address", base::say("{}; give each task its own port", what),
                      task.path(), base::say("give {} the port {}", task.task(), port),
                      fmt::format("{}={}:{}", task.setPath(), hostText(task.entry.node), port));
            } else {
                error("cluster.duplicate_address",
                      base::say("{}; give each task its own port, or omit the port to have one chosen", what),
                      task.path(), base::say("leave out the port of {}", task.task()),
                      task.isText ? fmt::format("{}={}", task.setPath(), task.entry.node)
                                  : fmt::format("{}.port=0", task.setPath()));
            }
        }
    }

    void checkHosts() {
        // Nobody connects to an evaluator: its address may be anything.
        const auto has = [&](bool isLocal) {
            return std::ranges::any_of(tasks_, [&](const Placed& task) {
                return task.role != "evaluator" && isLocalNode(task.entry.node) == isLocal;
            });
        };
        const bool isMixed = has(true) && has(false);
        for (const Placed& task : tasks_) {
            const bool isLocal = isLocalNode(task.entry.node);
            if (form_ == ClusterForm::kTfConfig && isMixed && isLocal && task.role != "evaluator")
                error("cluster.localhost_mixed",
                      base::say("{} is at \"{}\", which means a different machine on each machine of this "
                                "cluster; write this machine's name or address",
                                task.task(), base::printable(task.entry.node)),
                      task.path(), "write this machine's host name");
        }
    }

    /// In a run file `evaluator` is with the others; in a TF_CONFIG it is alone (guide 004).
    void checkEvaluator() {
        if (form_ != ClusterForm::kTfConfig || !cluster_.contains("evaluator") || cluster_.size() < 2) return;
        json repaired = whole_;
        repaired.erase("evaluator");
        problems_.push_back(
            clusterFinding(v1::Problem::HINT, "cluster.evaluator_inside",
                           "the evaluator is listed with the training jobs, but it never connects to them: "
                           "give it its own TF_CONFIG, or one without `cluster`",
                           "cluster.evaluator", "remove `evaluator` from `cluster`", setCluster(repaired)));
    }

    static std::string hostText(const std::string& node) {
        return node.find(':') == std::string::npos ? node : "[" + node + "]";
    }
    /// The next port of the task's host that no entry of the cluster names.
    int freePort(const Placed& task) const {
        constexpr int kUsual = 2222;
        int port = task.entry.port > 0 ? task.entry.port + 1 : kUsual;
        const auto isTaken = [&] {
            return std::ranges::any_of(tasks_, [&](const Placed& other) {
                return other.host() == task.host() && other.entry.port == port;
            });
        };
        while (isTaken()) ++port;
        return port > 65535 ? kUsual : port;
    }

    const json& whole_;
    const json cluster_;  ///< the roles of `whole_`
    const StrategyInfo* strategy_;
    ClusterForm form_;
    const StrategyInfos* others_;
    std::vector<Placed> tasks_;
    Problems problems_;
};

}  // namespace

std::vector<v1::Problem> lintSubnet(const json& cluster) {
    const json subnet = cluster.is_object() ? cluster.value(kSubnet, json()) : json();
    if (!subnet.is_string() || subnet == "" || base::Subnet::parse(subnet)) return {};
    return {clusterFinding(v1::Problem::ERROR, "cluster.bad_subnet", noSubnet(subnet), "cluster.subnet",
                           "leave out `subnet`")};
}

base::Words noSubnet(const std::string& text) {
    return base::say("\"{}\" is not a subnet (expected one such as 10.78.0.0/24)", base::printable(text));
}

json rolesIn(const json& cluster) {
    json roles = cluster;
    if (!roles.is_object()) return roles;
    roles.erase(kAllowClearText);
    roles.erase(kSubnet);
    return roles;
}

bool isLocalNode(const std::string& node) {
    return node == "local" || node == "localhost" || node == "127.0.0.1" || node == "::1";
}

base::Result<ClusterEntry> parseClusterEntry(const json& value) {
    if (value.is_string()) return parseText(value.get<std::string>());
    ClusterEntry entry;
    if (!value.is_object())
        return base::fail(base::Code::kInvalidArgument, base::say("{} is not a cluster entry", shown(value)),
                          "cluster.bad_node");
    TY_ASSIGN(entry, parseText(value.value("node", "")));
    const int port = value.value("port", 0);
    if (entry.port != 0 && port != 0 && port != entry.port)
        return base::fail(base::Code::kInvalidArgument,
                          base::say("`node` has port {}, but `port` is {}; keep one", entry.port, port),
                          "cluster.port_range");
    if (port != 0) entry.port = port;
    for (const json& gpu : value.value("gpus", json::array())) entry.gpus.push_back(gpu.get<int>());
    for (const json& cpu : value.value("cpus", json::array())) {
        const std::string range = cpu.is_string() ? cpu.get<std::string>() : cpu.dump();
        if (!isCpuRange(range))
            return base::fail(
                base::Code::kInvalidArgument,
                base::say("\"{}\" is not a CPU range (expected a number or first-last, such as 0-3)",
                          base::printable(range)),
                "cluster.bad_cpus");
        entry.cpus += (entry.cpus.empty() ? "" : ",") + range;
    }
    return entry;
}

v1::Problem clusterFinding(v1::Problem::Severity severity, const std::string& code,
                           const base::Words& message, const std::string& path, const base::Words& fix,
                           std::string fixSet) {
    v1::Problem p;
    p.set_severity(severity);
    p.set_code(code);
    proto::setMessage(p, message);
    p.set_path(base::printable(path.substr(0, 400)));
    proto::setFix(p, fix);
    p.set_fix_set(std::move(fixSet));
    return p;
}

std::optional<v1::Problem> acceptMaster(json& cluster) {
    if (!cluster.is_object() || !cluster.contains("master")) return std::nullopt;
    if (cluster.contains("chief"))
        return clusterFinding(
            v1::Problem::ERROR, "cluster.two_chiefs",
            "`master` is the old name of `chief`, and both are given; a cluster has one chief",
            "cluster.master", "remove `master`");
    cluster["chief"] = std::move(cluster["master"]);
    cluster.erase("master");
    return clusterFinding(v1::Problem::HINT, "cluster.legacy_master",
                          "`master` is the old name of `chief` and is read as `chief`", "cluster.master",
                          "write `chief` instead of `master`", setCluster(cluster));
}

std::vector<v1::Problem> lintCluster(const json& cluster, const StrategyInfo* strategy, ClusterForm form,
                                     const StrategyInfos* others) {
    Problems problems = lintSubnet(cluster);
    if (rolesIn(cluster).empty()) return problems;  // one local worker
    std::ranges::move(Linter(cluster, strategy, form, others).run(), std::back_inserter(problems));
    return problems;
}

}  // namespace trainyard::spec
