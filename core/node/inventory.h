// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// The resources that this machine offers to its tasks.
struct Inventory {
    int cores = 1;  ///< CPUs this process may run on (its affinity mask)
    std::uint64_t memoryBytes = 0;
    std::uint64_t availableBytes = 0;  ///< MemAvailable of /proc/meminfo
};

base::Result<Inventory> inventory();

/// The same for all processes that see this machine's GPUs by the same numbers, whatever name or account the
/// machine was reached by; another one after a restart, and of each container or namespace with a network of
/// its own. Not the machine-id, which copies of a virtual machine share. Empty: it cannot be told.
std::string machineIdentity();

/// How often the kernel's out-of-memory killer has run on this machine since boot, in any memory cgroup
/// (`oom_kill` of /proc/vmstat); 0 if the kernel does not report it.
std::int64_t oomKills();

}  // namespace trainyard::node
