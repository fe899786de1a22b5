// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "ui/bridge/values.h"

namespace trainyard::models {

/// The tensors of a checkpoint as a tree: file, modules (the parts of a name between dots), tensors. A module
/// shows the totals of its contents. [gui]
class TensorTreeModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { kName, kShape, kType, kSize, kMin, kMean, kMax, kNotFinite, kColumnCount };

    explicit TensorTreeModel(QObject* parent = nullptr);
    ~TensorTreeModel() override;

    void setTensors(std::vector<bridge::TensorRow> tensors);
    /// Empty for a module.
    const bridge::TensorRow* tensor(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Node;
    Node* nodeOf(const QModelIndex& index) const;

    std::vector<bridge::TensorRow> tensors_;
    std::unique_ptr<Node> root_;
};

}  // namespace trainyard::models
