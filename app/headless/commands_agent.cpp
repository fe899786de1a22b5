// SPDX-License-Identifier: Apache-2.0
// agent status, agent stop: the only commands that start no agent.
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "app/headless/command_line.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/client/agent_client.h"

namespace trainyard::headless {
namespace {

constexpr int kNoAgent = 5;
constexpr int kExitMilliseconds = 5000;

/// The agent's client; nothing where no agent runs.
base::Result<std::unique_ptr<client::AgentClient>> connectOnly(const Options& options,
                                                               client::Endpoint& endpoint) {
    TY_ASSIGN(endpoint, client::Endpoint::parse(options.agent));
    endpoint.mayStart = false;
    auto connected = client::AgentClient::connect(endpoint);
    if (!connected && connected.error().id == "agent.not_running")
        return std::unique_ptr<client::AgentClient>();
    return connected;
}

/// Waits, a little, until the agent's process has gone too: it has answered, so only its own end is left.
void waitForExit(int pid) {
    const base::UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    pollfd ended{process.get(), POLLIN, 0};
    if (process) ::poll(&ended, 1, kExitMilliseconds);
}

}  // namespace

int agentStatusCommand(const Options& options, Console& console) {
    client::Endpoint endpoint;
    const auto agent = connectOnly(options, endpoint);
    if (!agent) return report(options, console, agent.error());
    if (*agent == nullptr) {
        console.print(options.isJson ? toLine({{"running", false}, {"socket", endpoint.socket.string()}})
                                     : fmt::format("no agent is running at {}\n",
                                                   base::printable(endpoint.socket.string())));
        return kNoAgent;
    }
    const auto status = (*agent)->status();
    if (!status) return report(options, console, status.error());
    if (options.isJson)
        console.print(toLine({{"running", true},
                              {"pid", status->peer().pid()},
                              {"version", status->peer().version()},
                              {"home", status->home()},
                              {"socket", status->socket()},
                              {"runs", status->running()},
                              {"started", timeJson(status->started())}}));
    else
        console.print(fmt::format("agent {} is running, pid {}, {} run{} going\n  home    {}\n  socket  {}\n",
                                  base::printable(status->peer().version()), status->peer().pid(),
                                  status->running(), status->running() == 1 ? "" : "s",
                                  base::printable(status->home()), base::printable(status->socket())));
    return finish(options, console);
}

int agentStopCommand(const Options& options, Console& console) {
    client::Endpoint endpoint;
    const auto agent = connectOnly(options, endpoint);
    if (!agent) return report(options, console, agent.error());
    int stoppedRuns = 0;
    if (*agent != nullptr) {
        const auto hello = (*agent)->hello();
        const auto reply = (*agent)->shutdown();
        if (!reply) return report(options, console, reply.error());
        stoppedRuns = reply->stopped_runs();
        if (hello) waitForExit(hello->peer().pid());
    }
    if (options.isJson)
        console.print(toLine({{"was_running", *agent != nullptr}, {"stopped_runs", stoppedRuns}}));
    else if (*agent == nullptr)
        console.print("no agent is running\n");
    else
        console.print(fmt::format("the agent has stopped{}\n",
                                  stoppedRuns == 0 ? ""
                                                   : fmt::format(", and {} run{} with it", stoppedRuns,
                                                                 stoppedRuns == 1 ? "" : "s")));
    return finish(options, console);
}

}  // namespace trainyard::headless
