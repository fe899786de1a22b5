// SPDX-License-Identifier: Apache-2.0
#include "ui/models/cluster_slots.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace trainyard::models {
namespace {

/// Of a list as taskset writes it, "0-3,6". The schema reports what is not a number.
void addNumbers(const QString& list, std::set<int>& numbers) {
    constexpr int kMost = 4096;
    for (const QString& part : list.split(',', Qt::SkipEmptyParts)) {
        const int first = part.section('-', 0, 0).toInt();
        const int last = std::min(part.section('-', -1).toInt(), first + kMost);
        for (int number = first; number <= last; ++number) numbers.insert(number);
    }
}

const bridge::NodeRow* nodeOf(const std::vector<bridge::NodeRow>& nodes, const QString& machine) {
    const auto found = std::ranges::find(nodes, machine, &bridge::NodeRow::name);
    return found == nodes.end() ? nullptr : &*found;
}

bridge::Finding warning(const QString& code, const bridge::Sentence& message, const bridge::Sentence& fix) {
    return {.severity = bridge::Severity::kWarning,
            .code = code,
            .message = message,
            .path = QStringLiteral("cluster"),
            .fix = fix};
}

}  // namespace

QString nodeStateText(bridge::NodeState state) {
    using enum bridge::NodeState;
    switch (state) {
        case kConnected:
            return QCoreApplication::translate("ClusterSlots", "Connected");
        case kConnecting:
            return QCoreApplication::translate("ClusterSlots", "Connecting");
        case kUnreachable:
            return QCoreApplication::translate("ClusterSlots", "Unreachable");
        case kIncompatible:
            return QCoreApplication::translate("ClusterSlots", "Incompatible");
    }
    return {};
}

MachineSlots slotsOf(const ClusterDraft& draft, const std::vector<bridge::NodeRow>& nodes,
                     const QString& machine) {
    MachineSlots machineSlots;
    std::set<int> cores, gpus;
    for (const int row : draft.tasksOn(machine)) {
        const ClusterTask& task = draft.tasks[row];
        if (task.cpus.isEmpty())
            ++machineSlots.coresTaken;
        else
            addNumbers(task.cpus, cores);
        addNumbers(task.gpus, gpus);
    }
    machineSlots.coresTaken += static_cast<int>(cores.size());
    machineSlots.gpusTaken = static_cast<int>(gpus.size());
    const bridge::NodeRow* node = nodeOf(nodes, machine);
    if (!node) return machineSlots;
    machineSlots.isNode = true;
    machineSlots.isOffline = node->state != bridge::NodeState::kConnected;
    if (machineSlots.isOffline) machineSlots.state = nodeStateText(node->state);
    machineSlots.cores = node->cpus;
    machineSlots.gpus = static_cast<int>(
        std::ranges::count_if(node->gpus, [](const bridge::GpuRow& gpu) { return gpu.index >= 0; }));
    return machineSlots;
}

void placeMachine(QStringList& machines, const QString& machine, const QStringList& shown) {
    for (auto before = shown.indexOf(machine) - 1; before >= 0; --before)
        if (const auto at = machines.indexOf(shown[before]); at >= 0) {
            machines.insert(at + 1, machine);
            return;
        }
    machines << machine;
}

ClusterDraft withNodes(ClusterDraft draft, const std::vector<bridge::NodeRow>& nodes,
                       const QStringList& shown) {
    for (const bridge::NodeRow& node : nodes)
        if (!node.target.isEmpty() && !draft.machines.contains(node.name))
            placeMachine(draft.machines, node.name, shown);
    return draft;
}

std::vector<bridge::Finding> nodeFindings(const ClusterDraft& draft,
                                          const std::vector<bridge::NodeRow>& nodes) {
    std::vector<bridge::Finding> findings;
    for (const QString& machine : draft.machines) {
        if (draft.tasksOn(machine).empty()) continue;
        const MachineSlots taken = slotsOf(draft, nodes, machine);
        if (taken.isOffline)
            findings.push_back(
                warning(QStringLiteral("node.unreachable"),
                        QCoreApplication::translate("ClusterSlots", "%1 has tasks and is not connected.")
                            .arg(machine),
                        QCoreApplication::translate("ClusterSlots",
                                                    "check it on the Nodes page, or move its tasks")));
        if (taken.isNode && !taken.isOffline && taken.gpusTaken > taken.gpus)
            findings.push_back(
                warning(QStringLiteral("gpu.missing"),
                        QCoreApplication::translate("ClusterSlots",
                                                    "Tasks on %1 name more GPUs than it has: %2 of %3.")
                            .arg(machine)
                            .arg(taken.gpusTaken)
                            .arg(taken.gpus),
                        QCoreApplication::translate("ClusterSlots", "move one of them to another machine")));
    }
    return findings;
}

}  // namespace trainyard::models
