// SPDX-License-Identifier: Apache-2.0
#include "core/control/preflight/command_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/control/run/command_environment.h"
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

/// As much of a program's beginning as the kernel looks at; nothing where it cannot be read.
std::optional<std::string> beginningOf(const fs::path& file) {
    const auto opened = base::openRegular(file);
    std::string text(255, '\0');
    const ssize_t size = opened ? ::read(opened->fd.get(), text.data(), text.size()) : -1;
    if (size < 0) return std::nullopt;
    text.resize(static_cast<std::size_t>(size));
    return text;
}

/// A program that the kernel does not start.
struct Unusable {
    v1::Problem problem;
    bool isMissing = false;  ///< as the kernel reports: a search of PATH continues
};

/// Whether `env` splits the first line itself, and takes the line end of Windows for a blank. The kernel
/// gives it what is behind its name as one argument.
bool isSplitByEnv(std::string_view arguments) {
    arguments.remove_prefix(std::min(arguments.find_first_not_of(" \t"), arguments.size()));
    if (arguments.starts_with("--split-string=")) return true;
    const auto option = arguments.find_first_not_of("0iv", 1);
    return arguments.starts_with('-') && option != std::string_view::npos && arguments[option] == 'S';
}

/// A script whose interpreter is not there, or not named: the kernel reports the first as if the script were
/// missing.
std::optional<Unusable> checkInterpreter(const fs::path& file, const fs::path& cwd) {
    const auto begin = beginningOf(file);
    if (!begin) return std::nullopt;
    if (!begin->starts_with("#!")) {
        // Anything else is for the kernel to know.
        if (begin->starts_with("\x7f") || begin->contains('\0')) return std::nullopt;
        return Unusable{
            commandProblem("command.not_executable", "command",
                           base::say("{} is a text whose first line names no interpreter, as `#!/bin/bash` "
                                     "does; add that line, or name an interpreter before the script",
                                     base::printable(file.string())))};
    }
    std::string line = begin->substr(0, begin->find('\n'));
    line.erase(0, std::min(line.find_first_not_of(" \t", 2), line.size()));
    const std::string program = line.substr(0, line.find_first_of(" \t"));
    std::error_code error;
    const bool isThere = fs::exists(cwd / program, error);
    // What `env` is to find is named behind it.
    const bool isEnv = fs::path(program).filename() == "env";
    if (line.ends_with('\r') &&
        ((line == program && !isThere) || (isEnv && !isSplitByEnv(line.substr(program.size())))))
        return Unusable{
            commandProblem("command.not_executable", "command",
                           base::say("{} has the line ends of Windows, which make its interpreter {}; "
                                     "save it with those of Linux",
                                     base::printable(file.string()), base::printable(line))),
            !isThere};
    if (program.empty() || isThere) return std::nullopt;
    return Unusable{
        commandProblem(
            "command.not_executable", "command",
            base::say("the interpreter {} that the first line of {} names is not there; correct that line, "
                      "or name an interpreter before the script",
                      base::printable(program), base::printable(file.string()))),
        true};
}

std::optional<v1::Problem> checkExecutable(const fs::path& file, const fs::path& cwd) {
    std::error_code error;
    if (!fs::exists(file, error))
        return commandProblem(
            "command.missing_program", "command",
            base::say("there is no program {}; correct the path, or install it", file.string()));
    if (fs::is_directory(file, error))
        return commandProblem("command.not_executable", "command",
                              base::say("{} is a folder; name the program in it", file.string()));
    if (::access(file.c_str(), X_OK) != 0)
        return commandProblem(
            "command.not_executable", "command",
            base::say("{} is not executable; make it so with `chmod +x`, or name its interpreter before "
                      "it, as in [python3, {}]",
                      file.string(), file.filename().string()));
    auto unusable = checkInterpreter(file, cwd);
    return unusable ? std::optional(std::move(unusable->problem)) : std::nullopt;
}

/// As posix_spawnp finds it: with the PATH that the task gets.
std::optional<v1::Problem> checkProgram(const v1::RunSpec& spec) {
    const std::string& program = spec.command(0);
    if (program.empty())
        return commandProblem("command.missing_program", "command",
                              "the first entry, which names the program, is empty");
    if (program.find('/') != std::string::npos)
        return checkExecutable(fs::path(spec.cwd()) / program, spec.cwd());
    const Variables variables = mergeVariables({}, ownVariables(), spec).all;
    const auto found = variables.find("PATH");
    const std::string path = found == variables.end() ? "/bin:/usr/bin" : found->second;
    std::optional<v1::Problem> passedBy;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const fs::path folder = fs::path(spec.cwd()) / path.substr(at, end - at);
        std::error_code error;
        if (fs::is_regular_file(folder / program, error) && ::access((folder / program).c_str(), X_OK) == 0) {
            auto unusable = checkInterpreter(folder / program, spec.cwd());
            if (!unusable) return std::nullopt;
            if (!unusable->isMissing) return std::move(unusable->problem);
            if (!passedBy) passedBy = std::move(unusable->problem);
        }
        at = end + 1;
    }
    if (passedBy) return passedBy;
    return commandProblem(
        "command.missing_program", "command",
        base::say("there is no program {} in the folders of PATH ({}); install it, or write its whole path",
                  base::printable(program), base::printable(path)));
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
    // Those of another machine are found, or not, when the run starts.
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
