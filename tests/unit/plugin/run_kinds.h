// SPDX-License-Identifier: Apache-2.0
// Kinds of runs, and what lint and preflight find in them, for the tables of keys and of strategies' options.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/plugin/callback.h"
#include "core/plugin/program.h"
#include "core/spec/cluster/coordinated.h"
#include "core/spec/lint/hand_keys.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::plugin {

inline const std::filesystem::path kSources = TRAINYARD_SOURCE_DIR;

inline const std::string kModel =
    "name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: mnist}, validation: {builtin: "
    "mnist_test}}\n";
inline const std::string kPsCluster = "cluster: {chief: [local], worker: [local, local], ps: [local]}\n";

/// A kind of run, with a letter for the tables.
struct Kind {
    char letter;
    std::string runFile;
    bool isByHand = false;
};
inline const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {'o', kModel + "strategy: {one_device: {}}\n"},
        {'m', kModel + "strategy: {mirrored: {}}\n"},
        {'w', kModel + "strategy: {multi_worker_mirrored: {}}\ncluster: {worker: [local, local]}\n"},
        {'a', kModel + "strategy: {parameter_server: {mode: async}}\n" + kPsCluster},
        {'s', kModel + "strategy: {parameter_server: {mode: sync}}\n" + kPsCluster},
        {'p',
         "name: x\ntrain:\n  program: {plugin: custom_training}\n  data: {train: {builtin: mnist}}\n"
         "strategy: {mirrored: {}}\n"},
        {'c',
         "name: x\ntrain:\n  program: {plugin: parameter_server_loop}\n  data: {}\n"
         "strategy: {parameter_server: {}}\n" +
             kPsCluster},
        {'h', kModel + "strategy: {multi_worker_mirrored: {}}\ncluster: {worker: [local, local]}\n", true},
        {'e',
         kModel + "strategy: {multi_worker_mirrored: {}}\ncluster: {worker: [local], evaluator: [local]}\n"},
        {'x', "name: x\ncommand: [python3, main.py]\n"},
    };
    return all;
}

inline const Catalog& catalog() {
    static const Catalog all = [] {
        std::vector<std::filesystem::path> folders;
        for (const char* kind : {"strategies", "programs"})
            for (const auto& entry : std::filesystem::directory_iterator(kSources / "plugins" / kind))
                if (std::filesystem::exists(entry.path() / "manifest.json")) folders.push_back(entry.path());
        return Catalog::loadFrom(folders);
    }();
    return all;
}

/// All findings of lint and preflight for a run of that kind that need no data and no machine.
inline std::vector<v1::Problem> problemsOf(const Kind& kind, const std::string& set) {
    std::vector<spec::Override> overrides;
    if (!set.empty()) overrides.push_back(spec::parseOverride(set).value());
    spec::LoadedSpec loaded =
        spec::loadRunText(kind.runFile, "f.yaml", "/base", overrides, catalog().strategies());
    std::vector<v1::Problem> problems = loaded.problems;
    if (!loaded.ok()) return problems;
    const auto add = [&](std::vector<v1::Problem> more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    const v1::RunSpec& spec = loaded.spec;
    if (spec::isCommand(spec)) return problems;
    if (catalog().find(spec::strategyOf(spec).name)->isCoordinated) add(spec::coordinatedProblems(spec));
    if (spec.train().has_program())
        add(programProblems(spec, catalog()));
    else
        add(callbackProblems(spec, catalog()));
    if (kind.isByHand) add(spec::agentsKeys(spec));
    return problems;
}

inline bool isAt(const v1::Problem& problem, const std::string& key) {
    const std::string& path = problem.path();
    const auto isWithin = [](const std::string& inner, const std::string& outer) {
        return inner.starts_with(outer) &&
               (inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
    };
    // Only one of the two is allowed, and both are named.
    if (problem.code() == "program.two_ways" && key.starts_with("train.model")) return true;
    if (problem.code() == "command.two_ways" && key.starts_with("train.")) return true;
    return isWithin(path, key) || (!path.empty() && isWithin(key, path));
}

inline bool hasAt(const std::vector<v1::Problem>& problems, const std::string& key,
                  v1::Problem::Severity severity) {
    return std::ranges::any_of(problems, [&](const v1::Problem& problem) {
        return problem.severity() == severity && isAt(problem, key);
    });
}

inline std::string printed(const std::vector<v1::Problem>& problems) {
    std::string text;
    for (const v1::Problem& problem : problems)
        text += problem.code() + " | " + spec::describe(problem) + "\n";
    return text;
}

/// The keys of a schema below `path`. `isWhole` says of which nothing inside is a key of its own.
inline void walk(const nlohmann::json& node, const std::string& path, std::set<std::string>& keys,
                 bool (*isWhole)(const std::string& path)) {
    nlohmann::json properties = node.value("properties", nlohmann::json::object());
    bool hasPlainShape = false;
    for (const nlohmann::json& alternative : node.value("oneOf", nlohmann::json::array())) {
        properties.update(alternative.value("properties", nlohmann::json::object()));
        hasPlainShape |= !alternative.contains("properties");
    }
    if (isWhole(path) || properties.empty()) {
        keys.insert(path);
        return;
    }
    if (hasPlainShape) keys.insert(path);
    for (const auto& [name, child] : properties.items())
        walk(child, path.empty() ? name : path + "." + name, keys, isWhole);
}

}  // namespace trainyard::plugin
