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
    int code = -1;   ///< exit code; -1 when a signal ended it
    int signal = 0;  ///< signal that ended it; 0: none
    bool hasCore = false;
    double ended = 0;  ///< seconds since 1970
    std::uint64_t maxResidentBytes = 0;
    double cpuSeconds = 0;  ///< user and system
};

/// What a shim leaves on disk about its task: the only thing an agent that comes back has to go by.
struct TaskRecord {
    ProcessId shim;
    ProcessId program;  ///< pid 0 when it never started
    std::string argv0;
    double started = 0;
    std::string error;               ///< why the program did not start; empty when it did
    std::optional<ExitRecord> exit;  ///< absent while it runs, and for good when the shim was killed
};

/// JSON, padded to a fixed size, so that a later record fits into the blocks the file already has.
std::string toText(const TaskRecord& record);
/// kNotFound when there is none yet; kDataLoss when it is no such record.
base::Result<TaskRecord> readRecord(const std::filesystem::path& file);

}  // namespace trainyard::node
