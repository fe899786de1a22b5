// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/base/network_interface.h"
#include "core/base/subnet.h"

namespace trainyard::base {
namespace {

TEST(Subnet, ContainsTheAddressesThatBeginAlike) {
    const auto small = Subnet::parse("10.78.0.0/24");
    ASSERT_TRUE(small);
    EXPECT_TRUE(small->contains("10.78.0.1"));
    EXPECT_TRUE(small->contains("10.78.0.255"));
    EXPECT_FALSE(small->contains("10.78.1.1"));
    EXPECT_FALSE(small->contains("fd00::1"));
    EXPECT_FALSE(small->contains("node-1"));
    EXPECT_TRUE(Subnet::parse("10.78.0.129/25")->contains("10.78.0.200"));
    EXPECT_FALSE(Subnet::parse("10.78.0.129/25")->contains("10.78.0.100"));
    EXPECT_TRUE(Subnet::parse("0.0.0.0/0")->contains("192.0.2.1"));
    EXPECT_FALSE(Subnet::parse("192.0.2.1/32")->contains("192.0.2.2"));
    const auto link = Subnet::parse("fe80::/10");
    ASSERT_TRUE(link);
    EXPECT_TRUE(link->contains("fe80::1%eth0"));
    EXPECT_FALSE(link->contains("fd00::1"));
}

TEST(Subnet, WhatIsNone) {
    for (const char* text : {"", "/", "10.78.0.0", "10.78.0.0/", "10.78.0.0/33", "10.78.0.0/-1",
                             "10.78.0.0/24x", "10.78.0/24", "eth0/24", "fd00::/129", "10.78.0.0/24/24"})
        EXPECT_FALSE(Subnet::parse(text)) << text;
}

TEST(Subnet, TheAddressesOfThisMachineHaveTheirInterfaces) {
    const auto links = Subnet::parse("fe80::/10");  // which may be the same on several
    for (const InterfaceAddress& own : interfaceAddresses())
        if (!links->contains(own.address)) {
            EXPECT_EQ(interfaceOf(own.address), own.interface) << own.address;
        }
}

}  // namespace
}  // namespace trainyard::base
