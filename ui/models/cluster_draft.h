// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace trainyard::models {

/// The roles a task can have, in the order in which tasks are listed.
const QStringList& clusterRoles();

/// One task of a cluster that is being edited.
struct ClusterTask {
    QString role;
    QString node = QStringLiteral("local");  ///< as entered
    int port = 0;                            ///< 0: automatic
    QString cpus;                            ///< as taskset writes it: "0-3,6"; empty: any
    QString gpus;                            ///< "0,1"; empty: none requested

    friend bool operator==(const ClusterTask&, const ClusterTask&) = default;
};

/// A cluster being edited: a value, so that undo is a copy. Tasks are sorted by role and index.
struct ClusterDraft {
    QString strategy;                        ///< id; empty: not chosen
    QString options = QStringLiteral("{}");  ///< of the strategy, JSON
    std::vector<ClusterTask> tasks;
    QStringList machines;          ///< every one drawn, including those without a task
    QString further;               ///< `tf_config` of the run file, JSON; empty: none
    bool allowsClearText = false;  ///< `allow_clear_text`
    QString subnet;                ///< empty: none

    /// The task's index within its role.
    int indexOf(int row) const;
    /// "worker:1".
    QString taskName(int row) const;
    /// Whether this task is the chief: the one with that role, or worker 0 where there is none.
    bool isChief(int row) const;
    std::vector<int> tasksOn(const QString& machine) const;
    /// Sorts the tasks by role and lists every machine; call it after a change.
    void tidy();

    friend bool operator==(const ClusterDraft&, const ClusterDraft&) = default;
};

/// The machine that a node refers to: every spelling of this machine is "local".
QString machineOf(const QString& node);
/// Whether this is a valid machine name: a host name or an address, no blanks.
bool isMachineName(const QString& name);
/// The next port not used by any task on this task's machine, starting from its own port or 2222.
int nextPort(const ClusterDraft& draft, const ClusterTask& task);
/// The draft with a port assigned to each task that has none.
ClusterDraft withPorts(ClusterDraft draft);

}  // namespace trainyard::models
