// SPDX-License-Identifier: Apache-2.0
#include "core/agent/connection_gate.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "core/base/socket_address.h"

namespace trainyard::agent {
namespace {

using base::EventLoop;

/// RFC 9113, 3.4. Whole in the first packet: every client writes it in one go with its settings.
constexpr std::string_view kGreeting = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::chrono::seconds kGreetWithin{5};
constexpr std::size_t kFewestConnections = 64, kMostConnections = 1024;
/// The share of all connections that one process may have: window, scripts and tasks need a few each.
constexpr std::size_t kProcessesAtLeast = 4;
/// Connections that wait in the kernel; it takes its own limit where that is lower.
constexpr int kBacklog = 4096;
/// Accepted in a row before what was accepted is heard.
constexpr int kBurst = 64;
constexpr std::chrono::milliseconds kOutOfDescriptors{100};
constexpr std::chrono::seconds kReportRefusedEvery{10};

base::Result<base::UniqueFd> listenAt(const std::filesystem::path& path) {
    TY_ASSIGN(const sockaddr_un address, base::socketAddress(path));
    struct stat found{};
    if (::lstat(path.c_str(), &found) == 0 && S_ISSOCK(found.st_mode)) ::unlink(path.c_str());
    base::UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    // Nobody can connect before listen(2), so that no other mode than 0600 is ever seen.
    if (!listener ||
        ::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::chmod(path.c_str(), 0600) != 0 || ::listen(listener.get(), kBacklog) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot listen on {}", path.string())));
    return listener;
}

ino_t socketOf(int fd) {
    struct stat info{};
    return ::fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode) ? info.st_ino : 0;
}

}  // namespace

ConnectionGate::Limits ConnectionGate::Limits::ofThisProcess() {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    const auto half = static_cast<std::size_t>(files.rlim_cur / 2);
    const std::size_t total = std::clamp(half, kFewestConnections, kMostConnections);
    return {.perProcess = total / kProcessesAtLeast, .total = total, .greetWithin = kGreetWithin};
}

ConnectionGate::ConnectionGate(const Limits& limits, Admit admit)
    : limits_(limits), admit_(std::move(admit)) {
}

base::Result<std::unique_ptr<ConnectionGate>> ConnectionGate::open(const std::filesystem::path& socket,
                                                                   const Limits& limits, Admit admit) {
    std::unique_ptr<ConnectionGate> gate(new ConnectionGate(limits, std::move(admit)));
    TY_ASSIGN(gate->loop_, EventLoop::start("ty-gate"));
    TY_ASSIGN(gate->listener_, listenAt(socket));
    gate->path_ = socket;
    gate->loop_->post([raw = gate.get()] { raw->listen(); });
    return gate;
}

ConnectionGate::~ConnectionGate() {
    // Not loop_.reset(): that empties loop_ before the thread, which uses it, has ended.
    std::error_code gone;
    if (listener_) std::filesystem::remove(path_, gone);
}

void ConnectionGate::listen() {
    const base::Status watched = loop_->watch(listener_.get(), [this] { acceptAll(); });
    if (!watched) spdlog::error("no connections are accepted: {}", watched.error().describe());
}

void ConnectionGate::acceptAll() {
    for (int i = 0; i < kBurst; ++i) {
        base::UniqueFd connection(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (connection) {
            take(std::move(connection));
            continue;
        }
        if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return;
        spdlog::warn("cannot accept a connection: {}", std::strerror(errno));
        loop_->unwatch(listener_.get());  // it would be called again at once
        loop_->after(kOutOfDescriptors, [this] { listen(); });
        return;
    }
}

void ConnectionGate::take(base::UniqueFd connection) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return;
    if (peer.uid != ::geteuid() && peer.uid != 0) return;
    const int fd = connection.get();
    guests_.erase(fd);  // its descriptor would not be free if it were still open
    if (!hasRoomFor(peer.pid)) return refuse(peer.pid);
    Guest& guest = guests_[fd];
    guest.process = peer.pid;
    guest.socket = socketOf(fd);
    guest.waiting = std::move(connection);
    guest.patience = loop_->after(limits_.greetWithin, [this, fd] { drop(fd); });
    if (!loop_->watch(fd, [this, fd] { hear(fd); })) drop(fd);
}

void ConnectionGate::hear(int fd) {
    std::array<char, kGreeting.size()> heard;
    const ssize_t size = ::recv(fd, heard.data(), heard.size(), MSG_PEEK | MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size < 0 || std::string_view(heard.data(), static_cast<std::size_t>(size)) != kGreeting)
        return drop(fd);
    Guest& guest = guests_.at(fd);
    loop_->unwatch(fd);
    loop_->cancel(guest.patience);
    admit_(std::move(guest.waiting));
}

void ConnectionGate::drop(int fd) {
    loop_->unwatch(fd);
    loop_->cancel(guests_.at(fd).patience);
    guests_.erase(fd);
}

bool ConnectionGate::hasRoomFor(pid_t process) {
    const auto isFull = [&] {
        const auto ofProcess = static_cast<std::size_t>(std::ranges::count_if(
            guests_, [&](const auto& guest) { return guest.second.process == process; }));
        return guests_.size() >= limits_.total || ofProcess >= limits_.perProcess;
    };
    if (!isFull()) return true;
    forgetClosed();
    return !isFull();
}

void ConnectionGate::forgetClosed() {
    std::erase_if(guests_, [](const auto& guest) {
        return !guest.second.waiting && socketOf(guest.first) != guest.second.socket;
    });
}

void ConnectionGate::refuse(pid_t process) {
    if (refused_++ > 0) return;
    spdlog::warn("process {} was refused a connection: it may have {} at once, all processes together {}",
                 process, limits_.perProcess, limits_.total);
    loop_->after(kReportRefusedEvery, [this] {
        if (refused_ > 1) spdlog::warn("{} more connections were refused", refused_ - 1);
        refused_ = 0;
    });
}

}  // namespace trainyard::agent
