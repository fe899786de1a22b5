// SPDX-License-Identifier: Apache-2.0
#include "core/spec/cluster/cluster_pin.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/run/values.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

struct Edit {
    std::size_t at = 0;
    std::size_t length = 0;
    std::string text;
};

/// "[::1]:7" if the node itself contains colons.
std::string withPort(const std::string& node, int port) {
    return node.find(':') == std::string::npos ? fmt::format("{}:{}", node, port)
                                               : fmt::format("[{}]:{}", node, port);
}

class Pinner {
  public:
    explicit Pinner(std::string_view text) : text_(text) {}

    base::Result<std::string> run(const std::map<std::string, int>& ports) {
        auto parsed = parseYaml(text_);
        if (!parsed)
            return base::fail(base::Code::kInvalidArgument, parsed.error().message, parsed.error().code);
        tree_ = std::move(*parsed);
        expected_ = tree_.value;
        if (!expected_.is_object()) return refuse(ports);
        const bool hasCluster = expected_.contains("cluster") && !expected_["cluster"].empty();
        for (const auto& [task, port] : ports)
            if (!(hasCluster ? pin(task, port) : addCluster(port))) return refuse(ports);
        std::ranges::sort(edits_, std::greater(), &Edit::at);
        std::string result(text_);
        for (const Edit& edit : edits_) result.replace(edit.at, edit.length, edit.text);
        const auto again = parseYaml(result);
        if (!again || again->value != expected_) return refuse(ports);
        return result;
    }

  private:
    static std::unexpected<base::Error> refuse(const std::map<std::string, int>& ports) {
        std::string wanted;
        for (const auto& [task, port] : ports)
            wanted += fmt::format("{}{} :{}", wanted.empty() ? "" : ", ", task, port);
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("the form of `cluster` does not allow ports to be added automatically; "
                                    "add them yourself ({})",
                                    wanted),
                          "cluster.pin");
    }

    bool addCluster(int port) {
        const json entry = fmt::format("local:{}", port);
        expected_["cluster"] = {{"worker", json::array({entry})}};
        if (const auto at = tree_.offsets.find("cluster"); at != tree_.offsets.end()) {  // `cluster: {}`
            if (text_.substr(at->second, 2) != "{}") return false;
            edits_.push_back({at->second, 2, fmt::format("{{\"worker\": [{}]}}", entry.dump())});
        } else if (const auto first = text_.find_first_not_of(" \t\r\n"); text_[first] == '{') {
            edits_.push_back(
                {first + 1, 0, fmt::format("\"cluster\": {{\"worker\": [{}]}}, ", entry.dump())});
        } else {
            const bool endsLine = text_.ends_with('\n');
            edits_.push_back(
                {text_.size(), 0,
                 fmt::format("{}cluster:\n  worker: [{}]\n", endsLine ? "" : "\n", entry.dump())});
        }
        return true;
    }

    bool pin(const std::string& task, int port) {
        const std::size_t colon = task.find(':');
        std::string role = task.substr(0, colon);
        if (role == "chief" && !expected_["cluster"].contains(role)) role = "master";
        const std::size_t index = std::stoul(task.substr(colon + 1));
        json& cluster = expected_["cluster"];
        if (!cluster.contains(role) || index >= cluster[role].size()) return false;
        json& entry = cluster[role][index];
        const std::string path = fmt::format("cluster.{}[{}]", role, index);
        const auto at = tree_.offsets.find(path);
        if (at == tree_.offsets.end()) return false;
        const auto parsed = parseClusterEntry(entry);
        if (!parsed) return false;
        if (entry.is_string()) {
            const std::string before = entry.get<std::string>();
            entry = withPort(parsed->node, port);
            return replaceScalar(at->second, before, entry.get<std::string>());
        }
        return pinMap(entry, path, at->second, port);
    }

    bool replaceScalar(std::size_t at, const std::string& before, const std::string& after) {
        const char first = text_[at];
        if (first == '"' || first == '\'') {
            if (text_.substr(at + 1, before.size()) != before || text_[at + 1 + before.size()] != first)
                return false;
            edits_.push_back({at + 1, before.size(), after});
        } else {
            if (text_.substr(at, before.size()) != before) return false;
            const bool isPlain = !after.starts_with('[');
            edits_.push_back({at, before.size(), isPlain ? after : json(after).dump()});
        }
        return true;
    }

    bool pinMap(json& entry, const std::string& path, std::size_t at, int port) {
        const bool hadPort = entry.contains("port");
        const json before = entry.value("port", json());
        entry["port"] = port;
        if (hadPort) {
            const auto value = tree_.offsets.find(path + ".port");
            return value != tree_.offsets.end() &&
                   replaceScalar(value->second, before.dump(), std::to_string(port));
        }
        if (text_[at] == '{') {
            const auto first = text_.find_first_not_of(" \t\r\n", at + 1);
            const bool isQuoted = first != std::string_view::npos && text_[first] == '"';
            edits_.push_back({at + 1, 0, fmt::format("{}: {}, ", isQuoted ? "\"port\"" : "port", port)});
        } else {
            const std::size_t line = text_.rfind('\n', at) + 1;  // npos + 1: the first line
            edits_.push_back({at, 0, fmt::format("port: {}\n{}", port, std::string(at - line, ' '))});
        }
        return true;
    }

    std::string_view text_;
    YamlTree tree_;
    json expected_;
    std::vector<Edit> edits_;
};

}  // namespace

base::Result<std::string> pinPorts(std::string_view text, const std::map<std::string, int>& ports) {
    return Pinner(text).run(ports);
}

std::string freePortsSetting(const v1::RunSpec& spec) {
    json cluster = json::object();
    for (const char* role : kClusterRoles) {
        const auto entries = spec.cluster().find(role);
        if (entries == spec.cluster().end()) continue;
        for (const auto& entry : entries->second.values()) {
            json value = valueToJson(entry);
            if (const auto parsed = parseClusterEntry(value); parsed && isLocalNode(parsed->node)) {
                if (value.is_object()) {
                    value["node"] = "local";
                    value.erase("port");
                    for (const char* list :
                         {"gpus", "cpus"})  // as completed: the empty ones were not in the file
                        if (value.contains(list) && value[list].empty()) value.erase(list);
                } else {
                    value = "local";
                }
            }
            cluster[role].push_back(std::move(value));
        }
    }
    if (spec.allow_clear_text()) cluster[kAllowClearText] = true;
    if (!spec.subnet().empty()) cluster[kSubnet] = spec.subnet();
    return "cluster=" + cluster.dump();
}

}  // namespace trainyard::spec
