// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>
#include <QWidget>

#include "ui/models/cluster_model.h"

class QComboBox;
class QPushButton;
class QTableView;

namespace trainyard::pages {

/// A combo box for the role, an editable one for the machine, a spin box for the port.
class TaskDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    TaskDelegate(const models::ClusterModel& model, QObject* parent);
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

  private:
    const models::ClusterModel& model_;
};

/// The cluster as a table, one row per task. [gui]
class TaskTable : public QWidget {
    Q_OBJECT
  public:
    explicit TaskTable(models::ClusterModel& model, QWidget* parent = nullptr);
    void chooseTask(int row);
    int chosenTask() const;

  signals:
    void taskChosen(int row);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void remove();
    void refresh();

    models::ClusterModel& model_;
    QTableView* table_ = nullptr;
    QComboBox* role_ = nullptr;
    QPushButton* remove_ = nullptr;
    QPushButton* ports_ = nullptr;
    int kept_ = -1;  ///< the row to select again after the table was rebuilt
};

}  // namespace trainyard::pages
