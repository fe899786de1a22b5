// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace trainyard::widgets {

/// Draws the row of a machine (models::TaskListModel::kNodeRole): its first line emphasized, and in the
/// colour of what waits while the machine is not connected. Other cells are drawn as usual.
class NodeLaneDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

}  // namespace trainyard::widgets
