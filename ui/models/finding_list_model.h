// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// What a check of a run file found, worst first. [gui]
class FindingListModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    /// kFix: the one-click fix; empty where there is none.
    enum Column { kSeverity, kWhere, kMessage, kFix, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFindings(std::vector<bridge::Finding> findings);
    const bridge::Finding& finding(int row) const { return rows_[row]; }
    int count(bridge::Severity severity) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

  private:
    std::vector<bridge::Finding> rows_;
};

}  // namespace trainyard::models
