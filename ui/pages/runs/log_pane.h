// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QToolButton;

namespace trainyard::models {
class LogModel;
}

namespace trainyard::pages {

/// A run's log: all tasks or one, repeated lines collapsed, with a search that steps through the matches. It
/// follows the newest line until the user scrolls away from it. [gui]
class LogPane : public QWidget {
    Q_OBJECT
  public:
    explicit LogPane(models::LogModel& log, QWidget* parent = nullptr);
    void focusSearch();

  protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void buildHeader(QWidget& header);
    void refreshTasks();
    void refreshEmptyText();
    void startSearch();
    void go(bool isForward);
    void countSome();
    void restartCount();

    models::LogModel& log_;
    QComboBox* task_;
    QCheckBox* fold_;
    QLineEdit* search_;
    QLabel* hits_;
    QToolButton* previous_;
    QToolButton* next_;
    QListView* lines_;
    QLabel* empty_;
    bool isFollowing_ = true;
    QTimer counting_;  ///< counts matches in chunks, so that a million rows do not block the window
    int counted_ = 0;  ///< rows
    int found_ = 0;
};

}  // namespace trainyard::pages
