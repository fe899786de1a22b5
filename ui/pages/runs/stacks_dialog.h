// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "ui/bridge/agent_functions.h"

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace trainyard::pages {

/// What every task of a live run is doing: tasks on the left, the stacks of the selected one on the right.
/// Stays open next to the window and keeps its contents, even when the run has ended. Makes no calls itself:
/// its owner does. [gui]
class StacksDialog : public QDialog {
    Q_OBJECT
  public:
    explicit StacksDialog(const QString& run, QWidget* parent = nullptr);

    /// Requests the stacks, unless a request is already pending.
    void refresh();
    void setOutcome(const bridge::Outcome<std::vector<bridge::TaskStacks>>& outcome);

  signals:
    void stacksRequested();

  private:
    void buildLayout();
    void setStacks(std::vector<bridge::TaskStacks> stacks);
    void showTask(int row);
    void copy() const;

    std::vector<bridge::TaskStacks> stacks_;
    QString readAt_;  ///< the time of day; empty: never

    QLabel* text_ = nullptr;
    QListWidget* tasks_ = nullptr;
    QPlainTextEdit* frames_ = nullptr;
    QPushButton* refresh_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* close_ = nullptr;
};

}  // namespace trainyard::pages
