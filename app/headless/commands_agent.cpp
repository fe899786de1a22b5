// SPDX-License-Identifier: Apache-2.0
// agent status, agent stop: the only commands that start no agent.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/restored.h"
#include "app/headless/session.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/client/agent_client.h"
#include "core/client/agent_end.h"
#include "core/client/agent_process.h"

namespace trainyard::headless {
namespace {

constexpr int kNoAgent = 5;
constexpr int kNotStopped = 1;
constexpr int kDamagedStore = 1;

/// The agent's client; empty if no agent is running.
base::Result<std::unique_ptr<client::AgentClient>> connectOnly(const Options& options,
                                                               client::Endpoint& endpoint) {
    TY_ASSIGN(endpoint, endpointOf(options.agent));
    endpoint.mayStart = false;
    auto connected = client::AgentClient::connect(endpoint);
    if (!connected && connected.error().id == "agent.not_running")
        return std::unique_ptr<client::AgentClient>();
    return connected;
}

/// The result of stopping an agent, whether it exited or not: one line each.
std::vector<std::string> remarksOn(const client::AgentEnd& end) {
    using How = client::AgentEnd::How;
    std::vector<std::string> remarks;
    if (end.how == How::kKilled)
        remarks.push_back(fmt::format("the agent (pid {}) did not end in time and was killed", end.pid));
    if (end.how == How::kAlive)
        remarks.push_back(
            end.pid == 0
                ? fmt::format(
                      "the agent {}; end it on its own machine",
                      end.refusal && end.refusal->id == "agent.silent" ? "does not answer" : "still answers")
                : fmt::format("the agent (pid {}) is still there after SIGKILL: on a machine with much to do "
                              "it ends in a moment; otherwise the kernel waits for a disk or a device: check "
                              "`dmesg`, or restart the machine",
                              end.pid));
    if (end.isReplaced)
        remarks.emplace_back(
            "an agent has been started there again, by a home that uses that machine as a node");
    if (end.refusal)
        remarks.push_back(
            fmt::format("its runs were not all stopped: {}. Their tasks may still be running; the next "
                        "agent finds them: `runs` lists them, `stop RUN` stops one",
                        end.refusal->describe()));
    for (const std::string& task : end.reply.living_tasks())
        remarks.push_back(
            fmt::format("{} is still there after SIGKILL; the next agent watches it", base::printable(task)));
    for (const std::string& task : end.reply.unreachable_tasks())
        remarks.push_back(
            fmt::format("{} may still be running: its node cannot be reached, so that no signal "
                        "reaches it; the next agent ends it once the node is there again",
                        base::printable(task)));
    for (const std::string& run : end.reply.unrecorded_runs())
        remarks.push_back(
            fmt::format("the tasks of {} have ended, and the store has not recorded it in time, because of "
                        "a full disk or a machine with much to do; the next agent records it",
                        base::printable(run)));
    return remarks;
}

int agentStatusCommand(const Options& options, Console& console) {
    client::Endpoint endpoint;
    const auto agent = connectOnly(options, endpoint);
    if (!agent) return report(options, console, agent.error());
    if (*agent == nullptr) {
        const pid_t starting = endpoint.isRemote() ? 0 : client::startingAgent(endpoint).pid;
        const std::string socket = base::printable(endpoint.place());
        Json json = {{"running", false}, {"socket", endpoint.place()}};
        if (endpoint.isRemote())
            json = {{"running", false}, {"socket", nullptr}, {"machine", endpoint.machine}};
        if (starting != 0) json["starting"] = starting;
        console.print(options.isJson ? toLine(json)
                      : starting != 0
                          ? fmt::format("an agent (pid {}) is starting at {}\n", starting, socket)
                          : fmt::format("no agent is running at {}; a command that needs one, such as "
                                        "`nodes` or `run`, starts one\n",
                                        socket));
        return kNoAgent;
    }
    const auto status = (*agent)->getStatus({});
    if (!status) return report(options, console, status.error());
    // Nothing in the usual case: the store knew everything.
    const std::vector<std::string> restored = restoredLines(status->restored());
    if (options.isJson) {
        Json json = {{"running", true},
                     {"pid", status->peer().pid()},
                     {"version", status->peer().version()},
                     {"home", status->home()},
                     {"socket", status->socket()},
                     {"runs", status->running()},
                     {"started", timeJson(status->started())},
                     {"store_damage", status->store_damage()}};
        if (!restored.empty()) {
            json["restored"] = restoredJson(status->restored());
            json["restored"]["done"] = status->restored().done();
        }
        console.print(toLine(json));
    } else {
        console.print(fmt::format("agent {} is running, pid {}, with {}\n  home    {}\n  socket  {}\n",
                                  base::printable(status->peer().version()), status->peer().pid(),
                                  base::counted(status->running(), "live run"),
                                  base::printable(status->home()), base::printable(status->socket())));
        for (const std::string& line : restored) console.printError(line + "\n");
    }
    if (!status->store_damage().empty()) {
        console.printError(
            fmt::format("trainyard: the store is read-only: {}\n", base::printable(status->store_damage())));
        return kDamagedStore;
    }
    return finish(options, console);
}

int agentStopCommand(const Options& options, Console& console) {
    using How = client::AgentEnd::How;
    auto endpoint = endpointOf(options.agent);
    if (!endpoint) return report(options, console, endpoint.error());
    std::error_code error;
    const bool isSocketLeft = !endpoint->isRemote() && std::filesystem::exists(endpoint->socket, error);
    const auto end = client::endAgent(std::move(*endpoint), {}, [&](const v1::StopGrace& grace) {
        console.printError(fmt::format(
            "trainyard: {} is asked to end and has up to {:g} s for it (stop_grace_seconds); a second `agent "
            "stop` does not wait\n",
            base::printable(grace.run()), grace.seconds()));
    });
    if (!end) return report(options, console, end.error());
    const bool wasRunning = end->how != How::kNotRunning, isGone = end->how != How::kAlive;
    auto remarks = remarksOn(*end);
    if (!wasRunning && isSocketLeft)
        remarks.emplace_back(
            "an agent was killed here: tasks of its runs may still be running; the next agent finds them: "
            "`runs` lists them, `stop RUN` stops one");
    if (options.isJson) {
        console.print(toLine({{"was_running", wasRunning},
                              {"stopped_runs", end->reply.stopped_runs()},
                              {"ended", isGone},
                              {"killed", end->how == How::kKilled},
                              {"remarks", remarks}}));
    } else {
        if (!wasRunning) console.print("no agent is running\n");
        if (wasRunning && isGone)
            console.print(fmt::format(
                "the agent {}{}\n", end->how == How::kKilled ? "was killed" : "has stopped",
                end->reply.stopped_runs() == 0
                    ? ""
                    : fmt::format(", and {} with it", base::counted(end->reply.stopped_runs(), "run"))));
        for (const std::string& remark : remarks) console.printError("trainyard: " + remark + "\n");
    }
    const bool hasTasks = end->reply.living_tasks_size() > 0 || end->reply.unreachable_tasks_size() > 0;
    if (!isGone || end->refusal || hasTasks) return kNotStopped;
    return finish(options, console);
}

}  // namespace

void addAgentCommands(CommandLine& line) {
    CLI::App* agent = line.add(
        "agent", "show whether the agent is running; `agent stop` ends it and every run", agentStatusCommand);
    line.add(*agent, "status", "show whether the agent is running, as `agent` does", agentStatusCommand);
    line.add(*agent, "stop", "stop every run and the agent", agentStopCommand);
}

}  // namespace trainyard::headless
