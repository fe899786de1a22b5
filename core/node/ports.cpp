// SPDX-License-Identifier: Apache-2.0
#include "core/node/ports.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/base/text.h"
#include "core/node/tcp_table.h"

namespace trainyard::node {
namespace {

using base::Code;
namespace fs = std::filesystem;

}  // namespace

base::Words portOwner(std::uint16_t port) {
    std::set<std::string> wanted;
    for (const TcpSocket& socket : tcpSockets())
        if (socket.port == port) wanted.insert(socket.inode);
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const std::string pid = entry->path().filename();
        if (!std::ranges::all_of(pid, [](unsigned char c) { return std::isdigit(c); })) continue;
        if (std::ranges::none_of(socketsOf(std::atoi(pid.c_str())),
                                 [&](const std::string& name) { return wanted.contains(name); }))
            continue;
        std::string name;
        std::ifstream comm(entry->path() / "comm");
        std::getline(comm, name);
        return base::Words::plain(fmt::format("{} (pid {})", base::printable(name), pid));
    }
    return "another user's program";
}

base::Result<PortLease> PortLease::take(std::uint16_t port) {
    base::UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket) return base::fail(base::errnoError(errno, "cannot make a socket"));
    const int on = 1;
    // With it a port in TIME_WAIT is free; a port with a listener is not.
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        if (errno == EADDRINUSE && port != 0)
            return base::fail(Code::kFailedPrecondition,
                              base::say("port {} is in use by {}; end it, or choose another port or none",
                                        port, portOwner(port)),
                              "port.in_use");
        return base::fail(base::errnoError(errno, base::say("cannot take port {} on 127.0.0.1", port)));
    }
    socklen_t size = sizeof address;
    if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return base::fail(base::errnoError(errno, "cannot read a socket's port"));
    return PortLease(ntohs(address.sin_port), std::move(socket));
}

}  // namespace trainyard::node
