// SPDX-License-Identifier: Apache-2.0
#include "core/node/program_check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/file.h"
#include "core/base/text.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

base::Error programError(const char* id, const base::Words& message) {
    return {base::Code::kFailedPrecondition, message, id};
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
    base::Error error;
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
            programError("command.not_executable",
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
            programError("command.not_executable",
                         base::say("{} has the line ends of Windows, which make its interpreter {}; "
                                   "save it with those of Linux",
                                   base::printable(file.string()), base::printable(line))),
            !isThere};
    if (program.empty() || isThere) return std::nullopt;
    return Unusable{
        programError(
            "command.not_executable",
            base::say("the interpreter {} that the first line of {} names is not there; correct that line, "
                      "or name an interpreter before the script",
                      base::printable(program), base::printable(file.string()))),
        true};
}

std::optional<base::Error> checkExecutable(const fs::path& file, const fs::path& cwd) {
    std::error_code error;
    if (!fs::exists(file, error))
        return programError(
            "command.missing_program",
            base::say("there is no program {}; correct the path, or install it", file.string()));
    if (fs::is_directory(file, error))
        return programError("command.not_executable",
                            base::say("{} is a folder; name the program in it", file.string()));
    if (::access(file.c_str(), X_OK) != 0)
        return programError(
            "command.not_executable",
            base::say("{} is not executable; make it so with `chmod +x`, or name its interpreter before "
                      "it, as in [python3, {}]",
                      file.string(), file.filename().string()));
    auto unusable = checkInterpreter(file, cwd);
    return unusable ? std::optional(std::move(unusable->error)) : std::nullopt;
}

}  // namespace

std::optional<base::Error> checkProgram(const std::string& program, const fs::path& cwd,
                                        const std::string& path) {
    if (program.empty())
        return programError("command.missing_program", "the first entry, which names the program, is empty");
    if (program.find('/') != std::string::npos) return checkExecutable(cwd / program, cwd);
    std::optional<base::Error> passedBy;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        const fs::path folder = cwd / path.substr(at, end - at);
        std::error_code error;
        if (fs::is_regular_file(folder / program, error) && ::access((folder / program).c_str(), X_OK) == 0) {
            auto unusable = checkInterpreter(folder / program, cwd);
            if (!unusable) return std::nullopt;
            if (!unusable->isMissing) return std::move(unusable->error);
            if (!passedBy) passedBy = std::move(unusable->error);
        }
        at = end + 1;
    }
    if (passedBy) return passedBy;
    return programError(
        "command.missing_program",
        base::say("there is no program {} in the folders of PATH ({}); install it, or write its whole path",
                  base::printable(program), base::printable(path)));
}

}  // namespace trainyard::node
