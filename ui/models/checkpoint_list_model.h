// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The checkpoints of one run or of all runs, newest first. [gui]
class CheckpointListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kStep, kEpoch, kMetric, kSize, kTime, kState, kRun, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setCheckpoints(std::vector<bridge::CheckpointRow> checkpoints);
    /// Which metric kMetric shows; "–" for a checkpoint that lacks it.
    void setMetric(const QString& metric);
    const QString& metric() const { return metric_; }
    /// Every metric that at least one checkpoint has.
    QStringList metrics() const;
    const std::vector<bridge::CheckpointRow>& checkpoints() const { return rows_; }
    int rowOf(const QString& path) const;  ///< -1: not there
    /// The status ("good") and further notes on it, in the user's language.
    static QString stateText(const bridge::CheckpointRow& checkpoint);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// kIdRole is the path.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QVariant text(const bridge::CheckpointRow& row, int column) const;
    QVariant sortValue(const bridge::CheckpointRow& row, int column) const;

    std::vector<bridge::CheckpointRow> rows_;
    QString metric_;
};

}  // namespace trainyard::models
