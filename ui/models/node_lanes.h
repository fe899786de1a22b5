// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/bridge/values.h"

namespace trainyard::models {

/// A machine of a run, with the tasks that it has: indexes into the run's tasks.
struct NodeLane {
    QString node;
    std::vector<std::size_t> tasks;
    bool operator==(const NodeLane&) const = default;
};

/// By machine, in the order of their first tasks. Empty where all tasks are on the agent's own machine.
std::vector<NodeLane> nodeLanes(const std::vector<bridge::TaskRow>& tasks);

/// Whether what is known of the tasks of that machine is as old as its connection.
bool isCutOff(const bridge::NodeRow& node);

/// What a lane says about its machine; a second line where the agent has no connection to it. `node` null:
/// nothing is known of it now, so that it says the name alone. `isWaitedFor`: without its tasks' ends the run
/// can neither end nor be restarted.
QString laneText(const NodeLane& lane, const std::vector<bridge::TaskRow>& tasks, const bridge::NodeRow* node,
                 bool isWaitedFor);

}  // namespace trainyard::models
