// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// Runs side by side: what came of them, then the keys of their run files in which they differ. A row a key,
/// a column a run. [gui]
class ConfigDiffModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    struct Run {
        bridge::RunRow row;
        std::map<QString, QString> config;  ///< empty: not known yet
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// `now`: seconds since 1970, for how long those have taken that have not ended.
    void setRuns(std::vector<Run> runs, double now);
    /// How many keys differ.
    int differences() const;
    /// Of how many runs the run file is known; it is not of logs that another program wrote.
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
