// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/words.h"

namespace trainyard::node {

/// Identifies one process permanently: a pid alone is reused after the pid space wraps around or the machine
/// reboots.
struct ProcessId {
    pid_t pid = 0;
    std::uint64_t start = 0;  ///< clock ticks after boot: field 22 of /proc/<pid>/stat, proc(5)
    std::string bootId;       ///< /proc/sys/kernel/random/boot_id
};

/// How a program ended.
struct ExitRecord {
    int code = -1;   ///< exit code; -1 if a signal ended it
    int signal = 0;  ///< signal that ended it; 0: none
    bool hasCore = false;
    double ended = 0;  ///< seconds since 1970
    std::uint64_t maxResidentBytes = 0;
    double cpuSeconds = 0;  ///< user and system
};

/// Identifies a folder while it is in use: moving it keeps it the same, a copy is another one (stat(2)).
struct FolderId {
    std::uint64_t device = 0, inode = 0;
    bool operator==(const FolderId&) const = default;
};

/// A shim's record of its task on disk: the only information a restarted agent has.
struct TaskRecord {
    ProcessId shim;
    ProcessId program;  ///< pid 0 if it never started
    std::string argv0;
    double started = 0;
    base::Words error;               ///< why the program did not start; empty if it did
    std::optional<FolderId> folder;  ///< in which the shim wrote it; absent in those of an earlier version
    bool isCopy = false;             ///< it is in another folder now, and says nothing of processes
    std::optional<ExitRecord> exit;  ///< absent while it runs, and permanently if the shim was killed
};

/// "SIGKILL"; "signal 63" for those without a name.
std::string signalName(int signal);

}  // namespace trainyard::node
