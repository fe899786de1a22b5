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

}  // namespace trainyard::node
