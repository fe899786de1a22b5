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

/// Bound to the port at every address of both families, or of the one that this machine has; on failure errno
/// says why.
base::UniqueFd boundEverywhere(std::uint16_t port) {
    const sockaddr_in6 both{.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = in6addr_any};
    const sockaddr_in one{
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_ANY)}, .sin_zero = {}};
    base::UniqueFd socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto isWide = static_cast<bool>(socket);
    if (!isWide) socket.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket) return {};
    const int on = 1, off = 0;
    // With it a port in TIME_WAIT is free; a port with a listener is not.
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (isWide) ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    const int status = isWide ? ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&both), sizeof both)
                              : ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&one), sizeof one);
    if (status == 0) return socket;
    const int why = errno;
    socket.reset();
    errno = why;
    return {};
}

/// 0: it has none.
std::uint16_t portOf(int socket) {
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) != 0) return 0;
    return ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                           : reinterpret_cast<const sockaddr_in&>(own).sin_port);
}

}  // namespace

base::Words portOwner(std::uint16_t port) {
    std::set<std::string> wanted, connected;
    for (const TcpSocket& socket : tcpSockets())
        if (socket.port == port) (socket.isListening ? wanted : connected).insert(socket.inode);
    if (wanted.empty()) wanted.swap(connected);  // a client's own port
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
    base::UniqueFd socket = boundEverywhere(port);
    if (!socket && errno == EADDRINUSE && port != 0)
        return base::fail(Code::kFailedPrecondition,
                          base::say("port {} is in use by {}; end it, or choose another port or none", port,
                                    portOwner(port)),
                          "port.in_use");
    if (!socket) return base::fail(base::errnoError(errno, base::say("cannot take port {}", port)));
    const std::uint16_t taken = portOf(socket.get());
    if (taken == 0) return base::fail(base::errnoError(errno, "cannot read a socket's port"));
    return PortLease(taken, std::move(socket));
}

}  // namespace trainyard::node
