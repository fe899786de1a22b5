// SPDX-License-Identifier: Apache-2.0
#include "ui/models/cluster_draft.h"

#include <QRegularExpression>
#include <algorithm>

#include "core/spec/cluster/cluster_lint.h"

namespace trainyard::models {

namespace {

constexpr int kUsualPort = 2222;
constexpr int kHighestPort = 65535;

}  // namespace

const QStringList& clusterRoles() {
    static const QStringList roles(spec::kClusterRoles.begin(), spec::kClusterRoles.end());
    return roles;
}

QString machineOf(const QString& node) {
    return spec::isLocalNode(node.toStdString()) ? QStringLiteral("local") : node;
}

bool isMachineName(const QString& name) {
    static const QRegularExpression allowed(
        QStringLiteral("^[A-Za-z0-9]([A-Za-z0-9._-]*|[0-9A-Fa-f:]*)$|^::1$"));
    return name.size() <= 253 && allowed.match(name).hasMatch();
}

int ClusterDraft::indexOf(int row) const {
    return static_cast<int>(std::count_if(tasks.begin(), tasks.begin() + row, [&](const ClusterTask& task) {
        return task.role == tasks[row].role;
    }));
}

QString ClusterDraft::taskName(int row) const {
    return QStringLiteral("%1:%2").arg(tasks[row].role).arg(indexOf(row));
}

bool ClusterDraft::isChief(int row) const {
    const bool hasChief = std::ranges::any_of(
        tasks, [](const ClusterTask& task) { return task.role == QStringLiteral("chief"); });
    return indexOf(row) == 0 &&
           tasks[row].role == (hasChief ? QStringLiteral("chief") : QStringLiteral("worker"));
}

std::vector<int> ClusterDraft::tasksOn(const QString& machine) const {
    std::vector<int> rows;
    for (int row = 0; row < static_cast<int>(tasks.size()); ++row)
        if (machineOf(tasks[row].node) == machine) rows.push_back(row);
    return rows;
}

void ClusterDraft::tidy() {
    std::ranges::stable_sort(tasks, {},
                             [](const ClusterTask& task) { return clusterRoles().indexOf(task.role); });
    for (const ClusterTask& task : tasks)
        if (const QString machine = machineOf(task.node); !machines.contains(machine)) machines << machine;
}

int nextPort(const ClusterDraft& draft, const ClusterTask& task) {
    const QString machine = machineOf(task.node);
    const auto isTaken = [&](int port) {
        return std::ranges::any_of(draft.tasks, [&](const ClusterTask& other) {
            return other.port == port && machineOf(other.node) == machine;
        });
    };
    int port = task.port > 0 ? task.port + 1 : kUsualPort;
    while (port <= kHighestPort && isTaken(port)) ++port;
    return port > kHighestPort ? 0 : port;
}

ClusterDraft withPorts(ClusterDraft draft) {
    for (ClusterTask& task : draft.tasks)
        if (task.port == 0) task.port = nextPort(draft, task);
    return draft;
}

}  // namespace trainyard::models
