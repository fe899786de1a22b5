// SPDX-License-Identifier: Apache-2.0
#include "core/base/network_interface.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <cstring>
#include <memory>

namespace trainyard::base {
namespace {

in_addr_t numberOf(const sockaddr* address) {
    return ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr);
}

bool has(const ifaddrs& entry, const sockaddr* wanted) {
    if (!entry.ifa_addr || entry.ifa_addr->sa_family != wanted->sa_family) return false;
    if (wanted->sa_family == AF_INET) {
        // Of loopback every address is this machine's: 127.0.0.2 is on no list.
        const bool isLoopback = (entry.ifa_flags & IFF_LOOPBACK) != 0 && entry.ifa_netmask;
        const in_addr_t mask = isLoopback ? numberOf(entry.ifa_netmask) : ~in_addr_t{0};
        return ((numberOf(entry.ifa_addr) ^ numberOf(wanted)) & mask) == 0;
    }
    if (wanted->sa_family != AF_INET6) return false;
    const auto& own = *reinterpret_cast<const sockaddr_in6*>(entry.ifa_addr);
    const auto& asked = *reinterpret_cast<const sockaddr_in6*>(wanted);
    const bool isOfLink = asked.sin6_scope_id == 0 || asked.sin6_scope_id == own.sin6_scope_id;
    return isOfLink && std::memcmp(&own.sin6_addr, &asked.sin6_addr, sizeof own.sin6_addr) == 0;
}

}  // namespace

std::string interfaceOf(const std::string& host) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return {};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(first, &::freeifaddrs);
    for (const addrinfo* address = found; address; address = address->ai_next)
        for (const ifaddrs* entry = first; entry; entry = entry->ifa_next)
            if (has(*entry, address->ai_addr)) return entry->ifa_name;
    return {};
}

std::vector<InterfaceAddress> interfaceAddresses() {
    std::vector<InterfaceAddress> found;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return found;
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(first, &::freeifaddrs);
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
        found.push_back({entry->ifa_name, text.data()});
    }
    return found;
}

}  // namespace trainyard::base
