// SPDX-License-Identifier: Apache-2.0
#include "core/node/inventory.h"

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/base/sha256.h"
#include "core/node/process.h"

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

std::string machineIdentity() {
    const auto boot = bootId();
    std::error_code unreadable;
    const auto network = std::filesystem::read_symlink("/proc/self/ns/net", unreadable);
    if (!boot || unreadable) return {};
    return base::Sha256::hex(*boot + "/" + network.string());
}

std::int64_t oomKills() {
    std::ifstream lines("/proc/vmstat");
    std::string name;
    for (std::int64_t count = 0; lines >> name >> count;)
        if (name == "oom_kill") return count;
    return 0;
}

}  // namespace trainyard::node
