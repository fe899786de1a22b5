// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/node/task_record.h"

namespace trainyard::node {

/// One task to start on this machine.
struct LaunchRequest {
    std::filesystem::path shim;  ///< the trainyard-shim program
    std::filesystem::path record;
    std::filesystem::path log;
    std::filesystem::path folder;  ///< working folder
    std::string cpus;              ///< "0-3,6"; empty: all
    std::vector<std::string> command;
    std::map<std::string, std::string> environment;  ///< complete
    /// Kept open by the shim until the record says whether there is a program; -1: none.
    int heldFd = -1;
};

/// Starts the task under its shim and waits until its record is written: a few milliseconds. Neither is a
/// child of ours: both survive this process. A program that cannot be started is an error that says why.
base::Result<TaskRecord> launch(const LaunchRequest& request);

}  // namespace trainyard::node
