// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::node {

/// One task as its shim is told of it. The shim's own environment is the task's.
struct ShimOptions {
    std::filesystem::path record;  ///< where the TaskRecord goes
    std::filesystem::path log;     ///< appended to: the program's stdout and stderr
    std::filesystem::path folder;  ///< working folder of the program
    std::string cpus;              ///< list as taskset writes it ("0-3,6"); empty: all
    int readyFd = -1;              ///< gets one byte and is closed once the record stands; -1: none
    std::vector<std::string> command;
};

/// --record FILE --log FILE --cwd DIR [--cpus LIST] [--ready-fd N] -- PROGRAM ARGS…; kInvalidArgument in
/// words.
base::Result<ShimOptions> parseShimOptions(const std::vector<std::string>& arguments);

/// The shim's whole life: a session of its own, the program in its own process group under it, its record,
/// and when the program has ended the end of all it left behind. Returns the program's exit code, 128 +
/// signal, or 127 when it could not be started. Single-threaded; blocks until the end.
int runShim(const ShimOptions& options);

}  // namespace trainyard::node
