// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "ui/bridge/agent_functions.h"
#include "ui/models/event_list_model.h"
#include "ui/models/log_model.h"
#include "ui/models/task_list_model.h"
#include "ui/pages/runs/run_header.h"

class QLabel;
class QPushButton;
class QSplitter;
class QTableView;
class QTabWidget;

namespace trainyard::bridge {
class AgentBridge;
class RunWatch;
}  // namespace trainyard::bridge

namespace trainyard::pages {

class CurvePanel;
class LogPane;
class ProfileDialog;
class RunCurves;
class ServersView;
class StacksDialog;

/// Everything about one run. Shows what the bridge's watch of it tells and asks for curves as wide as they
/// are drawn. [gui]
class RunView : public QWidget {
    Q_OBJECT
  public:
    explicit RunView(bridge::AgentBridge& bridge, QWidget* parent = nullptr);
    ~RunView() override;

    /// Watches another run; `row` is what the list knows of it already.
    void show(const bridge::RunRow& row);
    /// The list has news of the run shown.
    void update(const bridge::RunRow& row);
    void setNow(double now);
    const QString& run() const { return run_; }
    QList<QAction*> actions() const;
    void focusSearch();
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

  signals:
    void checkpointChosen(const QString& path);
    /// A new run is wanted with the text of this one's run file.
    void againRequested(const QString& text);
    void importRequested(const QString& folder);

  private:
    void buildLayout();
    QWidget* makeTable(QAbstractItemModel* model, const QString& name, const QString& title,
                       int stretchColumn);
    QWidget* makeHistory();
    void takeDetail(const bridge::RunDetail& detail);
    void takeUpdate(const bridge::RunUpdate& update);
    void drawCurves();
    /// Now, or with the news that come before the next picture is due.
    void drawCurvesInPace();
    void drawMarks();
    void watch();
    void endWatch();
    void stop(bridge::StopAfter after);
    void change(const bridge::RunChange& change);
    void resume();
    void runAgain(RunHeader::Version version);
    void profile();
    void showStacks();
    void confirmDrill();
    void askToDrill(const QString& task, const QString& cost);
    void drill(const QString& task);
    void refreshDrill();
    void showServers(const bridge::Figures& measured, const bridge::Figures& estimated);
    void refreshEmptyTexts();

    bridge::AgentBridge& bridge_;
    bridge::RunWatch* watch_ = nullptr;
    QString run_;
    bridge::RunRow row_;
    bridge::Progress progress_;
    RunCurves* curves_ = nullptr;  ///< of the run shown; goes with the watch
    QTimer pace_;                  ///< from one picture of the curves to the next
    bool hasNews_ = false;         ///< since the last picture
    int stepsPerEpoch_ = 0;
    models::TaskListModel tasks_;
    models::EventListModel events_;
    models::LogModel log_;

    RunHeader* header_ = nullptr;
    CurvePanel* panel_ = nullptr;
    QWidget* taskPanel_ = nullptr;
    QTableView* taskTable_ = nullptr;
    QPushButton* drill_ = nullptr;
    QTabWidget* history_ = nullptr;  ///< events, and the traffic of the servers where there are any
    QLabel* eventsTitle_ = nullptr;
    ServersView* servers_ = nullptr;
    LogPane* logPane_ = nullptr;
    QSplitter* rows_ = nullptr;
    QPointer<ProfileDialog> profileBox_;  ///< of the run shown, while it is open
    QPointer<StacksDialog> stacksBox_;    ///< as well
};

}  // namespace trainyard::pages
