// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster_lint.h"

#include <fmt/format.h>

#include <charconv>

#include "core/base/text.h"
#include "core/spec/schema_words.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

base::Result<int> parsePort(const std::string& text, const std::string& entry) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port < 0 || port > 65535)
        return base::fail(
            base::Code::kInvalidArgument,
            fmt::format("\"{}\": the port is out of range (expected 1 to 65535, or 0 for a free one)",
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
    if (text.find_first_of(" \t\n/@") != std::string::npos)
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("\"{}\" is no node (expected a name such as local, or name:port)",
                                      base::printable(text)),
                          "cluster.bad_node");
    if (text.starts_with('[')) {  // [::1]:2222, as RFC 3986 writes an IPv6 host with a port
        const std::size_t close = text.find(']');
        if (close == std::string::npos || (close + 1 < text.size() && text[close + 1] != ':'))
            return base::fail(
                base::Code::kInvalidArgument,
                fmt::format("\"{}\" is no node (expected [address]:port)", base::printable(text)),
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
            fmt::format("\"{}\" has no node before the colon (expected local:port)", base::printable(text)),
            "cluster.bad_node");
    return entry;
}

v1::Problem finding(v1::Problem::Severity severity, const std::string& code, std::string message,
                    std::string path, std::string fix = {}) {
    v1::Problem p;
    p.set_severity(severity);
    p.set_code(code);
    p.set_message(std::move(message));
    p.set_path(std::move(path));
    p.set_fix(std::move(fix));
    return p;
}

struct Placed {
    std::string task;
    std::string path;
    ClusterEntry entry;
};

void checkAddresses(const std::vector<Placed>& tasks, std::vector<v1::Problem>& problems) {
    std::map<std::pair<std::string, int>, std::string> taken;
    bool hasLocal = false, hasRemote = false;
    for (const Placed& task : tasks) {
        const bool local = isLocalNode(task.entry.node);
        (local ? hasLocal : hasRemote) = true;
        if (!local)
            problems.push_back(finding(
                v1::Problem::ERROR, "not_yet",
                fmt::format("the node \"{}\" is another machine, but this version can't place tasks on other "
                            "machines yet; use local",
                            base::printable(task.entry.node)),
                task.path, "use local"));
        if (task.entry.port == 0) continue;
        const auto [first, isNew] =
            taken.try_emplace({local ? "local" : task.entry.node, task.entry.port}, task.task);
        if (!isNew)
            problems.push_back(finding(
                v1::Problem::ERROR, "cluster.duplicate_address",
                fmt::format(
                    "{} and {} have the same address {}:{}; give each task a port of its own, or leave the "
                    "port out to get a free one",
                    first->second, task.task, base::printable(task.entry.node), task.entry.port),
                task.path, fmt::format("leave out the port of {}", task.task)));
    }
    if (!hasLocal || !hasRemote) return;
    for (const Placed& task : tasks)
        if (isLocalNode(task.entry.node))
            problems.push_back(finding(v1::Problem::ERROR, "cluster.localhost_mixed",
                                       fmt::format("{} is at \"{}\", which other machines of this cluster "
                                                   "would take for themselves; write this "
                                                   "machine's name or address",
                                                   task.task, base::printable(task.entry.node)),
                                       task.path, "write this machine's host name"));
}

std::vector<std::string> roleNames(const StrategyInfo& strategy) {
    std::vector<std::string> names;
    for (const auto& [name, role] : strategy.roles) names.push_back(name);
    return names;
}

void checkRoles(const json& cluster, const StrategyInfo& strategy, std::vector<v1::Problem>& problems) {
    for (const auto& item : cluster.items()) {
        const std::string path = "cluster." + item.key();
        const auto role = strategy.roles.find(item.key());
        if (role == strategy.roles.end()) {
            problems.push_back(finding(v1::Problem::ERROR, "cluster.role_not_used",
                                       fmt::format("the strategy {} has no role `{}` (expected {})",
                                                   strategy.id, item.key(), joined(roleNames(strategy))),
                                       path, fmt::format("remove `{}`", item.key())));
        } else if (const int max = role->second.max; max > 0 && static_cast<int>(item.value().size()) > max) {
            problems.push_back(
                finding(v1::Problem::ERROR, "cluster.too_many_tasks",
                        fmt::format("{} tasks have the role {}, and the strategy {} takes at most {}",
                                    item.value().size(), item.key(), strategy.id, max),
                        path, fmt::format("keep {}", max)));
        }
    }
    for (const auto& [name, role] : strategy.roles) {
        const int count = cluster.contains(name) ? static_cast<int>(cluster[name].size()) : 0;
        if (count < role.min)
            problems.push_back(
                finding(v1::Problem::ERROR, "cluster.too_few_tasks",
                        fmt::format("{} tasks have the role {}, and the strategy {} needs at least {}", count,
                                    name, strategy.id, role.min),
                        "cluster." + name, fmt::format("add `{}: [local]`", name)));
    }
}

}  // namespace

bool isLocalNode(const std::string& node) {
    return node == "local" || node == "localhost" || node == "127.0.0.1" || node == "::1";
}

base::Result<ClusterEntry> parseClusterEntry(const json& value) {
    if (value.is_string()) return parseText(value.get<std::string>());
    ClusterEntry entry;
    if (!value.is_object())
        return base::fail(base::Code::kInvalidArgument, fmt::format("{} is no cluster entry", shown(value)),
                          "cluster.bad_node");
    TY_ASSIGN(entry, parseText(value.value("node", "")));
    const int port = value.value("port", 0);
    if (entry.port != 0 && port != 0 && port != entry.port)
        return base::fail(base::Code::kInvalidArgument,
                          fmt::format("`node` says port {} and `port` says {}; keep one", entry.port, port),
                          "cluster.port_range");
    if (port != 0) entry.port = port;
    for (const json& gpu : value.value("gpus", json::array())) entry.gpus.push_back(gpu.get<int>());
    for (const json& cpu : value.value("cpus", json::array())) {
        const std::string range = cpu.is_string() ? cpu.get<std::string>() : cpu.dump();
        if (!isCpuRange(range))
            return base::fail(
                base::Code::kInvalidArgument,
                fmt::format("\"{}\" is no CPU range (expected a number or first-last, such as 0-3)",
                            base::printable(range)),
                "cluster.bad_cpus");
        entry.cpus += (entry.cpus.empty() ? "" : ",") + range;
    }
    return entry;
}

std::vector<v1::Problem> lintCluster(const json& cluster, const StrategyInfo& strategy) {
    std::vector<v1::Problem> problems;
    if (cluster.empty()) return problems;  // one local worker
    std::vector<Placed> tasks;
    for (const auto& role : cluster.items()) {
        for (std::size_t i = 0; i < role.value().size(); ++i) {
            const std::string path = fmt::format("cluster.{}[{}]", role.key(), i);
            if (auto entry = parseClusterEntry(role.value()[i])) {
                tasks.push_back({fmt::format("{}:{}", role.key(), i), path, std::move(*entry)});
            } else {
                problems.push_back(
                    finding(v1::Problem::ERROR, entry.error().id, entry.error().message, path));
            }
        }
    }
    checkRoles(cluster, strategy, problems);
    checkAddresses(tasks, problems);
    return problems;
}

}  // namespace trainyard::spec
