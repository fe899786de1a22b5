// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::node {

/// Names one process for good: a pid alone comes back after the kernel has gone round its pid space or
/// restarted.
struct ProcessId {
    pid_t pid = 0;
    std::uint64_t start = 0;  ///< clock ticks after boot: field 22 of /proc/<pid>/stat, proc(5)
    std::string bootId;       ///< /proc/sys/kernel/random/boot_id
};

/// This boot of the kernel; kInternal where /proc is not mounted.
base::Result<std::string> bootId();
/// kNotFound when there is no such process.
base::Result<ProcessId> identify(pid_t pid);
/// Whether that very process is there. One that has ended and was not reaped yet counts as gone.
bool isAlive(const ProcessId& process);
/// R S D T t Z X as in /proc/<pid>/stat (proc(5)); '?' when there is no such process.
char stateOf(pid_t pid);
/// A pidfd, readable once the process has ended (pidfd_open(2)); kNotFound when it is gone already.
base::Result<base::UniqueFd> openPidfd(const ProcessId& process);

/// Signals the group that `leader` leads. True while the group has a member; false once it is gone. A group
/// whose number was given to a stranger is never signalled.
bool signalGroup(const ProcessId& leader, int signal);

/// Pids of the living processes that were forked by, or came down to, `parent`.
std::vector<pid_t> childrenOf(pid_t parent);

/// "SIGKILL"; "signal 63" for those without a name.
std::string signalName(int signal);

}  // namespace trainyard::node
