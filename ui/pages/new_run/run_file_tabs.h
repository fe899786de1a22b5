// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/models/run_form.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QTabBar;
class QTableWidget;

namespace trainyard::widgets {
class TrafficView;
}

namespace trainyard::pages {

/// Next to the form: the run file as text, and its consequences. [gui]
class RunFileTabs : public QWidget {
    Q_OBJECT
  public:
    explicit RunFileTabs(models::RunForm& form, QWidget* parent = nullptr);

    /// Another text, of a file or an example; the previous text can be restored with Ctrl+Z.
    void setText(const QString& text);
    void showPreview(const bridge::RunPreview& preview);
    void showCommand(const QString& command);
    /// Marks a line of the text; 0: none.
    void showLine(int line);
    bool canUndo() const;
    bool canRedo() const;
    void undo();
    void redo();
    /// "yaml", "tf_config", "estimate", "shards" or "command".
    QString tab() const;
    void setTab(const QString& id);

  private:
    QWidget* makeText();
    QWidget* makeTasks();
    QWidget* makeEstimate();
    QWidget* makeShards();
    QWidget* makeCommand();
    void put(const QString& text);
    void showTabs();
    void showTask();
    void showEstimate();
    void showShards();

    models::RunForm& form_;
    bridge::RunPreview preview_;
    bool isPutting_ = false;
    QTabBar* bar_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
    QComboBox* task_ = nullptr;
    QPlainTextEdit* tfConfig_ = nullptr;
    QLabel* ports_ = nullptr;
    QLabel* sums_ = nullptr;
    widgets::TrafficView* traffic_ = nullptr;
    QTableWidget* layers_ = nullptr;
    QLabel* shardReason_ = nullptr;
    QTableWidget* shards_ = nullptr;
    QPlainTextEdit* command_ = nullptr;
};

}  // namespace trainyard::pages
