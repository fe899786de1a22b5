// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/bridge/values.h"
#include "ui/models/cluster_draft.h"

namespace trainyard::models {

/// A machine on the canvas: what it has for tasks, and what the draft's tasks take of it.
struct MachineSlots {
    bool isNode = false;     ///< the agent knows it
    bool isOffline = false;  ///< it is not connected now
    QString state;           ///< why not: "unreachable", in the reader's language
    int cores = 0;           ///< 0: not known, as `gpus`
    int coresTaken = 0;      ///< those of the tasks' `cpus`, and one for each task without
    int gpus = 0;
    int gpusTaken = 0;

    friend bool operator==(const MachineSlots&, const MachineSlots&) = default;
};

MachineSlots slotsOf(const ClusterDraft& draft, const std::vector<bridge::NodeRow>& nodes,
                     const QString& machine);
/// Puts `machine` where it was in `shown`, behind the machines that were before it; otherwise at the end.
void placeMachine(QStringList& machines, const QString& machine, const QStringList& shown);
/// The draft with a card for each node, too: those are where a task can be dropped. A node that was `shown`
/// keeps its place among the others.
ClusterDraft withNodes(ClusterDraft draft, const std::vector<bridge::NodeRow>& nodes,
                       const QStringList& shown);
/// Warnings: tasks on nodes that are not connected, more GPUs than a node has, and machines that are no
/// nodes. None as long as the nodes are not known.
std::vector<bridge::Finding> nodeFindings(const ClusterDraft& draft,
                                          const std::vector<bridge::NodeRow>& nodes);
/// "Connected", "Unreachable" …
QString nodeStateText(bridge::NodeState state);

}  // namespace trainyard::models
