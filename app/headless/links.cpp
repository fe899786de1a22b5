// SPDX-License-Identifier: Apache-2.0
#include "app/headless/links.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "core/base/text.h"
#include "core/base/time.h"

namespace trainyard::headless {

using base::printable;

bool isLive(const v1::Task& task) {
    return task.state() == v1::TASK_STARTING || task.state() == v1::TASK_RUNNING;
}

std::optional<base::Result<Links>> linksOf(const v1::GetRunReply& reply, client::AgentClient& agent) {
    std::set<std::string> used;
    for (const v1::Task& task : reply.tasks())
        if (isLive(task) && task.node() != "local") used.insert(task.node());
    if (used.empty()) return std::nullopt;
    const auto nodes = agent.listNodes({});
    if (!nodes) return base::fail(nodes.error());
    Links links;
    for (const v1::NodeInfo& node : nodes->nodes())
        if (used.contains(node.name())) links.push_back(node);
    return links;
}

Json linksJson(const Links& links) {
    Json json = Json::array();
    for (const v1::NodeInfo& node : links) {
        json.push_back({{"node", node.name()}, {"state", node.state()}, {"since", timeJson(node.since())}});
        if (!node.reason().empty() && node.state() != "connected") json.back()["reason"] = node.reason();
    }
    return json;
}

std::vector<std::string> linkLines(const base::Result<Links>& links) {
    if (!links) return {"unknown: " + printable(links.error().describe())};
    std::vector<std::string> lines;
    for (const v1::NodeInfo& node : *links)
        if (node.state() != "connected")
            lines.push_back(fmt::format("{} {} since {}{}", printable(node.name()), printable(node.state()),
                                        base::rfc3339(base::fromWallSeconds(node.since())),
                                        node.reason().empty() ? "" : ": " + printable(node.reason())));
    return lines;
}

std::string waitsForText(const google::protobuf::RepeatedPtrField<std::string>& nodes) {
    return printable(fmt::format("{}, which cannot be reached", fmt::join(nodes, " and ")));
}

}  // namespace trainyard::headless
