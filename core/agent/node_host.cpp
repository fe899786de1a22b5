// SPDX-License-Identifier: Apache-2.0
#include "core/agent/node_host.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/utsname.h>

#include <array>
#include <utility>

#include "core/base/time.h"

namespace trainyard::agent {
namespace {

void addAddresses(v1::NodeDescription& description) {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return;
    for (const ifaddrs* entry = first; entry; entry = entry->ifa_next) {
        if (!entry->ifa_addr || (entry->ifa_flags & IFF_LOOPBACK) || !(entry->ifa_flags & IFF_UP)) continue;
        const int family = entry->ifa_addr->sa_family;
        const void* const bytes =
            family == AF_INET
                ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(entry->ifa_addr)->sin_addr)
            : family == AF_INET6 ? &reinterpret_cast<const sockaddr_in6*>(entry->ifa_addr)->sin6_addr
                                 : nullptr;
        std::array<char, INET6_ADDRSTRLEN> text{};
        if (!bytes || !::inet_ntop(family, bytes, text.data(), text.size())) continue;
        auto& address = *description.add_addresses();
        address.set_interface(entry->ifa_name);
        address.set_address(text.data());
    }
    ::freeifaddrs(first);
}

}  // namespace

NodeHost::NodeHost(base::EventLoop& loop, base::Home home, node::NodeSetup setup)
    : loop_(loop),
      home_(home),
      setup_(std::move(setup)),
      machine_(std::move(home)),
      server_(
          loop, [this](const std::string& other) -> node::Node& { return nodeOf(other); },
          [this] { return describe(); }) {
}

node::Node& NodeHost::nodeOf(const std::string& home) {
    auto& node = nodes_[home];
    if (!node) {
        node::NodeSetup setup = setup_;
        setup.runs = home_.hosted() / home;
        node = std::make_unique<node::LocalNode>(loop_, std::move(setup));
    }
    return *node;
}

base::Result<v1::NodeDescription> NodeHost::describe() {
    v1::NodeDescription description;
    TY_ASSIGN(*description.mutable_info(), machine_.look());
    utsname kernel{};
    if (::uname(&kernel) == 0) description.set_kernel(kernel.release);
    description.set_clock(base::wallNow());
    addAddresses(description);
    return description;
}

}  // namespace trainyard::agent
