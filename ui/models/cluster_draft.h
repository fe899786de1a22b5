// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace trainyard::models {

/// The roles a task can have, in the order in which tasks are listed.
const QStringList& clusterRoles();

/// One task of a cluster that is being drawn.
struct ClusterTask {
    QString role;
    QString node = QStringLiteral("local");  ///< as it was written
    int port = 0;                            ///< 0: a free one
    QString cpus;                            ///< as taskset writes it: "0-3,6"; empty: any
    QString gpus;                            ///< "0,1"; empty: none asked for

    friend bool operator==(const ClusterTask&, const ClusterTask&) = default;
};

/// A cluster as somebody draws it: a value, so that undo is a copy. Tasks stand by role and index.
struct ClusterDraft {
    QString strategy;                        ///< id; empty: not chosen
    QString options = QStringLiteral("{}");  ///< of the strategy, JSON
    std::vector<ClusterTask> tasks;
    QStringList machines;  ///< every one that is drawn, those without a task too
    QString further;       ///< `tf_config` of the run file, JSON; empty: none

    /// The task's place among those of its role.
    int indexOf(int row) const;
    /// "worker:1".
    QString taskName(int row) const;
    /// Whether this task is the chief: of that role, or worker 0 where there is none.
    bool isChief(int row) const;
    std::vector<int> tasksOn(const QString& machine) const;
    /// Sorts the tasks by role and lists every machine; call it after a change.
    void tidy();

    friend bool operator==(const ClusterDraft&, const ClusterDraft&) = default;
};

/// The machine a node stands for: every way to write this machine is "local".
QString machineOf(const QString& node);
/// Whether a machine may be called so: a host name or an address, no blanks.
bool isMachineName(const QString& name);
/// The next port that no task of this task's machine has, from its own on or from 2222.
int nextPort(const ClusterDraft& draft, const ClusterTask& task);
/// The draft with a port for each task that has none.
ClusterDraft withPorts(ClusterDraft draft);

}  // namespace trainyard::models
