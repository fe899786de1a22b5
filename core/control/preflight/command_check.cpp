// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/command_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/text.h"
#include "core/control/run/command_environment.h"
#include "core/node/program_check.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

v1::Problem commandProblem(const char* code, const char* path, const base::Words& message,
                           const base::Words& fix = {}) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_path(path);
    proto::setMessage(problem, message);
    proto::setFix(problem, fix);
    return problem;
}

/// With the PATH that the task gets.
std::optional<v1::Problem> checkProgram(const v1::RunSpec& spec) {
    const Variables variables = mergeVariables({}, ownVariables(), spec).all;
    const auto path = variables.find("PATH");
    const auto error = node::checkProgram(spec.command(0), spec.cwd(),
                                          path == variables.end() ? node::kUsualPath : path->second);
    if (!error) return std::nullopt;
    return commandProblem(error->id.c_str(), "command", error->message);
}

std::optional<v1::Problem> checkFolder(const v1::RunSpec& spec) {
    std::error_code error;
    const fs::path folder = spec.cwd();
    if (!fs::exists(folder, error))
        return commandProblem(
            "command.no_folder", "cwd",
            base::say("there is no folder {}; create it, or correct `cwd`", folder.string()));
    if (!fs::is_directory(folder, error))
        return commandProblem("file.not_folder", "cwd",
                              base::say("{} is in the way: a file, not a folder", folder.string()));
    if (::access(folder.c_str(), X_OK) != 0)
        return commandProblem(
            "command.no_folder", "cwd",
            base::say("the folder {} cannot be entered; change its permissions, or `cwd`", folder.string()));
    return std::nullopt;
}

/// Names in the contract that keep the user's values, with the reason.
std::vector<v1::Problem> keptVariables(const v1::RunSpec& spec) {
    const auto tasks = spec::tasksOf(spec, *spec::rolesOf(spec, {}));
    Variables contract = commandVariables(tasks, chiefOf(tasks), {});
    contract["OMP_NUM_THREADS"];  // the machine's own
    std::vector<std::string> inFile, inherited;
    for (const std::string& name : mergeVariables(contract, ownVariables(), spec).users)
        (spec.env().contains(name) ? inFile : inherited).push_back(name);
    std::vector<v1::Problem> hints;
    const auto hint = [&](const std::vector<std::string>& names, const base::Words& words) {
        if (names.empty()) return;
        hints.push_back(commandProblem("command.variable_kept", "env", words));
        hints.back().set_severity(v1::Problem::HINT);
    };
    hint(inFile, base::say("kept in every task as `env` has it: {}", fmt::join(inFile, ", ")));
    hint(inherited, base::say("kept in every task as in the environment in which the agent was started: {}",
                              fmt::join(inherited, ", ")));
    return hints;
}

}  // namespace

std::vector<v1::Problem> checkCommand(const v1::RunSpec& spec) {
    std::vector<v1::Problem> problems;
    const auto tasks = spec::tasksOf(spec, *spec::rolesOf(spec, {}));
    // Of another machine, that machine is asked: see NodeFiles.
    const bool isHere = std::ranges::any_of(tasks, [](const auto& task) { return task.node == "local"; });
    if (!isHere) return keptVariables(spec);
    if (auto problem = checkFolder(spec))
        problems.push_back(std::move(*problem));
    else if (auto missing = checkProgram(spec))
        problems.push_back(std::move(*missing));
    for (v1::Problem& hint : keptVariables(spec)) problems.push_back(std::move(hint));
    return problems;
}

}  // namespace trainyard::control
