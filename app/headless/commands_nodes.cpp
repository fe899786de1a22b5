// SPDX-License-Identifier: Apache-2.0
// nodes: the current state of an agent's machines.
#include <fmt/format.h>

#include "app/headless/command_line.h"
#include "app/headless/event_json.h"
#include "app/headless/session.h"
#include "app/headless/units.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

using base::printable;

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
    for (const v1::GpuInfo& gpu : node.gpus()) json["gpus"].push_back(jsonOf(gpu));
    return json;
}

std::string textOf(const v1::GpuInfo& gpu) {
    if (gpu.index() < 0) return fmt::format("  GPUs    {}\n", printable(gpu.name()));
    if (!isReadable(gpu)) return fmt::format("  GPU {:<3} {}\n", gpu.index(), printable(gpu.name()));
    return fmt::format("  GPU {:<3} {}, {} of {} free{}\n", gpu.index(), printable(gpu.name()),
                       bytesText(gpu.memory_free_bytes()), bytesText(gpu.memory_bytes()),
                       gpu.used() < 0 ? "" : fmt::format(", {:.0f} % busy", 100 * gpu.used()));
}

std::string textOf(const v1::NodeInfo& node) {
    std::string text = fmt::format(
        "{}  {}, agent {}\n  CPUs    {}{}, load {:.1f}\n  memory  {} of {} free\n  disk    {} of {} free\n",
        printable(node.name()), printable(node.host()), printable(node.version()), node.cpus(),
        node.cpu().empty() ? "" : " × " + printable(node.cpu()), node.load(),
        bytesText(node.memory_free_bytes()), bytesText(node.memory_bytes()),
        bytesText(node.disk_free_bytes()), bytesText(node.disk_bytes()));
    for (const v1::GpuInfo& gpu : node.gpus()) text += textOf(gpu);
    return text;
}

}  // namespace

int nodesCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    const auto reply = (*session)->client()->listNodes();
    if (!reply) return report(options, console, reply.error());
    Json json = Json::array();
    std::string text;
    for (const v1::NodeInfo& node : reply->nodes()) {
        json.push_back(jsonOf(node));
        text += textOf(node);
    }
    console.print(options.isJson ? toLine(json) : text);
    return finish(options, console);
}

}  // namespace trainyard::headless
