// SPDX-License-Identifier: Apache-2.0
#include "ui/models/node_lanes.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/cluster_slots.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

QString joined(const QStringList& parts) {
    return parts.join(QStringLiteral(" · "));
}

bool isHere(const bridge::TaskRow& task) {
    return task.node.isEmpty() || task.node == QLatin1String("local");
}

/// What the run's tasks use of the machine.
QStringList usage(const NodeLane& lane, const std::vector<bridge::TaskRow>& tasks,
                  const bridge::NodeRow& node) {
    double cpus = 0;
    std::int64_t bytes = 0;
    for (const std::size_t task : lane.tasks) {
        cpus += tasks[task].cpu;
        bytes += tasks[task].rssBytes;
    }
    QStringList parts;
    const QString used = QLocale().toString(cpus, 'f', 1);
    if (cpus > 0)
        parts << (node.cpus > 0 ? QCoreApplication::translate("NodeLanes", "CPUs in use: %1 of %2")
                                      .arg(used)
                                      .arg(node.cpus)
                                : QCoreApplication::translate("NodeLanes", "CPUs in use: %1").arg(used));
    if (bytes > 0) parts << QCoreApplication::translate("NodeLanes", "memory: %1").arg(byteSize(bytes));
    return parts;
}

}  // namespace

std::vector<NodeLane> nodeLanes(const std::vector<bridge::TaskRow>& tasks) {
    std::vector<NodeLane> lanes;
    if (std::ranges::all_of(tasks, isHere)) return lanes;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        auto lane = std::ranges::find(lanes, tasks[i].node, &NodeLane::node);
        if (lane == lanes.end()) {
            lanes.push_back({tasks[i].node, {}});
            lane = lanes.end() - 1;
        }
        lane->tasks.push_back(i);
    }
    return lanes;
}

bool isCutOff(const bridge::NodeRow& node) {
    return node.state != bridge::NodeState::kConnected;
}

QString laneText(const NodeLane& lane, const std::vector<bridge::TaskRow>& tasks, const bridge::NodeRow* node,
                 bool isWaitedFor) {
    if (!node) return lane.node;
    QStringList parts{lane.node};
    if (!isCutOff(*node)) return joined(parts << nodeStateText(node->state) << usage(lane, tasks, *node));
    parts << (node->since > 0 ? QCoreApplication::translate("NodeLanes", "%1 since %2")
                                    .arg(nodeStateText(node->state), models::clock(node->since))
                              : nodeStateText(node->state));
    if (!node->reason.isEmpty()) parts << inReadersLanguage(node->reason);
    return joined(parts) + '\n' +
           (isWaitedFor ? QCoreApplication::translate("NodeLanes", "The run waits for this link.")
                        : QCoreApplication::translate("NodeLanes",
                                                      "Waiting for the link. Training does not need it."));
}

}  // namespace trainyard::models
