// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/link_watch.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fmt/format.h>
#include <linux/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <memory>
#include <regex>
#include <utility>

namespace trainyard::strategies {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 500ms;
// A connection without unconfirmed bytes is asked every second after two without a word, and the fourth
// missing answer ends it: 6 s after the last word.
constexpr int kIdleSeconds = 2, kBetweenSeconds = 1, kUnanswered = 4;
/// Of those that ask a peer whose buffers are full for room: one may be on its way.
constexpr int kUnansweredProbes = 2;

std::mutex lossMutex;
std::string loss;  // guarded by lossMutex

bool isConnectedTcp(int fd) {
    int protocol = 0;
    socklen_t size = sizeof protocol;
    sockaddr_storage peer{};
    socklen_t length = sizeof peer;
    return ::getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &size) == 0 && protocol == IPPROTO_TCP &&
           ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &length) == 0;
}

/// 0 if there is none.
ino_t inodeOf(int fd) {
    struct stat info{};
    return ::fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode) ? info.st_ino : 0;
}

std::string peerOf(int fd) {
    sockaddr_storage peer{};
    socklen_t length = sizeof peer;
    if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &length) != 0) return "a peer";
    char text[INET6_ADDRSTRLEN] = {};
    const bool isWide = peer.ss_family == AF_INET6;
    const auto* narrow = reinterpret_cast<const sockaddr_in*>(&peer);
    const auto* wide = reinterpret_cast<const sockaddr_in6*>(&peer);
    ::inet_ntop(peer.ss_family, isWide ? static_cast<const void*>(&wide->sin6_addr) : &narrow->sin_addr, text,
                sizeof text);
    return text;
}

std::string noAnswerFrom(const std::string& peer) {
    return fmt::format("no answer from {} for {} s", peer, LinkWatch::kLongestSilence.count());
}

void askWhileIdle(int fd) {
    const auto set = [&](int level, int name, int value) {
        ::setsockopt(fd, level, name, &value, sizeof value);  // else the silence is noticed as before
    };
    set(IPPROTO_TCP, TCP_KEEPIDLE, kIdleSeconds);
    set(IPPROTO_TCP, TCP_KEEPINTVL, kBetweenSeconds);
    set(IPPROTO_TCP, TCP_KEEPCNT, kUnanswered);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
}

}  // namespace

std::set<LinkWatch::Socket> LinkWatch::sockets() {
    std::set<Socket> found;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc/self/fd"), ::closedir);
    if (!folder) return found;
    while (const dirent* entry = ::readdir(folder.get())) {
        const int fd = ::atoi(entry->d_name);
        const ino_t inode = inodeOf(fd);
        if (inode != 0 && isConnectedTcp(fd)) found.insert({fd, inode});
    }
    return found;
}

LinkWatch::LinkWatch(const std::set<Socket>& before) {
    for (const Socket& socket : sockets()) {
        if (before.contains(socket)) continue;
        askWhileIdle(socket.fd);
        watched_.push_back({socket, peerOf(socket.fd)});
    }
    if (watched_.empty()) return;
    thread_ = std::thread([this] {
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, kLook, [this] { return isEnding_; })) checkAll();
    });
}

LinkWatch::~LinkWatch() {
    {
        const std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void LinkWatch::checkAll() {
    for (Watched& one : watched_) check(one);
}

void LinkWatch::check(Watched& one) const {
    const int fd = one.socket.fd;
    if (inodeOf(fd) != one.socket.inode) return;  // it was closed
    tcp_info info{};
    socklen_t size = sizeof info;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return;
    // Whoever is stopped still answers what is repeated and what asks for room, be it that there is none.
    const bool isUnanswered = (info.tcpi_unacked > 0 && info.tcpi_last_data_sent < info.tcpi_last_ack_recv) ||
                              info.tcpi_probes >= kUnansweredProbes;
    const bool isSilent =
        isUnanswered && std::chrono::milliseconds(info.tcpi_last_ack_recv) >= kLongestSilence;
    // What has just been sent may be answered in a moment.
    if (!std::exchange(one.wasSilent, isSilent) || !isSilent) return;
    {
        const std::lock_guard lock(lossMutex);
        loss = noAnswerFrom(peerOf(fd));
    }
    ::shutdown(fd, SHUT_RDWR);
}

std::string LinkWatch::closedLink() const {
    for (const Watched& one : watched_) {
        pollfd state{one.socket.fd, POLLRDHUP, 0};
        const bool isClosed =
            inodeOf(one.socket.fd) != one.socket.inode ||
            (::poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0);
        if (isClosed) return fmt::format("the connection with {} was closed", one.peer);
    }
    return {};
}

std::string LinkWatch::silence(const std::string& error) {
    const std::lock_guard lock(lossMutex);
    if (!loss.empty()) return loss;
    // "[/somewhere/gloo/transport/tcp/pair.cc:538] Read error [10.0.0.2]:28888: Connection timed out"
    static const std::regex unanswered(R"(\[([^\]\s]+)\]:\d+: Connection timed out)");
    std::smatch match;
    return std::regex_search(error, match, unanswered) ? noAnswerFrom(match[1]) : "";
}

std::string withoutSource(const std::string& error) {
    static const std::regex source(R"(^\[[^\]\s]*\.cc:\d+\]\s*)");
    return std::regex_replace(error, source, "");
}

}  // namespace trainyard::strategies
