// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// Runs side by side: their results, then the keys in which their run files differ. One row per key, one
/// column per run. [gui]
class ConfigDiffModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    struct Run {
        bridge::RunRow row;
        std::map<QString, QString> config;  ///< empty: not known yet
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// `now`: seconds since 1970, for the elapsed time of runs that have not ended.
    void setRuns(std::vector<Run> runs, double now);
    /// Number of keys that differ.
    int differences() const;
    /// Number of runs whose run file is known; that of logs written by another program is not.
    int filesKnown() const { return filesKnown_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Line {
        QString key;
        QStringList values;
        bool isResult = false;
    };
    std::vector<Run> runs_;
    std::vector<Line> lines_;
    int filesKnown_ = 0;
};

}  // namespace trainyard::models
