// SPDX-License-Identifier: Apache-2.0
// nodes: the machines that an agent uses, their current state, adding and removing them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/node_tests.h"
#include "app/headless/session.h"
#include "app/headless/ssh_answers.h"
#include "app/headless/units.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

bool isConnected(const v1::NodeInfo& node) {
    return node.state() == "connected" || node.state().empty();  // empty: of an earlier agent
}

/// Whether it has said what it is.
bool isDescribed(const v1::NodeInfo& node) {
    return node.target().empty() || !node.host().empty();
}

/// One that cannot be read has no memory size, and its name says why.
bool isReadable(const v1::GpuInfo& gpu) {
    return gpu.memory_bytes() > 0;
}

Json jsonOf(const v1::GpuInfo& gpu) {
    if (gpu.index() < 0) return {{"error", gpu.name()}};
    if (!isReadable(gpu)) return {{"index", gpu.index()}, {"error", gpu.name()}};
    Json json = {{"index", gpu.index()},
                 {"name", gpu.name()},
                 {"memory_bytes", gpu.memory_bytes()},
                 {"memory_free_bytes", gpu.memory_free_bytes()}};
    if (gpu.used() >= 0) json["used"] = gpu.used();
    if (gpu.power_watts() > 0) json["power_watts"] = gpu.power_watts();
    if (gpu.celsius() > 0) json["celsius"] = gpu.celsius();
    return json;
}

Json jsonOf(const v1::NodeInfo& node) {
    Json json = {{"node", node.name()},
                 {"host", node.host()},
                 {"version", node.version()},
                 {"cpu", node.cpu()},
                 {"cpus", node.cpus()},
                 {"load", node.load()},
                 {"memory_bytes", node.memory_bytes()},
                 {"memory_free_bytes", node.memory_free_bytes()},
                 {"disk_bytes", node.disk_bytes()},
                 {"disk_free_bytes", node.disk_free_bytes()},
                 {"gpus", Json::array()}};
    if (!isDescribed(node))
        for (const char* unknown : {"host", "version", "cpu", "cpus", "load", "memory_bytes",
                                    "memory_free_bytes", "disk_bytes", "disk_free_bytes"})
            json[unknown] = nullptr;
    if (!node.via().empty()) {  // an agent of an earlier version knows this machine alone
        json["via"] = node.via();
        json["state"] = node.state();
        json["since"] = base::rfc3339(base::fromWallSeconds(node.since()));
    }
    for (const v1::GpuInfo& gpu : node.gpus()) json["gpus"].push_back(jsonOf(gpu));
    if (!node.target().empty()) json["target"] = node.target();
    if (!node.target().empty()) {
        json["described"] = timeJson(node.described());
        json["prepared"] = node.has_is_prepared() ? Json(node.is_prepared()) : Json();
    }
    // Nothing is wrong with a machine that is connected and has described itself.
    if (!node.reason().empty())
        json[isConnected(node) && isDescribed(node) ? "note" : "reason"] = node.reason();
    if (node.asks()) json["asks"] = true;
    return json;
}

std::string textOf(const v1::GpuInfo& gpu) {
    if (gpu.index() < 0) return fmt::format("  GPUs    {}\n", printable(gpu.name()));
    if (!isReadable(gpu)) return fmt::format("  GPU {:<3} {}\n", gpu.index(), printable(gpu.name()));
    return fmt::format("  GPU {:<3} {}, {} of {} free{}{}{}\n", gpu.index(), printable(gpu.name()),
                       bytesText(gpu.memory_free_bytes()), bytesText(gpu.memory_bytes()),
                       gpu.used() < 0 ? "" : fmt::format(", {:.0f} % busy", 100 * gpu.used()),
                       gpu.power_watts() > 0 ? fmt::format(", {:.0f} W", gpu.power_watts()) : "",
                       gpu.celsius() > 0 ? fmt::format(", {:.0f} °C", gpu.celsius()) : "");
}

/// "  ready   …": whether a run can be placed there, as far as it is known.
std::string readyText(const v1::NodeInfo& node) {
    if (!node.has_is_prepared()) return "";
    const std::string was =
        isConnected(node) ? ""
                          : fmt::format("as of {}: ", base::rfc3339(base::fromWallSeconds(node.described())));
    if (node.is_prepared()) return fmt::format("  ready   {}prepared, with Trainyard and libtorch\n", was);
    return fmt::format("  ready   {}not prepared: libtorch is missing; `nodes prepare {}` sends it\n", was,
                       printable(node.name()));
}

/// "  as of   …", where the figures of a machine are not of now.
std::string asOfText(const v1::NodeInfo& node) {
    constexpr double kOld = 60;  // seconds
    if (node.described() <= 0 || base::wallNow() - node.described() < kOld) return "";
    return fmt::format("  as of   {}; `nodes check {}` asks again\n",
                       base::rfc3339(base::fromWallSeconds(node.described())), printable(node.name()));
}

std::string textOf(const v1::NodeInfo& node) {
    if (!node.target().empty() && (!isConnected(node) || !isDescribed(node)))
        return fmt::format(
            "{}  {}, {}{}\n{}{}", printable(node.name()), printable(node.target()), node.state(),
            node.reason().empty() ? "" : ": " + printable(node.reason()), readyText(node),
            node.asks() ? fmt::format("  answer  run `trainyard --headless nodes check {}` at a terminal\n",
                                      printable(node.name()))
                        : "");
    std::string text = fmt::format(
        "{}  {}, agent {}\n  CPUs    {}{}, load {:.1f}\n  memory  {} of {} free\n  disk    {} of {} free\n",
        printable(node.name()), printable(node.host()), printable(node.version()), node.cpus(),
        node.cpu().empty() ? "" : " × " + printable(node.cpu()), node.load(),
        bytesText(node.memory_free_bytes()), bytesText(node.memory_bytes()),
        bytesText(node.disk_free_bytes()), bytesText(node.disk_bytes()));
    text += readyText(node) + asOfText(node);
    if (!node.reason().empty()) text += fmt::format("  note    {}\n", printable(node.reason()));
    for (const v1::GpuInfo& gpu : node.gpus()) text += textOf(gpu);
    return text;
}

int printNodes(const Options& options, Console& console, const v1::ListNodesReply& reply) {
    if (!reply.warning().empty())
        console.printError(fmt::format("trainyard: warning: {}\n", printable(reply.warning())));
    Json json = Json::array();
    std::string text;
    for (const v1::NodeInfo& node : reply.nodes()) {
        json.push_back(jsonOf(node));
        text += textOf(node);
    }
    console.print(options.isJson ? toLine(json) : text);
    return finish(options, console);
}

/// On one line of a terminal.
void showSent(const v1::SetUpNodeReply& reply, Console& console) {
    if (!console.isTerminal()) return;
    if (reply.finished()) return console.printError("\r\x1b[K");
    console.printError(
        fmt::format("\r\x1b[K{} of {} sent", bytesText(reply.bytes_done()), bytesText(reply.bytes())));
}

/// The last reply.
base::Result<v1::SetUpNodeReply> setUp(v1::SetUpNodeRequest request, const Options& options, Console& console,
                                       const Session& session) {
    const auto client = session.client();
    SshAnswers answers(*client, console);
    request.set_answers(true);
    v1::SetUpNodeReply last;
    const base::Status status = client->setUpNode(request, {}, [&](const v1::SetUpNodeReply& reply) {
        if (reply.has_question()) return answers.take(reply.question());
        if (!options.isJson) showSent(reply, console);
        last = reply;
        return true;
    });
    if (status && !answers.reason()) return last;
    if (!options.isJson && last.bytes() > 0 && console.isTerminal()) console.printError("\n");
    return base::fail(answers.reason() ? *answers.reason() : status.error());
}

int setUp(const v1::SetUpNodeRequest& request, const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto done = setUp(request, options, console, **session);
    if (!done) return report(options, console, done.error());
    const v1::SetUpNodeReply& last = *done;
    console.print(options.isJson ? toLine(jsonOf(last.node())) : textOf(last.node()));
    if (const int code = finish(options, console); code != 0) return code;
    return isConnected(last.node()) ? 0 : kExitUnreachable;
}

int nodesCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto reply = (*session)->client()->listNodes({});
    if (!reply) return report(options, console, reply.error());
    return printNodes(options, console, *reply);
}

int addNodeCommand(const Options& options, Console& console) {
    v1::SetUpNodeRequest request;
    request.set_action(v1::SetUpNodeRequest::ADD);
    request.set_target(options.target);
    request.set_name(options.node);
    return setUp(request, options, console);
}

int prepareNodeCommand(const Options& options, Console& console) {
    v1::SetUpNodeRequest request;
    request.set_action(v1::SetUpNodeRequest::PREPARE);
    request.set_name(options.node);
    return setUp(request, options, console);
}

int testLinks(const Options& options, Console& console, Session& session) {
    v1::TestNodesRequest request;
    request.mutable_nodes()->Add(options.nodes.begin(), options.nodes.end());
    request.set_subnet(options.subnet);
    const auto reply = session.client()->testNodes(request);
    if (!reply) return report(options, console, reply.error());
    if (!reply->warning().empty())
        console.printError(fmt::format("trainyard: warning: {}\n", printable(reply->warning())));
    console.print(options.isJson ? toLine(testsJson(*reply)) : testsText(*reply));
    if (const int code = finish(options, console); code != 0) return code;
    return allPassed(*reply) ? 0 : kExitUnreachable;
}

int checkNodesCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    if (options.isTestingLinks) return testLinks(options, console, **session);
    v1::CheckNodesRequest request;
    request.mutable_nodes()->Add(options.nodes.begin(), options.nodes.end());
    auto reply = (*session)->client()->checkNodes(request);
    if (!reply) return report(options, console, reply.error());
    for (v1::NodeInfo& node : *reply->mutable_nodes()) {
        if (!node.asks() || !canAsk()) continue;
        v1::SetUpNodeRequest connect;
        connect.set_action(v1::SetUpNodeRequest::CONNECT);
        connect.set_name(node.name());
        const auto done = setUp(connect, options, console, **session);
        if (done)
            node = done->node();
        else  // the other machines are shown all the same
            console.printError(fmt::format("trainyard: {}\n", base::printableLines(done.error().describe())));
    }
    if (const int code = printNodes(options, console, *reply); code != 0) return code;
    return std::ranges::all_of(reply->nodes(), isConnected) ? 0 : kExitUnreachable;
}

int removeNodeCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::EditNodeRequest request;
    request.set_action(v1::EditNodeRequest::REMOVE);
    request.set_name(options.node);
    request.set_force(options.isForced);
    const auto reply = (*session)->client()->editNode(request);
    if (!reply) return report(options, console, reply.error());
    Json json = {{"removed", options.node}};
    std::string text = fmt::format("removed {}\n", printable(options.node));
    if (options.isForced)
        json["abandoned"] = std::vector<std::string>(reply->abandoned().begin(), reply->abandoned().end());
    if (reply->abandoned_size() > 0)
        text += fmt::format("its tasks count as lost in {}\n", fmt::join(reply->abandoned(), ", "));
    console.print(options.isJson ? toLine(json) : text);
    return finish(options, console);
}

int cleanNodeCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::EditNodeRequest request;
    request.set_action(v1::EditNodeRequest::CLEAN);
    request.set_name(options.node);
    request.set_unused_seconds(std::int64_t{options.unusedDays} * 24 * 60 * 60);
    const auto reply = (*session)->client()->editNode(request);
    if (!reply) return report(options, console, reply.error());
    const std::string others =
        reply->kept() == 0 ? ""
                           : fmt::format("; kept, as they are not what was sent there: {}", reply->kept());
    console.print(options.isJson ? toLine({{"node", options.node},
                                           {"files", reply->files()},
                                           {"bytes", reply->bytes()},
                                           {"kept", reply->kept()}})
                                 : fmt::format("{}: files deleted: {}, {}{}\n", printable(options.node),
                                               reply->files(), bytesText(reply->bytes()), others));
    return finish(options, console);
}

}  // namespace

void addNodeCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* nodes = line.add("nodes", "list the agent's machines and their GPUs", nodesCommand);
    CLI::App* addNode = line.add(*nodes, "add", "add a machine, reached over SSH", addNodeCommand);
    addNode->add_option("TARGET", options.target, "HOST, USER@HOST or ssh://USER@HOST:PORT")->required();
    addNode->add_option("--name", options.node, "its name (default: the host's)");
    CLI::App* checkNodes =
        line.add(*nodes, "check", "connect to the other machines and describe them", checkNodesCommand);
    checkNodes->add_option("NODE", options.nodes, "these only (default: all)");
    checkNodes->add_flag("--links", options.isTestingLinks,
                         "test each machine and the link of each one to each other one");
    checkNodes
        ->add_option("--subnet", options.subnet,
                     "test the links in this subnet, such as 10.78.0.0/24 (default: where SSH connects)")
        ->needs("--links");
    line.add(*nodes, "prepare", "send a machine this Trainyard and libtorch", prepareNodeCommand)
        ->add_option("NODE", options.node, "its name")
        ->required();
    CLI::App* clean =
        line.add(*nodes, "clean", "delete what was sent to a machine for runs", cleanNodeCommand);
    clean->add_option("NODE", options.node, "its name")->required();
    clean->add_option("--unused-for", options.unusedDays, "only what no run has used for so many days")
        ->check(CLI::Range(0, 36500));
    CLI::App* remove = line.add(*nodes, "remove", "remove a machine", removeNodeCommand);
    remove->add_option("NODE", options.node, "its name")->required();
    remove->add_flag("--force", options.isForced,
                     "abandon one that cannot be reached and will not come back: its tasks count as lost");
}

}  // namespace trainyard::headless
