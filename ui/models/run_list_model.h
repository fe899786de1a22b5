// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/bridge/agent_functions.h"

namespace trainyard::models {

/// The runs of the agent, newest first. [gui]
class RunListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kName, kState, kEpoch, kLoss, kAccuracy, kAge, kStrategy, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void apply(const bridge::RunListChange& change);
    /// What ages are counted from, seconds since 1970.
    void setNow(double now);
    /// Nothing when the id is not in the list.
    const bridge::RunRow* run(const QString& id) const;
    int rowOf(const QString& id) const;  ///< -1: not there

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QVariant text(const bridge::RunRow& row, int column) const;
    QVariant sortValue(const bridge::RunRow& row, int column) const;
    void insertOrUpdate(const bridge::RunRow& row);

    std::vector<bridge::RunRow> rows_;
    double now_ = 0;
};

}  // namespace trainyard::models
