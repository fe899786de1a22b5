// SPDX-License-Identifier: Apache-2.0
#include "core/client/agent_end.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/base/fd.h"
#include "core/base/home.h"
#include "core/client/agent_process.h"

namespace trainyard::client {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kKillPatience{2000};
constexpr std::chrono::milliseconds kLookEvery{20};

/// The process that listens on a socket, if it is an agent: a socket forwarded by SSH leads to a process that
/// is not ours.
struct Listener {
    pid_t pid = 0;
    base::UniqueFd pidfd;
};

Listener listenerOf(const std::filesystem::path& socket) {
    const auto connected = connectSocket(socket);
    ucred peer{};
    socklen_t size = sizeof peer;
    if (!connected || ::getsockopt(connected->get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return {};
    // The pidfd first: then the program is checked for the process that the pidfd refers to.
    base::UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, peer.pid, 0)));
    const auto program = base::executableOf(std::to_string(peer.pid));
    if (!pidfd || !program.filename().string().starts_with("trainyard-agent")) return {};
    return {peer.pid, std::move(pidfd)};
}

bool hasEnded(const base::UniqueFd& pidfd, std::chrono::milliseconds patience) {
    pollfd ended{pidfd.get(), POLLIN, 0};
    return ::poll(&ended, 1, static_cast<int>(patience.count())) == 1;
}

/// For an agent that is not a process of this machine, where its process is called `pid` (0: it did not say).
AgentEnd::How awaitSilence(const Endpoint& endpoint, pid_t pid, std::chrono::milliseconds patience,
                           bool& isReplaced) {
    const auto deadline = Clock::now() + patience;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        const auto client = AgentClient::connect(endpoint, std::max(left, std::chrono::milliseconds(0)));
        if (!client && client.error().id == "agent.not_running") return AgentEnd::How::kEnded;
        // 0: who listens does not say it.
        const pid_t now = client ? static_cast<pid_t>((*client)->greeting().peer().pid()) : 0;
        isReplaced = pid != 0 && now != 0 && now != pid;
        if (isReplaced) return AgentEnd::How::kEnded;
        if (Clock::now() >= deadline) return AgentEnd::How::kAlive;
        ::poll(nullptr, 0, static_cast<int>(kLookEvery.count()));
    }
}

AgentEnd::How end(const base::UniqueFd& pidfd, std::chrono::milliseconds patience) {
    if (hasEnded(pidfd, patience)) return AgentEnd::How::kEnded;
    ::syscall(SYS_pidfd_send_signal, pidfd.get(), SIGKILL, nullptr, 0);
    return hasEnded(pidfd, kKillPatience) ? AgentEnd::How::kKilled : AgentEnd::How::kAlive;
}

base::Result<v1::ShutdownReply> shutdown(AgentClient& client, EndPatience patience,
                                         const std::function<void(const v1::StopGrace&)>& onGrace) {
    const auto status = client.getStatus({}, {}, patience.status);
    const double seconds = status ? status->longest_grace().seconds() : 0;
    if (seconds > 0 && onGrace) onGrace(status->longest_grace());
    const auto grace = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
    return client.shutdown({}, {}, kShutdownDeadline + grace);
}

base::Error stillStarting(pid_t pid) {
    return {base::Code::kUnavailable,
            base::say("the agent (pid {}) was starting and did not get as far as to stop them", pid),
            "agent.starting"};
}

}  // namespace

base::Result<AgentEnd> endAgent(Endpoint endpoint, EndPatience patience,
                                const std::function<void(const v1::StopGrace&)>& onGrace) {
    endpoint.mayStart = false;
    AgentEnd ended;
    const Listener listener = endpoint.isRemote() ? Listener() : listenerOf(endpoint.socket);
    ended.pid = listener.pid;
    auto client = AgentClient::connect(endpoint, patience.connect);
    if (!client && client.error().id == "agent.not_running") {
        if (endpoint.isRemote()) return ended;
        const StartingAgent starting = startingAgent(endpoint);
        if (!starting.pidfd) return ended;
        if (awaitServing(endpoint, starting, patience.connect))
            return endAgent(std::move(endpoint), patience, onGrace);
        ended.pid = starting.pid;
        ended.refusal = stillStarting(starting.pid);
        ended.how = end(starting.pidfd, std::chrono::milliseconds(0));
        return ended;
    }
    if (!client && client.error().id != "agent.silent") return base::fail(std::move(client).error());
    const pid_t pid = client ? static_cast<pid_t>((*client)->greeting().peer().pid()) : 0;
    auto reply = client ? shutdown(**client, patience, onGrace)
                        : base::Result<v1::ShutdownReply>(base::fail(client.error()));
    if (reply)
        ended.reply = std::move(*reply);
    else
        ended.refusal = reply.error();
    // One that has not even answered will not end on its own.
    const auto exit = client ? patience.exit : std::chrono::milliseconds(0);
    ended.how =
        listener.pidfd ? end(listener.pidfd, exit) : awaitSilence(endpoint, pid, exit, ended.isReplaced);
    return ended;
}

}  // namespace trainyard::client
