// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "ui/bridge/agent_for.h"
#include "ui/models/finding_list_model.h"
#include "ui/models/run_form.h"
#include "ui/pages/page.h"

class QAction;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace trainyard::pages {

class FormView;
class RunFileTabs;
class SendBar;
class SetUpBar;
class StartPanel;

/// A run file: choose one, edit it as a form or as text, check it while typing, and start it. [gui]
class NewRunPage : public Page {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::RunFileCalls, bridge::ClusterCalls, bridge::NodeCalls,
                                   bridge::SendCalls, bridge::TextFileCalls>;
    explicit NewRunPage(Agent agent, QWidget* parent = nullptr);

    /// Shows a run file by its path, "example:" and the name of a shipped one, "text:" and a whole run file,
    /// or "cluster:" and a run file whose `cluster`, `strategy` and `tf_config` replace those of the current
    /// run file (the whole file if there is none); empty: the page unchanged.
    void open(const QString& what) override;
    QList<QAction*> menuActions() const override;
    HistoryActions historyActions() const override { return {undoAction_, redoAction_}; }
    QVariantMap saveState() const override;
    void restoreState(const QVariantMap& state) override;

  protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool focusNextPrevChild(bool next) override;

  private:
    QWidget* makeHeader();
    QWidget* makeForm();
    void makeTable();
    void makeFixBars();
    void chooseFile();
    void save();
    void saveTo(const bridge::TextFile& file);
    void confirmOverwriting(bridge::TextFile file, const QString& why);
    /// Makes the next save ask for a path.
    void beUntitled();
    /// A file in a run's folder opens as an untitled copy: a record is not edited.
    void load(const QString& file);
    /// Starts with a text that belongs to no file.
    void begin(const QString& text, const QString& name, const QString& folder);
    void takeKeys(const QString& text);
    void listPlaces();
    void showFindings(const std::vector<bridge::Finding>& findings);
    /// What the nodes of run_ lack is fixed below the findings: a button there is for all of them.
    void offerFixes();
    void withdrawFixes();
    void check();
    /// What was checked last no longer holds.
    void recheck();
    void takeChecked(const bridge::LoadedRun& run);
    /// Repeats requests once the agent is available.
    void checkAgain();
    void checkWhenBack();
    void start();
    void launch();
    void focusAfterFix();
    void refresh();
    void goTo(int row);
    void remember(const QString& file);
    bool isChanged() const { return form_.text() != savedText_; }
    /// The file could not be read, and nothing was written in its place: there is no text to check or to
    /// save.
    bool hasNoText() const { return isUnread_ && form_.text().isEmpty(); }
    QString command() const;

    Agent agent_;
    models::RunForm form_;
    models::FindingListModel findings_;
    std::vector<bridge::Finding> shownFindings_;  ///< as received, unsorted
    bridge::LoadedRun run_;                       ///< the result of the last check
    QString file_;                                ///< empty: the text belongs to no file
    QString name_;                                ///< of the text, for messages
    QString folder_;                              ///< folder that its relative paths refer to
    QString savedText_;
    QStringList recent_;
    QTimer pause_;     ///< from the last change to the check
    int reading_ = 0;  ///< counts files being read; only the newest one's answer is used
    bool hasDraft_ = false;
    bool isLoading_ = false;   ///< a file is being read
    bool isUnread_ = false;    ///< file_ could not be read
    bool isChecking_ = false;  ///< a check is in progress
    bool isOutdated_ = false;  ///< what is being checked: the nodes have changed meanwhile
    bool isCurrent_ = false;   ///< run_ matches the current text
    bool isWished_ = false;    ///< Run was requested while the text was still being checked
    bool hadAgent_ = false;    ///< when the last check began
    bool isStarting_ = false;
    bool isToRun_ = false;  ///< an example was opened: starting it is the next step
    QString refusal_;       ///< why the last start or save failed

    QAction* runAction_ = nullptr;
    QAction* saveAction_ = nullptr;
    QAction* undoAction_ = nullptr;
    QAction* redoAction_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    StartPanel* start_ = nullptr;
    FormView* view_ = nullptr;
    RunFileTabs* tabs_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* verdict_ = nullptr;
    QTableView* table_ = nullptr;
    SendBar* send_ = nullptr;
    SetUpBar* setUp_ = nullptr;
    QPushButton* runButton_ = nullptr;
    QPushButton* saveButton_ = nullptr;
    QPushButton* examplesButton_ = nullptr;
    QPushButton* again_ = nullptr;
};

}  // namespace trainyard::pages
