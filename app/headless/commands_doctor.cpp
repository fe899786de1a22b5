// SPDX-License-Identifier: Apache-2.0
// doctor: whether this installation can train, or with --security, who reaches what; with --rebuild, makes
// the store again from the runs' folders.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/health.h"
#include "app/headless/layout.h"
#include "app/headless/restored.h"
#include "app/headless/session.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/client/agent_client.h"

namespace trainyard::headless {
namespace {

using base::Code;

constexpr int kNotWhole = 1;
/// The interval between progress queries during a long rebuild.
constexpr std::chrono::milliseconds kAskEvery{100};

base::Error agentIsRunning() {
    return {Code::kRefused,
            "the agent is running, and its store is in use; end it with `trainyard --headless agent stop`, "
            "then rebuild",
            "agent.running"};
}

struct Rebuilt {
    v1::StoreRestore store;
    std::string warning;  ///< about the file of nodes, which is read at the same start
};

/// Starts an agent that rebuilds its store, and waits until it has.
base::Result<Rebuilt> rebuild(const Options& options) {
    TY_ASSIGN(client::Endpoint endpoint, endpointOf(options.agent));
    if (!endpoint.mayStart || endpoint.isRemote())
        return base::fail(Code::kRefused,
                          "only the store of this user's own agent can be rebuilt; leave --agent out",
                          "doctor.not_own");
    endpoint.mayStart = false;
    if (client::AgentClient::connect(endpoint)) return base::fail(agentIsRunning());
    endpoint.mayStart = endpoint.isStoreRebuilt = true;
    TY_ASSIGN(const auto agent, client::AgentClient::connect(endpoint));
    for (;;) {
        TY_ASSIGN(const auto status, agent->getStatus({}));
        // Another process has started one meanwhile.
        if (!status.restored().asked()) return base::fail(agentIsRunning());
        if (status.restored().done()) {
            const auto nodes = agent->listNodes({});
            return Rebuilt{status.restored(), nodes ? nodes->warning() : nodes.error().describe()};
        }
        std::this_thread::sleep_for(kAskEvery);
    }
}

}  // namespace

Json restoredJson(const v1::StoreRestore& restored) {
    Json problems = Json::array();
    for (const v1::Problem& problem : restored.problems())
        problems.push_back({{"code", problem.code()}, {"message", problem.message()}});
    Json json = {{"runs", restored.runs()},
                 {"checkpoints", restored.checkpoints()},
                 {"events", restored.events()},
                 {"points", restored.points()},
                 {"problems", std::move(problems)}};
    json["set_aside"] = restored.set_aside().empty() ? Json(nullptr) : Json(restored.set_aside());
    return json;
}

std::vector<std::string> restoredLines(const v1::StoreRestore& restored) {
    std::vector<std::string> lines;
    if (restored.runs_size() > 0)
        lines.push_back(fmt::format(
            "{} that the store did not have, or not in full, {} read from {}: {}, {}, {}{}",
            base::counted(restored.runs_size(), "run"), restored.runs_size() == 1 ? "was" : "were",
            restored.runs_size() == 1 ? "its folder" : "their folders",
            base::counted(restored.events(), "event"), base::counted(restored.checkpoints(), "checkpoint"),
            base::counted(restored.points(), "point"), restored.done() ? "" : " so far"));
    for (const v1::Problem& problem : restored.problems())
        lines.push_back("warning: " + base::printable(problem.message()));
    return lines;
}

namespace {

constexpr int kFound = 1;

const char* checkState(Check::State state) {
    switch (state) {
        case Check::State::kOk:
            return "ok";
        case Check::State::kWarning:
            return "warning";
        case Check::State::kError:
            return "error";
    }
    return "error";
}

std::string checkText(const Check& check) {
    std::string text = fmt::format("{:<8} {:<12} {}\n", checkState(check.state), check.id, check.message);
    if (!check.fix.empty()) text += fmt::format("{:<8} {:<12} fix: {}\n", "", "", check.fix);
    return text;
}

/// Prints what was looked at. 1 if something has to be done: an error, and of --security a warning, too.
int printChecks(const Options& options, Console& console, const std::vector<Check>& checks) {
    const auto count = [&](Check::State state) { return std::ranges::count(checks, state, &Check::state); };
    const auto errors = count(Check::State::kError), warnings = count(Check::State::kWarning);
    if (options.isJson) {
        Json list = Json::array();
        for (const Check& check : checks)
            list.push_back({{"id", check.id},
                            {"state", checkState(check.state)},
                            {"message", check.message},
                            {"fix", check.fix}});
        console.print(toLine({{"checks", std::move(list)}}));
    } else {
        for (const Check& check : checks) console.print(checkText(check));
        console.print(errors + warnings == 0 ? std::string("nothing to do\n")
                                             : fmt::format("{}, {}\n", base::counted(errors, "error"),
                                                           base::counted(warnings, "warning")));
    }
    if (errors > 0 || (options.isSecurity && warnings > 0)) return kFound;
    return finish(options, console);
}

int examine(const Options& options, Console& console) {
    const auto endpoint = endpointOf(options.agent);
    if (!endpoint) return report(options, console, endpoint.error());
    if (!endpoint->mayStart || endpoint->isRemote())
        return report(
            options, console,
            {Code::kRefused, "`doctor` looks at this machine and this user's own home; leave --agent out",
             "doctor.not_own"});
    return printChecks(options, console,
                       options.isSecurity ? checkExposure(*endpoint) : checkHealth(*endpoint));
}

int doctorCommand(const Options& options, Console& console) {
    if (!options.isRebuilding) return examine(options, console);
    const auto rebuilt = rebuild(options);
    if (!rebuilt) return report(options, console, rebuilt.error());
    const v1::StoreRestore& restored = rebuilt->store;
    const bool isWhole = restored.problems().empty();
    if (!rebuilt->warning.empty())
        console.printError(fmt::format("trainyard: warning: {}\n", base::printable(rebuilt->warning)));
    if (options.isJson) {
        console.print(toLine(restoredJson(restored)));
        return isWhole ? finish(options, console) : kNotWhole;
    }
    if (!restored.set_aside().empty())
        console.print(
            fmt::format("the store that was there is now {}\n", base::printable(restored.set_aside())));
    if (restored.runs().empty()) console.print("no run was found; the store is new and empty\n");
    for (const std::string& line : restoredLines(restored)) console.print(line + "\n");
    return isWhole ? finish(options, console) : kNotWhole;
}

}  // namespace

void addDoctor(CommandLine& line) {
    Options& options = line.options();
    CLI::App* doctor = line.add(
        "doctor", "check whether this installation can train, and what to do where it cannot", doctorCommand);
    CLI::Option* rebuild =
        CommandLine::addSwitch(doctor, "--rebuild", options.isRebuilding,
                               "make the store again from the runs' folders; the agent must not be running");
    CommandLine::addSwitch(doctor, "--security", options.isSecurity,
                           "show who may reach, read and change what; 1 if others can")
        ->excludes(rebuild);
}

}  // namespace trainyard::headless
