// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fault_proxy.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>

#include "core/client/agent_process.h"

namespace trainyard::faults {
namespace {

constexpr std::size_t kPieceBytes = 64 << 10;
/// As much as a network has under way; whoever sends more waits.
constexpr std::size_t kMostWaiting = 4 << 20;

int millisecondsUntil(FaultProxy::Clock::time_point due, FaultProxy::Clock::time_point now) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - now).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000));
}

}  // namespace

FaultProxy::FaultProxy(Faults faults)
    : faults_(faults),
      random_(faults.seed),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { run(); }) {
}

FaultProxy::~FaultProxy() {
    {
        const std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    wake();
    thread_.join();
}

void FaultProxy::wake() {
    ::eventfd_write(wake_.get(), 1);
}

base::Result<base::UniqueFd> FaultProxy::connect(const std::filesystem::path& socket) {
    auto joined = std::make_unique<Joined>();
    TY_ASSIGN(joined->far, client::connectSocket(socket));
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return base::fail(base::errnoError(errno, "cannot make a socket"));
    base::UniqueFd near(ends[0]);
    joined->near.reset(ends[1]);
    joined->there.from = joined->back.to = joined->near.get();
    joined->there.to = joined->back.from = joined->far.get();
    {
        const std::lock_guard lock(mutex_);
        connections_.push_back(std::move(joined));
    }
    wake();
    return near;
}

void FaultProxy::cut() {
    const std::lock_guard lock(mutex_);
    connections_.clear();
    wake();
}

void FaultProxy::swallow(bool isSwallowing) {
    const std::lock_guard lock(mutex_);
    isSwallowing_ = isSwallowing;
}

std::uint64_t FaultProxy::bytesPassed() const {
    const std::lock_guard lock(mutex_);
    return passed_;
}

void FaultProxy::read(Way& way, Clock::time_point now) {
    while (!way.isOver && way.waiting < kMostWaiting) {
        std::vector<char> bytes(kPieceBytes);
        const ssize_t got = ::recv(way.from, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        way.isOver = got <= 0;
        if (way.isOver || isSwallowing_) continue;
        bytes.resize(static_cast<std::size_t>(got));
        auto late = faults_.delay;
        if (faults_.jitter.count() > 0)
            late += std::chrono::microseconds(random_() % static_cast<unsigned>(faults_.jitter.count()));
        // Nothing overtakes: it is a stream.
        auto due = now + late;
        if (!way.pieces.empty()) due = std::max(due, way.pieces.back().due);
        way.waiting += bytes.size();
        passed_ += bytes.size();
        way.pieces.push_back({due, std::move(bytes), 0});
    }
}

void FaultProxy::write(Way& way, Clock::time_point now) {
    while (!way.pieces.empty() && way.pieces.front().due <= now) {
        Piece& piece = way.pieces.front();
        const ssize_t sent = ::send(way.to, piece.bytes.data() + piece.sent, piece.bytes.size() - piece.sent,
                                    MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (sent < 0) {
            way.isOver = way.isDone = true;
            way.pieces.clear();
            return;
        }
        piece.sent += static_cast<std::size_t>(sent);
        if (piece.sent < piece.bytes.size()) continue;
        way.waiting -= piece.bytes.size();
        way.pieces.pop_front();
    }
    if (!way.isOver || way.isDone || !way.pieces.empty()) return;
    ::shutdown(way.to, SHUT_WR);
    way.isDone = true;
}

void FaultProxy::run() {
    std::vector<pollfd> fds;
    for (;;) {
        int timeout = -1;
        {
            const std::lock_guard lock(mutex_);
            if (isEnding_) return;
            const auto now = Clock::now();
            fds.assign(1, {wake_.get(), POLLIN, 0});
            const auto wait = [&](int milliseconds) {
                timeout = timeout < 0 ? milliseconds : std::min(timeout, milliseconds);
            };
            for (const auto& joined : connections_)
                for (Way* way : {&joined->there, &joined->back}) {
                    read(*way, now);
                    write(*way, now);
                    if (!way->isOver && way->waiting < kMostWaiting) fds.push_back({way->from, POLLIN, 0});
                    if (way->pieces.empty()) continue;
                    if (way->pieces.front().due <= now)
                        fds.push_back({way->to, POLLOUT, 0});
                    else
                        wait(millisecondsUntil(way->pieces.front().due, now));
                }
            std::erase_if(connections_,
                          [](const auto& joined) { return joined->there.isDone && joined->back.isDone; });
        }
        ::poll(fds.data(), fds.size(), timeout);
        eventfd_t count = 0;
        ::eventfd_read(wake_.get(), &count);
    }
}

}  // namespace trainyard::faults
