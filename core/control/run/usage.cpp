// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/usage.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <sstream>

#include "core/base/file.h"

namespace trainyard::control {

void sample(Usage& usage, int pid, double steadySeconds) {
    usage.state = '?';
    const auto text = base::readFile(fmt::format("/proc/{}/stat", pid));
    if (!text) return;
    // The name is in parentheses and may contain anything, including parentheses.
    const auto end = text->rfind(')');
    if (end == std::string::npos) return;
    std::istringstream fields(text->substr(end + 1));
    std::string skipped;
    fields >> usage.state;  // field 3
    for (int field = 4; field <= 13; ++field) fields >> skipped;
    std::uint64_t user = 0, system = 0;
    fields >> user >> system;  // 14, 15
    for (int field = 16; field <= 23; ++field) fields >> skipped;
    std::int64_t pages = 0;
    fields >> pages;  // 24
    const double seconds = static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
    if (usage.at > 0 && steadySeconds > usage.at)
        usage.cores = (seconds - usage.cpuSeconds) / (steadySeconds - usage.at);
    usage.cpuSeconds = seconds;
    usage.rssBytes = pages * ::sysconf(_SC_PAGESIZE);
    usage.at = steadySeconds;
}

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace trainyard::control
