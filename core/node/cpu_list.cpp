// SPDX-License-Identifier: Apache-2.0
#include "core/node/cpu_list.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace trainyard::node {
namespace {

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

base::Result<cpu_set_t> parseCpuList(const std::string& text) {
    const auto refuse = [&] {
        return base::fail(
            base::Code::kInvalidArgument,
            base::say("\"{}\" is not a list of CPUs; expected numbers and ranges such as 0-3,6", text),
            "cluster.cpus");
    };
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    std::string_view rest = text;
    for (;;) {
        const auto comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        const auto dash = part.find('-');
        const auto first = number(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last >= CPU_SETSIZE) return refuse();
        for (int cpu = *first; cpu <= *last; ++cpu) CPU_SET(cpu, &cpus);
        if (comma == std::string_view::npos) return cpus;
        rest.remove_prefix(comma + 1);
    }
}

base::Status checkCpus(const cpu_set_t& cpus) {
    const long here = ::sysconf(_SC_NPROCESSORS_CONF);
    for (int cpu = 0; cpu < CPU_SETSIZE && cpu < here; ++cpu)
        if (CPU_ISSET(cpu, &cpus)) return {};
    return base::fail(base::Code::kRefused,
                      base::say("this machine has the CPUs 0-{}, and none of these", here - 1),
                      "cluster.cpus");
}

int usableCpus(const std::string& list) {
    cpu_set_t usable;
    if (::sched_getaffinity(0, sizeof usable, &usable) != 0) return 1;
    const auto listed = list.empty() ? base::Result<cpu_set_t>(usable) : parseCpuList(list);
    if (listed) CPU_AND(&usable, &usable, &*listed);
    return std::max(1, CPU_COUNT(&usable));
}

}  // namespace trainyard::node
