// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace trainyard::node {

/// What this machine gives to its tasks.
struct Inventory {
    int cores = 1;  ///< CPUs this process may run on (its affinity mask)
    std::uint64_t memoryBytes = 0;
    std::uint64_t availableBytes = 0;  ///< MemAvailable of /proc/meminfo
};

base::Result<Inventory> inventory();

/// How often the kernel's out-of-memory killer has struck on this machine since it was started, in any memory
/// cgroup
/// (`oom_kill` of /proc/vmstat); 0 where the kernel does not say.
std::int64_t oomKills();

}  // namespace trainyard::node
