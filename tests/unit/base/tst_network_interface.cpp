// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>

#include <memory>

#include "core/base/network_interface.h"

namespace trainyard::base {
namespace {

std::string loopback() {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(first, &::freeifaddrs);
    for (const ifaddrs* entry = first; entry; entry = entry->ifa_next)
        if ((entry->ifa_flags & IFF_LOOPBACK) != 0) return entry->ifa_name;
    return {};
}

TEST(NetworkInterface, AnAddressOfLoopbackIsOnIt) {
    for (const char* host : {"127.0.0.1", "127.0.0.2", "127.255.0.9", "localhost"})
        EXPECT_EQ(interfaceOf(host), loopback()) << host;
}

TEST(NetworkInterface, EachAddressIsOnTheInterfaceThatHasIt) {
    ifaddrs* first = nullptr;
    ASSERT_EQ(::getifaddrs(&first), 0);
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(first, &::freeifaddrs);
    for (const ifaddrs* entry = first; entry; entry = entry->ifa_next) {
        const int family = entry->ifa_addr ? entry->ifa_addr->sa_family : AF_UNSPEC;
        if (family != AF_INET && family != AF_INET6) continue;
        char host[NI_MAXHOST];
        ASSERT_EQ(
            ::getnameinfo(entry->ifa_addr, family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6),
                          host, sizeof host, nullptr, 0, NI_NUMERICHOST),
            0);
        EXPECT_EQ(interfaceOf(host), entry->ifa_name) << host;
    }
}

TEST(NetworkInterface, WhatIsOfNoInterfaceHasNone) {
    // Addresses of documentation (RFC 5737, RFC 3849).
    for (const char* host : {"192.0.2.1", "2001:db8::1", ""}) EXPECT_EQ(interfaceOf(host), "") << host;
}

}  // namespace
}  // namespace trainyard::base
