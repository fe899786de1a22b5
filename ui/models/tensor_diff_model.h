// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// Where two checkpoints differ, tensor by tensor, the largest difference first. [gui]
class TensorDiffModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { kTensor, kChange, kGreatest, kMean, kColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setTensors(std::vector<bridge::TensorDiff> tensors);
    int differing() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<bridge::TensorDiff> rows_;
};

}  // namespace trainyard::models
