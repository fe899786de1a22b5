// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"
#include "ui/models/event_list_model.h"
#include "ui/models/log_model.h"
#include "ui/models/task_list_model.h"
#include "ui/pages/runs/run_header.h"

class QMessageBox;
class QLabel;
class QSplitter;
class QTableView;
class QTabWidget;

namespace trainyard::bridge {
class RunWatch;
}  // namespace trainyard::bridge

namespace trainyard::pages {

class CurvePanel;
class LogPane;
class MediaTabs;
class ProfileDialog;
class RunCurves;
class SendBar;
class ServersView;
class StacksDialog;
class TaskPanel;
class TimeView;

/// Everything about one run. Shows the updates of the bridge's watch and queries curves at the width they are
/// drawn in. [gui]
class RunView : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::RunCalls, bridge::RunStreams, bridge::SeriesCalls,
                                   bridge::PluginCalls, bridge::NodeCalls, bridge::SendCalls>;
    explicit RunView(Agent agent, QWidget* parent = nullptr);
    ~RunView() override;

    /// Watches another run; `row` is what the list already knows about it.
    void show(const bridge::RunRow& row);
    /// The list has updates for the run shown.
    void update(const bridge::RunRow& row);
    void setNow(double now);
    const QString& run() const { return run_; }
    QList<QAction*> actions() const;
    void focusSearch();
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

  signals:
    void checkpointChosen(const QString& path);
    /// Requests a new run with the text of this run's file.
    void againRequested(const QString& text);
    void importRequested(const QString& folder);
    void followRequested(const QString& folder);

  private:
    /// A failure to read the run ends once the run has been read, and a wait for the run's end with that end.
    /// The answer to a request stays until the next notice.
    enum class NoticeEnds { kWithTheNext, kOnceRead, kOnceEnded };

    void setNotice(const QString& notice, NoticeEnds ends = NoticeEnds::kWithTheNext);
    void buildLayout();
    QTableView* makeEvents();
    QWidget* makeHistory();
    void takeDetail(const bridge::RunDetail& detail);
    void takeUpdate(const bridge::RunUpdate& update);
    void drawCurves();
    /// Redraws now, or together with other updates when the next redraw is due.
    void drawCurvesInPace();
    void drawMarks();
    void readChanges();
    void drawTime();
    void watch();
    void endWatch();
    void stop(bridge::StopAfter after);
    void change(const bridge::RunChange& change);
    void resume();
    /// Once the nodes have what they lacked, whichever run is shown by then.
    void resumeAfterSending(const bridge::ResumeRequest& request);
    void takeResumed(const bridge::ResumeRequest& request,
                     const bridge::Outcome<bridge::StartOutcome>& outcome);
    void runAgain(RunHeader::Version version);
    void profile();
    void showStacks();
    void confirmDrill(const QString& task);
    void askToDrill(const QString& task, const QString& cost);
    void drill(const QString& task);
    void showServers(const bridge::Figures& measured, const bridge::Figures& estimated);
    void refreshEmptyTexts();

    Agent agent_;
    bridge::RunWatch* watch_ = nullptr;
    QString run_;
    bridge::RunRow row_;
    bridge::Progress progress_;
    RunCurves* curves_ = nullptr;  ///< of the run shown; deleted with the watch
    QTimer pace_;                  ///< between redraws of the curves
    bool hasNews_ = false;         ///< since the last redraw
    int stepsPerEpoch_ = 0;
    double now_ = 0;  ///< seconds since 1970
    NoticeEnds noticeEnds_ = NoticeEnds::kWithTheNext;
    models::TaskListModel tasks_;
    models::EventListModel events_;
    models::LogModel log_;

    RunHeader* header_ = nullptr;
    SendBar* send_ = nullptr;
    CurvePanel* panel_ = nullptr;
    MediaTabs* media_ = nullptr;  ///< has the panel of curves
    TaskPanel* taskPanel_ = nullptr;
    QTabWidget* history_ = nullptr;  ///< events, time, and server traffic if there are any servers
    TimeView* time_ = nullptr;
    ServersView* servers_ = nullptr;
    LogPane* logPane_ = nullptr;
    QSplitter* rows_ = nullptr;
    QPointer<ProfileDialog> profileBox_;  ///< of the run shown, while it is open
    QPointer<StacksDialog> stacksBox_;    ///< likewise
    QPointer<QMessageBox> drillBox_;      ///< likewise
};

}  // namespace trainyard::pages
