// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QUndoStack>

#include "ui/bridge/cluster_values.h"
#include "ui/models/cluster_text.h"

namespace trainyard::models {

/// The cluster that the views of the editor show and change: one draft, its table, what lint says of it, and
/// undo over every change from wherever it came. [gui]
class ClusterModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTask, kRole, kMachine, kPort, kCpus, kColumnCount };

    explicit ClusterModel(QObject* parent = nullptr);

    const ClusterDraft& draft() const { return draft_; }
    const std::vector<bridge::Finding>& findings() const { return findings_; }
    QUndoStack& undoStack() { return undo_; }
    void setStrategies(std::vector<bridge::StrategyRow> strategies);
    const std::vector<bridge::StrategyRow>& strategies() const { return strategies_; }
    /// That of the draft; null: none is chosen, or its plugin is not there.
    const bridge::StrategyRow* strategy() const;

    // Each a step that undo takes back; false and nothing done where it would change nothing or is not
    // allowed.
    bool addTask(const QString& role, const QString& machine);
    bool removeTask(int row);
    bool moveTask(int row, const QString& machine);
    bool setRole(int row, const QString& role);
    bool setPort(int row, int port);
    bool addMachine(const QString& name);
    bool renameMachine(const QString& from, const QString& to);
    /// With its tasks.
    bool removeMachine(const QString& name);
    bool setStrategy(const QString& id);
    bool pinPorts();
    bool applyFix(const bridge::Finding& finding);
    /// Another cluster in its place.
    bool replace(const ClusterDraft& draft, const QString& what);
    /// What somebody types: one step while they go on without a pause.
    void takeTyped(const ClusterDraft& draft);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  signals:
    void draftChanged();

  private:
    class Change;
    bool change(ClusterDraft draft, const QString& what, int mergeKey = -1);
    void show(const ClusterDraft& draft);
    void lint();
    /// One finding for all tasks that no agent of ours can start: by hand they can be.
    void gatherOtherMachines();

    ClusterDraft draft_;
    std::vector<bridge::StrategyRow> strategies_;
    std::vector<bridge::Finding> findings_;
    QUndoStack undo_;
};

}  // namespace trainyard::models
