// SPDX-License-Identifier: Apache-2.0
#include "core/node/tcp_table.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

#include "core/base/fd.h"

namespace trainyard::node {
namespace {

using ::testing::Contains;
using ::testing::Not;

/// A socket on the loopback address of a family, at a free port, which is written to `port`.
base::UniqueFd bound(int family, std::uint16_t& port) {
    base::UniqueFd socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 wide{.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    sockaddr_in narrow{.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const bool isWide = family == AF_INET6;
    auto* address = isWide ? reinterpret_cast<sockaddr*>(&wide) : reinterpret_cast<sockaddr*>(&narrow);
    socklen_t size = isWide ? sizeof wide : sizeof narrow;
    if (::bind(socket.get(), address, size) != 0) return {};
    ::getsockname(socket.get(), address, &size);
    port = ntohs(isWide ? wide.sin6_port : narrow.sin_port);
    return socket;
}

void expectListed(int family, const std::string& address) {
    std::uint16_t port = 0;
    const base::UniqueFd socket = bound(family, port);
    if (!socket) GTEST_SKIP() << "this machine has no " << address;
    const auto listed = [&] {
        const auto sockets = tcpSockets();
        const auto found = std::ranges::find_if(sockets, [&](const TcpSocket& one) {
            return one.port == port && one.address == address && one.isListening;
        });
        return found == sockets.end() ? TcpSocket() : *found;
    };
    EXPECT_FALSE(listed().isListening) << "it is only bound";
    ASSERT_EQ(::listen(socket.get(), 1), 0);
    EXPECT_TRUE(listed().isListening);
    EXPECT_TRUE(listed().isLoopback);
    EXPECT_THAT(socketsOf(::getpid()), Contains(listed().inode));
    EXPECT_THAT(socketsOf(1), Not(Contains(listed().inode)));
}

TEST(TcpTable, ListsWhoListensOnThisMachine) {
    expectListed(AF_INET, "127.0.0.1");
}

TEST(TcpTable, ListsWhoListensByIpv6) {
    expectListed(AF_INET6, "::1");
}

}  // namespace
}  // namespace trainyard::node
