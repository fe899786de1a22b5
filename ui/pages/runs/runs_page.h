// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include "ui/bridge/agent_for.h"
#include "ui/models/run_filter_model.h"
#include "ui/models/run_list_model.h"
#include "ui/pages/page.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace trainyard::bridge {
struct AgentStatus;
}

namespace trainyard::widgets {
class ColumnFitter;
}

namespace trainyard::pages {

class CompareView;
class ExportBar;
class ImportBar;
class RunView;
class RunsWelcome;

/// The runs on the left, the selected one on the right. [gui]
class RunsPage : public Page {
    Q_OBJECT
  public:
    using Agent =
        bridge::AgentFor<bridge::RunCalls, bridge::RunStreams, bridge::SeriesCalls, bridge::PluginCalls,
                         bridge::ImportCalls, bridge::ExportCalls, bridge::NodeCalls, bridge::SendCalls>;
    explicit RunsPage(Agent agent, QWidget* parent = nullptr);

    /// Selects a run by its id, now or as soon as it is listed; "import:FOLDER" imports the logs in a folder,
    /// "follow:FOLDER" also what is added to them.
    void open(const QString& run) override;
    QList<QAction*> menuActions() const override;
    HistoryActions historyActions() const override { return {undo_, redo_}; }
    bool focusSearch() override;
    QVariantMap saveState() const override;
    void restoreState(const QVariantMap& state) override;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// A group of edits of runs: how to redo and how to undo them.
    struct Step {
        QString what;
        std::vector<std::pair<QString, bridge::RunEdit>> forth;
        std::vector<std::pair<QString, bridge::RunEdit>> back;
    };
    QWidget* makeList();
    void makeTable();
    void makeActions();
    void makeColumnMenu();
    void makeUndoBar(QVBoxLayout& layout);
    QStringList chosenRuns() const;
    void edit(Step step);
    void apply(const std::vector<std::pair<QString, bridge::RunEdit>>& edits);
    void renameChosen();
    void trashChosen();
    void takeRefusal(const QString& run, const QString& why);
    void undo();
    void redo();
    void refreshUndo();
    bool isWritable() const;
    void refreshActions();
    void resizeColumns();
    void takeRuns(const bridge::RunListChange& change);
    void takeSelection();
    CompareView& comparison();
    void selectWanted();
    void takeImported(const QString& folder, const std::vector<bridge::ImportedRun>& runs);
    void refreshClock();
    void refreshEmptyText();

    Agent agent_;
    models::RunListModel runs_;
    models::RunFilterModel* filtered_ = nullptr;
    QTimer clock_;
    QTimer opening_;      ///< until the first run opens, which waits for the list
    QString opens_;       ///< that run; empty: none waits
    QStringList wanted_;  ///< the runs to select once they are listed

    std::vector<Step> done_;
    std::vector<Step> undone_;
    QList<QAction*> actions_;
    QAction* rename_ = nullptr;
    QAction* trash_ = nullptr;
    QAction* export_ = nullptr;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QWidget* undoBar_ = nullptr;
    QLabel* undoText_ = nullptr;
    QToolButton* columnsButton_ = nullptr;
    QStackedWidget* right_ = nullptr;
    CompareView* compare_ = nullptr;  ///< null before the first comparison
    QVariantMap comparedState_;       ///< for it, of an earlier window
    bool hasOwnWidths_ = false;       ///< of the list and the run: a person has moved the bar between them
    ImportBar* import_ = nullptr;
    ExportBar* exportBar_ = nullptr;

    QStackedWidget* stack_ = nullptr;
    QSplitter* columns_ = nullptr;
    QLineEdit* filter_ = nullptr;
    QTableView* table_ = nullptr;
    widgets::ColumnFitter* fitter_ = nullptr;
    QLabel* empty_ = nullptr;
    RunsWelcome* welcome_ = nullptr;
    RunView* view_ = nullptr;
};

}  // namespace trainyard::pages
