// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/base/public_address.h"

namespace trainyard::base {
namespace {

TEST(PublicAddress, NoneOfAMachineOrOfANetworkOfOnesOwn) {
    for (const char* address :
         {"127.0.0.1", "127.255.255.254", "10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255",
          "192.168.0.1", "192.168.255.255", "169.254.7.7", "100.64.0.1", "100.127.255.255", "::1", "fc00::1",
          "fdff:1::9", "fe80::1", "fe80::1%eth0", "febf::1", "::ffff:10.1.2.3", "::ffff:127.0.0.1"})
        EXPECT_FALSE(isPublicAddress(address)) << address;
}

TEST(PublicAddress, EveryOtherOne) {
    for (const char* address : {"9.255.255.255",
                                "11.0.0.0",
                                "172.15.255.255",
                                "172.32.0.0",
                                "192.167.255.255",
                                "192.169.0.0",
                                "169.253.0.1",
                                "169.255.0.1",
                                "100.63.255.255",
                                "100.128.0.0",
                                "126.0.0.1",
                                "128.0.0.1",
                                "8.8.8.8",
                                "203.0.113.7",
                                "198.51.100.2",
                                "0.0.0.0",
                                "255.255.255.255",
                                "2001:db8::1",
                                "::",
                                "::2",
                                "fbff::1",
                                "fe00::1",
                                "fe7f::1",
                                "fec0::1",
                                "::ffff:203.0.113.7",
                                "::10.0.0.1",
                                "64:ff9b::a00:1"})
        EXPECT_TRUE(isPublicAddress(address)) << address;
}

TEST(PublicAddress, WhatIsNoAddressIsNotTrusted) {
    for (const char* text : {"", "localhost", "10.0.0", "10.0.0.1.2", "10.0.0.1 ", "010.0.0.1x", "%eth0"})
        EXPECT_TRUE(isPublicAddress(text)) << text;
}

}  // namespace
}  // namespace trainyard::base
