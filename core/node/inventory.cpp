// SPDX-License-Identifier: Apache-2.0
#include "core/node/inventory.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace trainyard::node {

base::Result<Inventory> inventory() {
    Inventory found;
    cpu_set_t cpus;
    if (::sched_getaffinity(0, sizeof cpus, &cpus) != 0)
        return base::fail(base::errnoError(errno, "cannot read which CPUs may be used"));
    found.cores = std::max(1, CPU_COUNT(&cpus));
    std::ifstream lines("/proc/meminfo");
    std::string name, unit;
    std::uint64_t kibibytes = 0;
    while (lines >> name >> kibibytes) {
        std::getline(lines, unit);
        if (name == "MemTotal:") found.memoryBytes = kibibytes * 1024;
        if (name == "MemAvailable:") found.availableBytes = kibibytes * 1024;
    }
    if (found.memoryBytes == 0) return base::fail(base::Code::kInternal, "/proc/meminfo has no MemTotal");
    return found;
}

std::int64_t oomKills() {
    std::ifstream lines("/proc/vmstat");
    std::string name;
    for (std::int64_t count = 0; lines >> name >> count;)
        if (name == "oom_kill") return count;
    return 0;
}

}  // namespace trainyard::node
