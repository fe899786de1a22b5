// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/task_pipes.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace trainyard::node {
namespace {

/// More than HTTP/2 lets one side send before the other has read.
constexpr int kBuffer = 1 << 20;

}  // namespace

TaskPipes::TaskPipes(base::EventLoop& loop, Send send, Accept accept)
    : loop_(loop), send_(std::move(send)), accept_(std::move(accept)) {
}

TaskPipes::~TaskPipes() {
    clear();
}

void TaskPipes::clear() {
    for (const auto& [id, connection] : pipes_) loop_.unwatch(connection.get());
    pipes_.clear();
}

void TaskPipes::add(base::UniqueFd connection) {
    watch(++last_, std::move(connection));
}

void TaskPipes::watch(std::uint64_t id, base::UniqueFd connection) {
    const int fd = connection.get();
    ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kBuffer, sizeof kBuffer);
    pipes_[id] = std::move(connection);
    if (const auto watched = loop_.watch(fd, [this, id] { read(id); }); !watched) {
        spdlog::error("a task's connection cannot be watched: {}", watched.error().describe());
        pipes_.erase(id);
        end(id);
    }
}

void TaskPipes::received(const v1::DoorPipe& part) {
    if (!pipes_.contains(part.id())) {
        // At the node: of one that has ended there.
        if (!accept_ || part.closed()) return;
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
            return end(part.id());
        watch(part.id(), base::UniqueFd(ends[0]));
        accept_(base::UniqueFd(ends[1]));
    }
    const auto found = pipes_.find(part.id());
    if (found == pipes_.end()) return;
    if (part.closed()) return remove(part.id());
    const std::string& bytes = part.bytes();
    const ssize_t sent = ::send(found->second.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent == static_cast<ssize_t>(bytes.size())) return;
    // Its reader has ended, or does not keep to HTTP/2's limits: a task connects again.
    remove(part.id());
    end(part.id());
}

void TaskPipes::read(std::uint64_t id) {
    std::array<char, 1 << 16> bytes;
    const auto found = pipes_.find(id);
    if (found == pipes_.end()) return;
    const ssize_t got = ::recv(found->second.get(), bytes.data(), bytes.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        remove(id);
        return end(id);
    }
    v1::DoorPipe part;
    part.set_id(id);
    part.set_bytes(bytes.data(), static_cast<std::size_t>(got));
    send_(std::move(part));
}

void TaskPipes::end(std::uint64_t id) {
    v1::DoorPipe part;
    part.set_id(id);
    part.set_closed(true);
    send_(std::move(part));
}

void TaskPipes::remove(std::uint64_t id) {
    const auto found = pipes_.find(id);
    if (found == pipes_.end()) return;
    loop_.unwatch(found->second.get());
    pipes_.erase(found);
}

}  // namespace trainyard::node
