// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/command_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <filesystem>

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/lint/problem.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// Removes the keys of a training, which mean nothing to a program whose insides are not known.
template <class Test>
void dropTrainingKeys(json& tree, const Test& isDropped) {
    for (const std::string& key : keysUnusedBy("command")) {
        const json::json_pointer place = pointerTo(key);
        if (tree.contains(place) && isDropped(tree[place])) tree[place.parent_pointer()].erase(place.back());
    }
}

/// A name that the kernel would take apart, or a value that it would cut.
bool isBadVariable(const std::string& name, const json& value) {
    return name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos ||
           (value.is_string() && value.get_ref<const std::string&>().find('\0') != std::string::npos);
}

}  // namespace

bool isCommand(const v1::RunSpec& spec) {
    return spec.command_size() > 0;
}

bool isCommandTree(const json& tree) {
    return tree.is_object() && tree.contains("command") && !tree.contains("train");
}

bool isCommandKey(std::string_view key) {
    return std::ranges::find(keysUnusedBy("training"), key) != keysUnusedBy("training").end();
}

bool isOfTraining(std::string_view path) {
    return std::ranges::any_of(keysUnusedBy("command"),
                               [&](const std::string& key) { return isWithin(path, key); });
}

/// A chief with parameter servers schedules the others' work, and they never end on their own; without any
/// the chief is the first of equals.
StrategyInfo commandRoles(const json& cluster) {
    const auto has = [&](const char* role) {
        return cluster.is_object() && cluster.contains(role) && !cluster[role].empty();
    };
    const bool isScheduled = has("chief") && has("ps");
    StrategyInfo roles{.id = "command"};
    roles.roles["chief"] = {.max = 1, .isReplica = true, .completes = true};
    roles.roles["worker"] = {.isReplica = true, .completes = !isScheduled};
    roles.roles["ps"] = {};
    roles.roles["evaluator"] = {.max = 1, .restartsGroup = false};
    return roles;
}

std::optional<StrategyInfo> rolesOf(const v1::RunSpec& spec, const StrategyInfos& strategies) {
    if (isCommand(spec)) {
        json cluster = json::object();
        for (const auto& [role, entries] : spec.cluster())
            cluster[role] = json::array_t(static_cast<std::size_t>(entries.values_size()));
        return commandRoles(cluster);
    }
    const auto found = strategies.find(strategyOf(spec).name);
    if (found == strategies.end()) return std::nullopt;
    return found->second;
}

std::chrono::milliseconds stopGraceOf(const v1::RunSpec& spec) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(spec.stop_grace_seconds() * 1000));
}

std::vector<v1::Problem> commandProblems(const json& tree) {
    std::vector<v1::Problem> problems;
    if (!tree.is_object()) return problems;
    const bool hasCommand = tree.contains("command");
    if (hasCommand && tree.contains("train")) {
        problems.push_back(
            errorAt("command.two_ways", "command",
                    "the program brings its own training; only one of `train` and `command` can be "
                    "given",
                    "remove `train` or `command`"));
        return problems;
    }
    if (!hasCommand) {
        for (const std::string& key : keysUnusedBy("training"))
            if (tree.contains(key))
                problems.push_back(errorAt("command.missing", key, "only a run of a `command` uses this key",
                                           "remove the key"));
        return problems;
    }
    const auto refuse = [&](const std::string& path) {
        problems.push_back(errorAt("command.unused_key", path,
                                   "the program decides this itself; Trainyard only starts it and watches it",
                                   "remove the key; pass what the program needs in `command` or `env`"));
    };
    for (const std::string& key : keysUnusedBy("command"))
        if (tree.contains(pointerTo(key))) refuse(key);
    if (tree.contains("env") && tree["env"].is_object())
        for (const auto& [name, value] : tree["env"].items())
            if (isBadVariable(name, value))
                problems.push_back(errorAt(
                    "command.bad_variable", "env",
                    base::say("\"{}\" cannot be a variable: its name is empty or has a `=`, or there is a "
                              "zero byte in it",
                              base::printable(name)),
                    "rename the variable"));
    return problems;
}

base::Words commandAsList(const json& tree) {
    const json command = tree.value("command", json());
    if (!command.is_string()) return {};
    const std::string line = base::printable(command.get<std::string>());
    // What a shell would do with the others is not known here.
    static const RE2 kPlain(R"([\w./=,:@%+ -]*)"),
        kNoText(R"([-+.]?[\d.][\w.:+-]*|true|false|yes|no|on|off|null|~|.*[:,].*|-)");
    if (!RE2::FullMatch(line, kPlain) || line.find_first_not_of(' ') == std::string::npos)
        return "write the program and each of its arguments as an entry of a list";
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(' ', at)) != std::string::npos;) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        const std::string word = line.substr(at, end - at);
        words.push_back(RE2::FullMatch(word, kNoText) ? fmt::format("\"{}\"", word) : word);
        at = end;
    }
    return base::say("write [{}]", fmt::join(words, ", "));
}

void fillCommandDefaults(json& tree) {
    forEachKey([&](const std::string& path, const json& schema) {
        if (!schema.contains("x-command-default")) return;
        const json::json_pointer place = pointerTo(path);
        json& map = tree[place.parent_pointer()];
        if (map.is_null()) map = json::object();
        if (map.is_object() && !map.contains(place.back())) map[place.back()] = schema["x-command-default"];
    });
}

void completeCommand(json& tree) {
    // A folder has one name: it is compared with others, and watched under it.
    for (const char* key : {"cwd", "logdir"}) {
        if (!tree.contains(key) || !tree[key].is_string()) continue;
        auto& folder = tree[key].get_ref<std::string&>();
        if (!folder.empty()) folder = base::plainPath(folder).string();
    }
    dropTrainingKeys(tree, [](const json&) { return true; });
}

void dropUnsetTrainingKeys(json& tree) {
    dropTrainingKeys(tree, [](const json& value) { return value.empty() || value == "" || value == 0; });
}

}  // namespace trainyard::spec
