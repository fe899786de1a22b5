// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/node/task_record.h"

namespace trainyard::node {

/// The current boot of the kernel; kInternal if /proc is not mounted.
base::Result<std::string> bootId();
/// kNotFound if there is no such process.
base::Result<ProcessId> identify(pid_t pid);
/// Whether that very process is alive. A zombie counts as ended.
bool isAlive(const ProcessId& process);
/// R S D T t Z X as in /proc/<pid>/stat (proc(5)); '?' if there is no such process.
char stateOf(pid_t pid);
/// A pidfd, readable once the process has ended (pidfd_open(2)); kNotFound if it has already ended.
base::Result<base::UniqueFd> openPidfd(const ProcessId& process);

/// Signals the group led by `leader`. True while the group has a member, then false. If the group's number
/// was reused by another process, it is never signalled.
bool signalGroup(const ProcessId& leader, int signal);

/// Pids of the living processes that were forked by `parent`, or reparented to it.
std::vector<pid_t> childrenOf(pid_t parent);

}  // namespace trainyard::node
