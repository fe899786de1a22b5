// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace trainyard::models {
class LogModel;
}

namespace trainyard::pages {

/// A run's log: all tasks or one, and only the lines that hold what is searched for. It follows the newest
/// line until the reader scrolls away from it. [gui]
class LogPane : public QWidget {
    Q_OBJECT
  public:
    explicit LogPane(models::LogModel& log, QWidget* parent = nullptr);
    void focusSearch();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void refreshTasks();
    void refreshEmptyText();
    void applyTask();

    models::LogModel& log_;
    QSortFilterProxyModel* byTask_;
    QSortFilterProxyModel* bySearch_;
    QComboBox* task_;
    QLineEdit* search_;
    QListView* lines_;
    QLabel* empty_;
    bool isFollowing_ = true;
};

}  // namespace trainyard::pages
