// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace trainyard::node {

/// One task as passed to its shim. The shim's own environment is the task's.
struct ShimOptions {
    std::filesystem::path record;  ///< path of the TaskRecord
    std::filesystem::path log;     ///< appended to: the program's stdout and stderr
    std::filesystem::path folder;  ///< working folder of the program
    std::string cpus;              ///< in taskset's notation ("0-3,6"); empty: all
    int readyFd = -1;              ///< receives kStarted or startFailureText() and is closed; -1: none
    int launchFd = -1;             ///< closed once the record says whether there is a program; -1: none
    std::vector<std::string> command;
};

/// What a shim writes to its ready pipe once the program runs and its record is written …
inline constexpr std::string_view kStarted = "r";
/// … or why there is no program: never starts with kStarted followed by the end.
std::string startFailureText(const base::Error& error);
/// The launcher's reading of it: kResourceExhausted and "disk.full" or "file.limit", or kFailedPrecondition
/// and "task.start".
base::Error startFailure(std::string_view text);

/// --record FILE --log FILE --cwd DIR [--cpus LIST] [--ready-fd N] [--launch-fd N] -- PROGRAM ARGS…;
/// kInvalidArgument explains what is wrong.
base::Result<ShimOptions> parseShimOptions(const std::vector<std::string>& arguments);

/// The shim's whole life: creates a session, runs the program in its own process group, writes its record
/// and, when the program has ended, ends everything it left behind. Returns the program's exit code, 128 +
/// signal, or 127 if it could not be started. Single-threaded; blocks until the end.
int runShim(const ShimOptions& options);

}  // namespace trainyard::node
