// SPDX-License-Identifier: Apache-2.0
#include "core/node/port_book.h"

#include <fmt/format.h>

#include "core/node/ports.h"

namespace trainyard::node {

base::Result<std::uint16_t> PortBook::lease(std::uint16_t port, const std::string& run) {
    std::lock_guard lock(mutex_);
    if (const auto found = owners_.find(port); port != 0 && found != owners_.end())
        return base::fail(base::Code::kFailedPrecondition,
                          base::say("port {} is taken by run {}; stop it, or choose another port or none",
                                    port, found->second),
                          "port.in_use");
    // A port that one of our tasks is about to bind can be offered as free at most once.
    for (std::size_t tries = 0; tries <= owners_.size(); ++tries) {
        TY_ASSIGN(const PortLease lease, PortLease::take(port));
        if (owners_.emplace(lease.port(), run).second) return lease.port();
    }
    return base::fail(base::Code::kResourceExhausted, "no free port on this machine", "port.none");
}

void PortBook::enter(std::uint16_t port, const std::string& run) {
    std::lock_guard lock(mutex_);
    owners_[port] = run;
}

void PortBook::releaseAll(const std::string& run) {
    std::lock_guard lock(mutex_);
    std::erase_if(owners_, [&](const auto& entry) { return entry.second == run; });
}

}  // namespace trainyard::node
