// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <limits>
#include <vector>

#include "ui/bridge/cluster_values.h"
#include "ui/bridge/values.h"
#include "ui/models/node_lanes.h"

namespace trainyard::models {

/// The tasks of a run's latest attempt, in the agent's order. Where some are on another machine, they are
/// below a row of their machine, whose first cell has its text for all columns. [gui]
class TaskListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTask, kState, kStep, kLane, kPhase, kCpu, kMemory, kGpu, kNode, kColumnCount };
    /// Of kLane: QList<double> of the milliseconds per step for input, computing and waiting, then the
    /// largest such sum of all tasks; empty if not reported.
    static constexpr int kLaneRole = Qt::UserRole + 100;
    /// Whether the others wait for this task: bool.
    static constexpr int kStragglerRole = Qt::UserRole + 101;
    /// Of a machine's row: its state as int, or -1 while that is not known.
    static constexpr int kNodeRole = Qt::UserRole + 102;

    using QAbstractTableModel::QAbstractTableModel;

    void setTasks(std::vector<bridge::TaskRow> tasks);
    /// The state of their run: while it is paused, tasks make no steps and none blocks the others; after a
    /// stop, no task has ended on its own.
    void setRunState(bridge::RunState state);
    /// The machines, as the agent sees them now; empty: it is not asked.
    void setNodes(std::vector<bridge::NodeRow> nodes);
    /// When the rows were reported, in seconds since 1970: those of a while ago say nothing about what blocks
    /// the tasks now.
    void setReported(double time) { reported_ = time; }
    /// Whether tasks are on other machines than the agent's own.
    bool hasLanes() const { return !lanes_.empty(); }
    /// Whether any task uses a GPU, as far as that is known.
    bool hasGpus() const;
    /// Whether that row is a machine's.
    bool isLane(int row) const { return lines_[static_cast<std::size_t>(row)].isLane; }
    /// Text of the chief's first cell.
    static QString chiefText(const QString& task);
    /// Text shown instead of the state of a task whose process is stopped.
    static QString suspendedWord();
    /// The same of a task whose machine the agent is not connected to.
    static QString cutOffWord();
    /// The names of the three parts of a task's lane: input, computing, waiting.
    static QStringList laneWords();
    const std::vector<bridge::TaskRow>& tasks() const { return rows_; }
    /// Which tasks are waiting in which call, since when, and which have not reached it; empty while none
    /// waits long, and where the rows are old. `now` in seconds since 1970.
    QString hang(double now) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    /// The nodes with tasks that the agent does not reach at the moment.
    QStringList nodesCutOff() const;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    struct Line {
        bool isLane = false;
        std::size_t at = 0;  ///< of lanes_, or of rows_
    };
    QVariant laneData(const NodeLane& lane, int column, int role) const;
    const bridge::NodeRow* node(const QString& name) const;
    /// Neither the run nor the task has ended, and the agent does not reach the task's machine.
    bool isCutOff(const bridge::TaskRow& row) const;
    bool isWaitingForLink() const;
    void rowsChanged();
    QVariant text(const bridge::TaskRow& row, int column) const;
    QString gpuText(const bridge::TaskRow& row) const;
    QVariant toolTip(const bridge::TaskRow& row) const;
    bridge::TaskState stateOf(const bridge::TaskRow& row) const;
    bool isStraggler(const bridge::TaskRow& row) const;
    /// The chief of a run with parameter servers: it computes no steps itself.
    bool isCoordinator(const bridge::TaskRow& row) const;
    /// What a task without steps of its own does instead.
    QString noLaneText(const bridge::TaskRow& row) const;

    std::vector<bridge::TaskRow> rows_;
    std::vector<NodeLane> lanes_;
    std::vector<Line> lines_;  ///< the model's rows
    std::vector<bridge::NodeRow> nodes_;
    double reported_ = std::numeric_limits<double>::infinity();
    bridge::RunState runState_ = bridge::RunState::kUnknown;
};

}  // namespace trainyard::models
