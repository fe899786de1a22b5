// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/finding_list_model.h"
#include "ui/pages/page.h"

class QAction;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace trainyard::bridge {
class AgentBridge;
}

namespace trainyard::pages {

/// A run file, chosen, shown with what a check found, and started. [gui]
class NewRunPage : public Page {
    Q_OBJECT
  public:
    explicit NewRunPage(bridge::AgentBridge& bridge, QWidget* parent = nullptr);

    /// Shows a run file by its path; empty: the page as it is.
    void open(const QString& file) override;
    QList<QAction*> menuActions() const override;

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QWidget* makeChoices();
    QWidget* makePreview();
    void fillExamples();
    void chooseFile();
    void chooseExample(int row);
    void load(const bridge::RunSource& source);
    void takeLoaded(const bridge::LoadedRun& run);
    /// What the agent could not be asked is asked once it is there.
    void checkAgain();
    void start();
    void refresh();
    void showLine(int row);

    bridge::AgentBridge& bridge_;
    bridge::LoadedRun run_;
    models::FindingListModel findings_;
    bool isLoading_ = false;
    bool hadAgent_ = false;  ///< when the last load began
    bool isStarting_ = false;
    QString refusal_;  ///< why the last start did not work

    QAction* runAction_ = nullptr;
    QListWidget* examples_ = nullptr;
    QStackedWidget* preview_ = nullptr;
    QLabel* name_ = nullptr;
    QLabel* verdict_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
    QTableView* table_ = nullptr;
    QPushButton* runButton_ = nullptr;
    QPushButton* again_ = nullptr;
};

}  // namespace trainyard::pages
