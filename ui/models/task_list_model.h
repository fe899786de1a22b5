// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The tasks of a run's latest attempt, in the agent's order. [gui]
class TaskListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTask, kState, kStep, kLane, kPhase, kCpu, kMemory, kNode, kColumnCount };
    /// Of kLane: QList<double> of the milliseconds per step for input, computing and waiting, then the
    /// largest such sum of all tasks; empty if not reported.
    static constexpr int kLaneRole = Qt::UserRole + 100;
    /// Whether the others wait for this task: bool.
    static constexpr int kStragglerRole = Qt::UserRole + 101;

    using QAbstractTableModel::QAbstractTableModel;

    void setTasks(std::vector<bridge::TaskRow> tasks);
    /// The state of their run: while it is paused, tasks make no steps and none blocks the others; after a
    /// stop, no task has ended on its own.
    void setRunState(bridge::RunState state);
    /// Text of the chief's first cell.
    static QString chiefText(const QString& task);
    /// Text shown instead of the state of a task whose process is stopped.
    static QString suspendedWord();
    /// The names of the three parts of a task's lane: input, computing, waiting.
    static QStringList laneWords();
    const std::vector<bridge::TaskRow>& tasks() const { return rows_; }
    /// Which tasks are waiting in which call, since when, and which have not reached it; empty while none
    /// waits long. `now` in seconds since 1970.
    QString hang(double now) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QVariant text(const bridge::TaskRow& row, int column) const;
    QVariant toolTip(const bridge::TaskRow& row) const;
    bridge::TaskState stateOf(const bridge::TaskRow& row) const;
    bool isStraggler(const bridge::TaskRow& row) const;
    /// The chief of a run with parameter servers: it computes no steps itself.
    bool isCoordinator(const bridge::TaskRow& row) const;
    /// What a task without steps of its own does instead.
    QString noLaneText(const bridge::TaskRow& row) const;

    std::vector<bridge::TaskRow> rows_;
    bridge::RunState runState_ = bridge::RunState::kUnknown;
};

}  // namespace trainyard::models
