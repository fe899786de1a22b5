// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/node/remote/ssh_address.h"

namespace trainyard::node {
namespace {

using ::testing::HasSubstr;

TEST(SshAddress, HostsUsersAndPorts) {
    const struct {
        const char *text, *user, *host;
        int port;
    } kAddresses[] = {
        {"gpu-a", "", "gpu-a", 0},
        {"me@gpu-a", "me", "gpu-a", 0},
        {"me@corp@gpu-a", "me@corp", "gpu-a", 0},
        {"ssh://gpu-a", "", "gpu-a", 0},
        {"ssh://me@gpu-a:2222", "me", "gpu-a", 2222},
        {"ssh://gpu-a:1", "", "gpu-a", 1},
        {"ssh://gpu-a:65535", "", "gpu-a", 65535},
        {"ssh://gpu_a.example.org", "", "gpu_a.example.org", 0},
        {"fe80::1", "", "fe80::1", 0},
        {"fe80::1%eth0", "", "fe80::1%eth0", 0},
        {"an_alias+of+mine", "", "an_alias+of+mine", 0},
        {"gpü", "", "gpü", 0},
    };
    for (const auto& [text, user, host, port] : kAddresses) {
        const auto address = parseSshAddress(text);
        ASSERT_TRUE(address) << address.error().message;
        EXPECT_EQ(address->user, user) << text;
        EXPECT_EQ(address->host, host) << text;
        EXPECT_EQ(address->port, port) << text;
    }
}

TEST(SshAddress, TheWrongPartIsNamed) {
    const struct {
        std::string text;
        const char* why;
    } kAddresses[] = {
        {"", "the name of the host is missing"},
        {"me@", "the name of the host is missing"},
        {"ssh://", "the name of the host is missing"},
        {"ssh://:22", "the name of the host is missing"},
        {"@gpu-a", "the name of the user, before the @, is missing"},
        {"ssh://@gpu-a", "the name of the user, before the @, is missing"},
        {"my self@gpu-a", "my self cannot be the name of a user"},
        {"-l@gpu-a", "-l cannot be the name of a user"},
        {"-oProxyCommand=id", "the name of the host, -oProxyCommand=id, begins with a hyphen"},
        {"me@-oProxyCommand=id", "the name of the host, -oProxyCommand=id, begins with a hyphen"},
        {"ssh://gpu-a:0", "its port, 0, is not a number from 1 to 65535"},
        {"ssh://gpu-a:-1", "its port, -1, is not"},
        {"ssh://gpu-a:65536", "its port, 65536, is not"},
        {"ssh://gpu-a:99999999999999999999", "its port, 99999999999999999999, is not"},
        {"ssh://gpu-a:ssh", "its port, ssh, is not"},
        {"ssh://gpu-a:22 ", "its port, 22 , is not"},
        {"ssh://gpu-a:", "the port, after the colon, is missing"},
        {"ssh://gpu-a/home", "/home, after the host, has no meaning"},
        {"ssh://gpu-a:22/home", "/home, after the host, has no meaning"},
        {"ssh://[fe80::1]:22", "ssh takes no IPv6 address in a URI"},
        {"gpu-a:2222", "a port is given as ssh://gpu-a:2222"},
        {"me@gpu-a:2222", "a port is given as ssh://me@gpu-a:2222"},
        {"gpu a", "gpu a cannot be the name of a host"},
        {"$(id)", "$(id) cannot be the name of a host"},
        {"gpu-a;id", "gpu-a;id cannot be the name of a host"},
        {"ssh://gpü", "gpü cannot be the name of a host"},
        {"ssh://gpu..a", "gpu..a cannot be the name of a host"},
        {"http://gpu-a", "http://gpu-a cannot be the name of a host"},
        {"gpu\na", "gpu\\x0aa cannot be the name of a host"},
        {"gpu\u202ea", "gpu\\u202ea cannot be the name of a host"},
    };
    for (const auto& [text, why] : kAddresses) {
        const auto address = parseSshAddress(text);
        ASSERT_FALSE(address) << text;
        EXPECT_EQ(address.error().id, "node.target") << text;
        EXPECT_THAT(address.error().message, HasSubstr(why));
    }
    EXPECT_LT(parseSshAddress(std::string(1 << 20, ' ')).error().message.text().size(), 1000u);
}

}  // namespace
}  // namespace trainyard::node
