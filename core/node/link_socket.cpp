// SPDX-License-Identifier: Apache-2.0
#include "core/node/link_socket.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "core/base/network_interface.h"

namespace trainyard::node {
namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

std::unexpected<base::Error> linkFailed(base::Words message) {
    return base::fail(base::Code::kUnavailable, std::move(message), "link.failed");
}

base::Result<AddressList> resolve(const std::string& address, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const int error = ::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found);
    AddressList list(found, &::freeaddrinfo);
    if (error != 0) return linkFailed(base::say("{} is not an address: {}", address, ::gai_strerror(error)));
    return list;
}

base::UniqueFd newSocket(const addrinfo& address) {
    base::UniqueFd socket(
        ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol));
    const int on = 1;
    if (socket) ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

/// The address without its port.
std::string hostOf(const sockaddr* address, socklen_t size) {
    std::array<char, NI_MAXHOST> host{};
    if (::getnameinfo(address, size, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0) return {};
    return host.data();
}

}  // namespace

LinkSocket::LinkSocket(base::UniqueFd socket, base::Words other)
    : socket_(std::move(socket)), other_(std::move(other)) {
}

std::unexpected<base::Error> LinkSocket::failed(int errnum) const {
    return linkFailed(
        base::say("the connection with {} failed: {}", other_, base::Words::known(std::strerror(errnum))));
}

base::Result<LinkSocket> LinkSocket::listen(const std::string& address) {
    TY_ASSIGN(const auto resolved, resolve(address, 0));
    base::UniqueFd socket = newSocket(*resolved);
    if (!socket || ::bind(socket.get(), resolved->ai_addr, resolved->ai_addrlen) != 0 ||
        ::listen(socket.get(), 1) != 0)
        return linkFailed(
            base::say("no port of {} can be opened: {}", address, base::Words::known(std::strerror(errno))));
    return LinkSocket(std::move(socket), "the other machine");
}

base::Result<LinkSocket> LinkSocket::connect(const std::string& address, std::uint16_t port, Time deadline) {
    TY_ASSIGN(const auto resolved, resolve(address, port));
    LinkSocket made(newSocket(*resolved), base::Words::plain(fmt::format("{} port {}", address, port)));
    if (::connect(made.fd(), resolved->ai_addr, resolved->ai_addrlen) != 0 && errno != EINPROGRESS)
        return made.failed(errno);
    if (const auto ready = made.await(POLLOUT, deadline); !ready) return linkFailed(ready.error().words());
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(made.fd(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) return made.failed(error);
    return made;
}

base::Result<LinkSocket> LinkSocket::accept(Time deadline) const {
    TY_TRY(await(POLLIN, deadline));
    base::UniqueFd socket(::accept4(fd(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) return failed(errno);
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return LinkSocket(std::move(socket), other_);
}

base::Result<short> LinkSocket::await(short events, Time deadline) const {
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd waiting{fd(), events, 0};
        const int count = ::poll(&waiting, 1, static_cast<int>(std::max<long>(0, left.count())));
        if (count > 0) return waiting.revents;
        if (count < 0 && errno != EINTR) return failed(errno);
        if (left.count() <= 0)
            return base::fail(base::Code::kDeadlineExceeded, base::say("no answer from {}", other_),
                              kLinkLate);
    }
}

base::Result<std::size_t> LinkSocket::receiveSome(char* bytes, std::size_t count) {
    const ssize_t got = ::recv(fd(), bytes, count, 0);
    if (got > 0) return static_cast<std::size_t>(got);
    if (got == 0) return linkFailed(base::say("the connection with {} was closed", other_));
    if (errno == EAGAIN || errno == EINTR) return std::size_t{0};
    return failed(errno);
}

base::Result<std::size_t> LinkSocket::sendSome(std::string_view bytes) {
    const ssize_t sent = ::send(fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (errno == EAGAIN || errno == EINTR) return std::size_t{0};
    return failed(errno);
}

base::Status LinkSocket::send(std::string_view bytes, Time deadline) {
    while (!bytes.empty()) {
        TY_TRY(await(POLLOUT, deadline));
        TY_ASSIGN(const std::size_t sent, sendSome(bytes));
        bytes.remove_prefix(sent);
    }
    return {};
}

base::Result<std::string> LinkSocket::receive(std::size_t count, Time deadline) {
    std::string bytes(count, '\0');
    for (std::size_t got = 0; got < count;) {
        TY_TRY(await(POLLIN, deadline));
        TY_ASSIGN(const std::size_t more, receiveSome(bytes.data() + got, count - got));
        got += more;
    }
    return bytes;
}

std::uint16_t LinkSocket::port() const {
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    ::getsockname(fd(), reinterpret_cast<sockaddr*>(&own), &size);
    return ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                           : reinterpret_cast<const sockaddr_in&>(own).sin_port);
}

std::string LinkSocket::ownAddress() const {
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    ::getsockname(fd(), reinterpret_cast<sockaddr*>(&own), &size);
    return hostOf(reinterpret_cast<const sockaddr*>(&own), size);
}

std::string LinkSocket::interface() const {
    return base::interfaceOf(ownAddress());
}

}  // namespace trainyard::node
