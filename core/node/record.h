// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/node/process.h"

namespace trainyard::node {

/// How a program ended.
struct ExitRecord {
    int code = -1;   ///< exit code; -1 if a signal ended it
    int signal = 0;  ///< signal that ended it; 0: none
    bool hasCore = false;
    double ended = 0;  ///< seconds since 1970
    std::uint64_t maxResidentBytes = 0;
    double cpuSeconds = 0;  ///< user and system
};

/// A shim's record of its task on disk: the only information a restarted agent has.
struct TaskRecord {
    ProcessId shim;
    ProcessId program;  ///< pid 0 if it never started
    std::string argv0;
    double started = 0;
    std::string error;               ///< why the program did not start; empty if it did
    std::optional<ExitRecord> exit;  ///< absent while it runs, and permanently if the shim was killed
};

/// JSON, padded to a fixed size, so that a later record fits into the blocks that the file already has.
std::string toText(const TaskRecord& record);
/// kNotFound if there is none yet; kDataLoss if it is not a valid record.
base::Result<TaskRecord> readRecord(const std::filesystem::path& file);

}  // namespace trainyard::node
