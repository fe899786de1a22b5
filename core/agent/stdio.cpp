// SPDX-License-Identifier: Apache-2.0
#include "core/agent/stdio.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/client/agent_process.h"
#include "core/node/remote/protocol.h"

namespace trainyard::agent {
namespace {

constexpr std::chrono::seconds kStartWithin{15};

/// Until one of the two ends.
void pass(int from, int to) {
    std::array<char, 1 << 16> bytes;
    for (;;) {
        const ssize_t got = ::read(from, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        const auto part =
            std::as_bytes(std::span(bytes)).first(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (part.empty() || !base::writeAll(to, part, "stdio")) return;
    }
}

/// An agent on an older one would start, and learn of no end of a task.
base::Status checkKernel() {
    const base::UniqueFd self(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)));
    if (self || errno != ENOSYS) return {};
    return base::fail(base::Code::kFailedPrecondition,
                      "the Linux of this machine is too old: Trainyard needs 5.3 or newer (pidfd_open)",
                      "node.kernel");
}

/// One that was ended has removed its socket, one that died has not.
bool mayStart(std::string_view start, const std::filesystem::path& socket) {
    std::error_code unreadable;
    return start == node::kStartAlways ||
           (start == node::kStartAfterDeath && std::filesystem::exists(socket, unreadable));
}

base::Status print(std::string_view text) {
    return base::writeAll(STDOUT_FILENO, std::as_bytes(std::span(text)), "stdout");
}

}  // namespace

base::Status serveStdio(const std::filesystem::path& program, std::string_view start) {
    TY_TRY(checkKernel());
    TY_ASSIGN(const client::Endpoint agent, client::Endpoint::parse(""));
    if (!client::probeSocket(agent.socket)) {
        if (!mayStart(start, agent.socket)) return print(node::kStdioNone);
        TY_TRY(client::startAgent(agent, program, std::chrono::steady_clock::now() + kStartWithin));
    }
    TY_ASSIGN(const base::UniqueFd socket, client::connectSocket(agent.socket));
    for (const int fd : {socket.get(), STDIN_FILENO, STDOUT_FILENO})
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    std::string greeting;
    if (const char* const ends = std::getenv("SSH_CONNECTION"))
        greeting = std::string(node::kStdioFrom) + base::printable(ends) + "\n";
    greeting += node::kStdioGreeting;
    TY_TRY(print(greeting));
    std::thread([fd = socket.get()] {
        pass(STDIN_FILENO, fd);
        ::shutdown(fd, SHUT_RDWR);
    }).detach();
    pass(socket.get(), STDOUT_FILENO);
    return {};
}

}  // namespace trainyard::agent
