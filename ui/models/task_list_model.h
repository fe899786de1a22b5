// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The tasks of a run's latest attempt, in the agent's order. [gui]
class TaskListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTask, kState, kStep, kPhase, kNode, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setTasks(std::vector<bridge::TaskRow> tasks);
    /// How the first cell of the chief reads.
    static QString chiefText(const QString& task);
    const std::vector<bridge::TaskRow>& tasks() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QVariant text(const bridge::TaskRow& row, int column) const;
    QVariant toolTip(const bridge::TaskRow& row) const;

    std::vector<bridge::TaskRow> rows_;
};

}  // namespace trainyard::models
