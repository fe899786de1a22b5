// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include "ui/bridge/sweep_values.h"

namespace trainyard::models {

/// The runs of one sweep: number, state, a column per parameter, the metric's best value, where it had that
/// value, and why a run did not start or was stopped. [gui]
class SweepRunModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kNumber, kState, kFirstParameter };

    using QAbstractTableModel::QAbstractTableModel;

    void setSweep(bridge::SweepRow sweep);
    const bridge::SweepRow& sweep() const { return sweep_; }
    /// Null: no run of this number.
    const bridge::SweepRunRow* run(int number) const;
    int metricColumn() const { return kFirstParameter + static_cast<int>(sweep_.parameters.size()); }
    int placeColumn() const { return metricColumn() + 1; }
    int reasonColumn() const { return metricColumn() + 2; }

    /// "running", "held" … of a sweep, and of one of its runs.
    static QString sweepStateWord(const QString& state);
    static QString runStateWord(const bridge::SweepRunRow& run);
    /// "Run 3: train.epochs 2, loss 0.25", as all views of a sweep say it.
    static QString describe(const bridge::SweepRow& sweep, const bridge::SweepRunRow& run);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Qt::AccessibleTextRole says in words which run is the best.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QString text(const bridge::SweepRunRow& run, int column) const;
    QVariant sortValue(const bridge::SweepRunRow& run, int column) const;
    bool isNumeric(int column) const;

    bridge::SweepRow sweep_;
};

}  // namespace trainyard::models
