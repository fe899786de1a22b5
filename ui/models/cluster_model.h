// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QUndoStack>
#include <optional>

#include "ui/bridge/cluster_values.h"
#include "ui/models/cluster_slots.h"
#include "ui/models/cluster_text.h"

namespace trainyard::models {

/// The cluster that the editor's views show and change: one draft, its table, its lint findings, and undo for
/// every change, whichever view made it. [gui]
class ClusterModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTask, kRole, kMachine, kPort, kCpus, kColumnCount };

    explicit ClusterModel(QObject* parent = nullptr);

    const ClusterDraft& draft() const { return draft_; }
    /// The draft, and every node of the agent as a machine.
    const ClusterDraft& drawn() const { return drawn_; }
    /// As the agent knows them now.
    void setNodes(std::vector<bridge::NodeRow> nodes);
    const std::vector<bridge::NodeRow>& nodes() const { return nodes_; }
    const std::vector<bridge::Finding>& findings() const { return findings_; }
    QUndoStack& undoStack() { return undo_; }
    void setStrategies(std::vector<bridge::StrategyRow> strategies);
    const std::vector<bridge::StrategyRow>& strategies() const { return strategies_; }
    /// The draft's strategy; null: none is chosen, or its plugin is not installed.
    const bridge::StrategyRow* strategy() const;

    // Each is one undo step; false, with nothing done, where it would change nothing or is not allowed.
    bool addTask(const QString& role, const QString& machine);
    bool removeTask(int row);
    bool moveTask(int row, const QString& machine);
    bool setRole(int row, const QString& role);
    bool setPort(int row, int port);
    /// Gives the task a GPU of its machine beside those that it has, or takes it away if it has it; none: it
    /// has those that are free.
    bool toggleGpu(int row, std::optional<int> gpu);
    bool addMachine(const QString& name);
    bool renameMachine(const QString& from, const QString& to);
    /// Including its tasks.
    bool removeMachine(const QString& name);
    bool setStrategy(const QString& id);
    bool pinPorts();
    bool applyFix(const bridge::Finding& finding);
    /// Replaces the whole cluster.
    bool replace(const ClusterDraft& draft, const QString& what);
    /// Text typed by the user: one undo step as long as there is no pause.
    void takeTyped(const ClusterDraft& draft);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  signals:
    void draftChanged();
    void nodesChanged();  ///< and with them findings()

  private:
    class Change;
    bool change(ClusterDraft draft, const QString& what, int mergeKey = -1);
    void show(const ClusterDraft& draft);
    void lint();
    /// One finding for all tasks that the agent cannot start: they can be started manually.
    void gatherOtherMachines();

    ClusterDraft draft_, drawn_;
    std::vector<bridge::NodeRow> nodes_;
    std::vector<bridge::StrategyRow> strategies_;
    std::vector<bridge::Finding> findings_;
    QUndoStack undo_;
};

}  // namespace trainyard::models
