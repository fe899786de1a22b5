// SPDX-License-Identifier: Apache-2.0
#include "core/agent/stdio.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <thread>

#include "core/client/agent_process.h"
#include "core/node/remote/protocol.h"

namespace trainyard::agent {
namespace {

constexpr std::chrono::seconds kStartWithin{15};

bool writeAll(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Until one of the two ends.
void pass(int from, int to) {
    std::array<char, 1 << 16> bytes;
    for (;;) {
        const ssize_t got = ::read(from, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || !writeAll(to, {bytes.data(), static_cast<std::size_t>(got)})) return;
    }
}

}  // namespace

base::Status serveStdio(const std::filesystem::path& program) {
    TY_ASSIGN(const client::Endpoint agent, client::Endpoint::parse(""));
    if (!client::probeSocket(agent.socket))
        TY_TRY(client::startAgent(agent, program, std::chrono::steady_clock::now() + kStartWithin));
    TY_ASSIGN(const base::UniqueFd socket, client::connectSocket(agent.socket));
    for (const int fd : {socket.get(), STDIN_FILENO, STDOUT_FILENO})
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    if (!writeAll(STDOUT_FILENO, node::kStdioGreeting)) return {};
    std::thread([fd = socket.get()] {
        pass(STDIN_FILENO, fd);
        ::shutdown(fd, SHUT_RDWR);
    }).detach();
    pass(socket.get(), STDOUT_FILENO);
    return {};
}

}  // namespace trainyard::agent
