// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/run_view.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/run_watch.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/reasons.h"
#include "ui/pages/runs/curve_panel.h"
#include "ui/pages/runs/log_pane.h"
#include "ui/pages/runs/media_tabs.h"
#include "ui/pages/runs/profile_dialog.h"
#include "ui/pages/runs/run_curves.h"
#include "ui/pages/runs/run_header.h"
#include "ui/pages/runs/run_marks.h"
#include "ui/pages/runs/servers_view.h"
#include "ui/pages/runs/stacks_dialog.h"
#include "ui/pages/runs/task_panel.h"
#include "ui/pages/runs/time_view.h"
#include "ui/pages/send_bar.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

/// The interval between redraws of growing curves: each redraws all of them.
constexpr int kPictureMs = 100;

}  // namespace

RunView::RunView(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    buildLayout();
    connect(time_, &TimeView::rangeChanged, this, [this] {
        if (curves_) curves_->query();
    });
    connect(header_, &RunHeader::stopRequested, this, &RunView::stop);
    connect(header_, &RunHeader::changeRequested, this, &RunView::change);
    connect(header_, &RunHeader::resumeRequested, this, &RunView::resume);
    connect(header_, &RunHeader::profileRequested, this, &RunView::profile);
    connect(header_, &RunHeader::stacksRequested, this, &RunView::showStacks);
    connect(header_, &RunHeader::againRequested, this, &RunView::runAgain);
    connect(header_, &RunHeader::importRequested, this, [this] { emit importRequested(row_.dir); });
    connect(header_, &RunHeader::followRequested, this, [this] { emit followRequested(row_.dir); });
    connect(panel_, &CurvePanel::rangeChanged, this, [this] {
        if (curves_) curves_->query();
    });
    connect(panel_, &CurvePanel::eventActivated, this, &RunView::checkpointChosen);
    const auto takeDamage = [this] {
        header_->setReadOnly(models::whyReadOnly(agent_.news().storeDamage()));
    };
    connect(&agent_.news(), &bridge::AgentNews::storeDamageChanged, this, takeDamage);
    takeDamage();
    pace_.setSingleShot(true);
    pace_.setInterval(kPictureMs);
    connect(&pace_, &QTimer::timeout, this, [this] {
        if (hasNews_) drawCurvesInPace();
    });
}

RunView::~RunView() = default;

void RunView::buildLayout() {
    header_ = new RunHeader;
    send_ = withRole(new SendBar(agent_, QStringLiteral("runs.send")), "panel");
    send_->setAttribute(Qt::WA_StyledBackground);
    send_->setContentsMargins(16, 0, 16, 4);
    connect(send_, &SendBar::sentFor, this, &RunView::resumeAfterSending);
    panel_ = new CurvePanel(QStringLiteral("runs"), CurvePanel::Runs::kOne);
    auto* tables = new QSplitter(Qt::Horizontal);
    tables->setChildrenCollapsible(false);
    taskPanel_ = new TaskPanel(agent_, tasks_);
    connect(taskPanel_, &TaskPanel::drillRequested, this, &RunView::confirmDrill);
    tables->addWidget(taskPanel_);
    tables->addWidget(makeHistory());
    tables->setSizes({430, 302});
    logPane_ = new LogPane(log_);
    withRole(logPane_, "panel");
    logPane_->setAttribute(Qt::WA_StyledBackground);

    rows_ = named(new QSplitter(Qt::Vertical), "runs.view.rows", tr("Curves, tables and log"));
    rows_->setChildrenCollapsible(false);
    media_ = new MediaTabs(agent_, panel_);
    rows_->addWidget(media_);
    rows_->addWidget(tables);
    rows_->addWidget(logPane_);
    rows_->setSizes({300, 160, 180});
    rows_->setStretchFactor(0, 3);
    rows_->setStretchFactor(1, 1);
    rows_->setStretchFactor(2, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(header_);
    layout->addWidget(send_);
    layout->addWidget(rows_, 1);
}

QWidget* RunView::makeHistory() {
    servers_ = named(new ServersView(this), "runs.servers.view", tr("Traffic of the parameter servers"));
    servers_->hide();
    time_ = named(new TimeView, "runs.time.view", tr("Where the time went"));
    time_->setAttribute(Qt::WA_StyledBackground);
    withRole(time_, "panel");
    history_ = named(new QTabWidget, "runs.history.tabs", tr("Events, time and traffic"));
    history_->tabBar()->setObjectName("runs.history.tabs.bar");
    history_->tabBar()->setAccessibleName(tr("Events, time and traffic"));
    history_->setDocumentMode(true);
    history_->tabBar()->setDrawBase(false);
    // The tab bar itself takes the focus, and is skipped while hidden.
    history_->setFocusProxy(nullptr);
    history_->setFocusPolicy(Qt::NoFocus);
    history_->addTab(makeEvents(), tr("Events"));
    history_->addTab(time_, tr("Time"));
    return history_;
}

void RunView::showServers(const bridge::Figures& measured, const bridge::Figures& estimated) {
    servers_->setTraffic(measured.traffic, estimated.traffic);
    const int at = history_->indexOf(servers_);
    if (servers_->hasTraffic() && at < 0) history_->addTab(servers_, tr("Traffic per step"));
    if (!servers_->hasTraffic() && at >= 0) history_->removeTab(at);
}

QTableView* RunView::makeEvents() {
    auto* table = named(new QTableView, "runs.events.table", tr("Events"));
    table->setModel(&events_);
    widgets::showRows(*table, models::EventListModel::kWhat);
    table->horizontalHeader()->hide();
    widgets::fitColumn(*table, models::EventListModel::kTime, {QStringLiteral("00:00:00")});
    return table;
}

void RunView::show(const bridge::RunRow& row) {
    if (row.id == run_) return update(row);
    endWatch();
    if (profileBox_) profileBox_->close();  // it belongs to the previous run
    if (drillBox_) drillBox_->close();
    if (stacksBox_) stacksBox_->close();
    send_->withdraw();
    run_ = row.id;
    row_ = {};
    progress_ = {};
    stepsPerEpoch_ = 0;
    tasks_.setTasks({});
    events_.clear();
    log_.clear();
    panel_->clear();
    time_->clear();
    showServers({}, {});
    update(row);
    watch();
    media_->show(run_);
}

/// Deferred, because the watch's own signal may lead here, and it has more to send afterwards.
void RunView::endWatch() {
    if (!watch_) return;
    watch_->disconnect();
    curves_->disconnect();
    watch_->deleteLater();
    watch_ = nullptr;
    curves_ = nullptr;
    pace_.stop();
    hasNews_ = false;
}

void RunView::watch() {
    endWatch();
    watch_ = agent_.watchRun(run_, this);
    curves_ = new RunCurves(
        agent_, run_,
        [this](const bridge::SeriesKey& key) {
            const auto range = panel_->rangeOf(key, 0);
            return range ? range : time_->rangeOf(key);
        },
        watch_);
    connect(curves_, &RunCurves::pointsChanged, this, &RunView::drawCurvesInPace);
    connect(curves_, &RunCurves::seriesChanged, this, [this] {
        panel_->setSeries(curves_->series());
        time_->setSeries(curves_->series());
    });
    connect(curves_, &RunCurves::failed, this,
            [this](const QString& failure) { setNotice(failure, NoticeEnds::kOnceRead); });
    connect(watch_, &bridge::RunWatch::detailChanged, this, &RunView::takeDetail);
    connect(watch_, &bridge::RunWatch::updated, this, &RunView::takeUpdate);
    connect(watch_, &bridge::RunWatch::seriesListed, curves_, &RunCurves::addSeries);
    connect(watch_, &bridge::RunWatch::logRestarted, &log_, &models::LogModel::clear);
    connect(watch_, &bridge::RunWatch::logArrived, &log_, &models::LogModel::append);
    connect(watch_, &bridge::RunWatch::failed, this, [this](const bridge::Failure& failure) {
        setNotice(models::inReadersLanguage(failure.message), NoticeEnds::kOnceRead);
    });
}

void RunView::setNotice(const QString& notice, NoticeEnds ends) {
    noticeEnds_ = ends;
    header_->setNotice(notice);
    send_->withdraw();  // what it offers belongs to the former one
}

void RunView::update(const bridge::RunRow& row) {
    const bool isBackAgain =
        watch_ && bridge::hasEnded(row_.state) && !bridge::hasEnded(row.state) && row_.id == row.id;
    // No stream reports the points of an imported run: its row says that there are more.
    const bool hasGrown = watch_ && row_.id == row.id && row.state == bridge::RunState::kImported &&
                          (row_.step != row.step || row_.metrics != row.metrics);
    row_ = row;
    if (hasGrown) curves_->listSeries();
    if (hasGrown) media_->refresh();
    header_->setRun(row_);
    taskPanel_->setRunState(row_.state);
    if (drillBox_ && bridge::hasEnded(row_.state)) drillBox_->close();
    // An imported run has only its logged metrics.
    for (QWidget* own : {static_cast<QWidget*>(taskPanel_), static_cast<QWidget*>(logPane_)})
        own->setVisible(row_.state != bridge::RunState::kImported);
    // QTabWidget lays itself out and paints all of it, even if nothing changes.
    const int timeTab = history_->indexOf(time_);
    if (const bool hasTime = row_.state != bridge::RunState::kImported;
        hasTime != history_->isTabVisible(timeTab))
        history_->setTabVisible(timeTab, hasTime);
    if (isBackAgain) watch();  // the watch ended with the previous attempt
    refreshEmptyTexts();
}

void RunView::setNow(double now) {
    now_ = now;
    header_->setNow(now);
    if (!bridge::hasEnded(row_.state)) drawTime();
    // The agent also knows which tasks are stopped; until it answers, only the tasks' last reports are known.
    const QString hang = events_.stall().isEmpty() ? tasks_.hang(now) : events_.stall();
    // Without the agent there is no news of the tasks, which keep running.
    const bool isKnown = agent_.news().agentStatus().state == bridge::AgentState::kConnected;
    header_->setHang(bridge::hasEnded(row_.state) || !isKnown ? QString() : hang);
}

void RunView::refreshEmptyTexts() {
    const QString text = bridge::hasEnded(row_.state) ? tr("This run has no data for this metric.")
                         : row_.state == bridge::RunState::kQueued ? tr("Queued…")
                         : row_.step > 0                           ? tr("No values of this metric yet.")
                                                                   : tr("Waiting for the first step…");
    panel_->setEmptyText(text);
}

void RunView::takeDetail(const bridge::RunDetail& detail) {
    if (noticeEnds_ == NoticeEnds::kOnceRead ||
        (noticeEnds_ == NoticeEnds::kOnceEnded && bridge::hasEnded(detail.summary.state)))
        setNotice({});
    header_->setVersions(detail.startedRunFile.isEmpty() ? RunHeader::Versions::kOne
                                                         : RunHeader::Versions::kStartedAndChanged);
    tasks_.setTasks(detail.tasks);
    tasks_.setReported(now_);
    stepsPerEpoch_ = detail.stepsPerEpoch;
    update(row_);  // the list has it, and its news may have come after the agent wrote this answer
    drawCurves();
    header_->setFailure(
        models::inReadersLanguage(detail.failureText.isEmpty() ? detail.summary.failure : detail.failureText),
        detail.failureLog.mid(std::max<qsizetype>(0, detail.failureLog.size() - 3)));
    header_->setGoodput(detail.goodput);
    header_->setFigures(detail.estimated, detail.measured);
    showServers(detail.measured, detail.estimated);
    header_->setLearningRate(bridge::learningRateOf(detail));
}

void RunView::takeUpdate(const bridge::RunUpdate& update) {
    events_.append(update.events);
    for (const bridge::EventRow& event : update.events) {
        if (event.kind != bridge::EventKind::kAttempt) continue;
        progress_.step = event.step;
        progress_.epoch = -1;
    }
    if (std::ranges::any_of(update.events,
                            [](const auto& e) { return e.kind == bridge::EventKind::kChange; }))
        readChanges();
    if (!update.events.empty()) {
        header_->setSavedStep(events_.lastSavedStep());
        drawMarks();
    }
    if (update.progress) {
        bridge::merge(progress_, *update.progress);
        if (!update.progress->tasks.empty()) {
            tasks_.setTasks(progress_.tasks);
            tasks_.setReported(now_);
        }
        header_->setProgress(progress_);
        events_.setStep(progress_.step, std::ranges::any_of(progress_.tasks, &bridge::TaskRow::isBlocking));
        if (profileBox_) profileBox_->setStep(std::max(progress_.step, row_.step));
    }
    curves_->addLive(update.points);
    if (!update.points.empty()) media_->refresh();
}

/// What the dialog for the next change starts from, whoever made the last one.
void RunView::readChanges() {
    agent_.ask(
        &bridge::RunCalls::runDetail, watch_,
        [this](const bridge::Outcome<bridge::RunDetail>& detail) {
            if (detail) header_->setLearningRate(bridge::learningRateOf(*detail));
        },
        run_);
}

void RunView::drawMarks() {
    header_->setRestart(events_.newestRestart());
    header_->setMetricsFrom(events_.metricsFrom());
    panel_->setEvents(marksOf(events_, curves_->data().curves()));
}

void RunView::drawCurvesInPace() {
    hasNews_ = pace_.isActive();
    if (hasNews_) return;
    drawCurves();
    pace_.start();
}

void RunView::drawCurves() {
    widgets::CurveRun run{.curves = curves_->data().curves(),
                          .stepsPerEpoch = stepsPerEpoch_,
                          .start = row_.created,
                          .totalSteps = std::max(progress_.totalSteps, bridge::stepsToDraw(row_))};
    panel_->setRuns({std::move(run)});
    // No steps were done between the last step of an attempt and the first of the next.
    const std::map<int, models::StepSpan> spans = models::stepSpans(curves_->data().curves());
    for (const auto& [attempt, span] : spans)
        if (const auto before = spans.find(attempt - 1); before != spans.end())
            events_.setAway(attempt, span.firstTime - before->second.lastTime);
    drawMarks();  // the points tell where an attempt ended, and how long the recovery took
    time_->setCurves(curves_->data().curves());
    drawTime();
}

void RunView::drawTime() {
    if (!curves_) return;
    time_->setAttempts(
        models::attemptTimes(events_.events(), models::stepSpans(curves_->data().curves()), now_));
}

void RunView::stop(bridge::StopAfter after) {
    setNotice(after == bridge::StopAfter::kNow     ? tr("Killing all tasks…")
              : after == bridge::StopAfter::kEpoch ? tr("Stopping after this epoch…")
                                                   : tr("Saving and stopping…"),
              NoticeEnds::kOnceEnded);
    agent_.ask(
        &bridge::RunCalls::stopRun, watch_,
        [this](bridge::Outcome<void> outcome) {
            if (!outcome) setNotice(models::inReadersLanguage(outcome.error().message));
        },
        run_, after);
}

void RunView::change(const bridge::RunChange& change) {
    setNotice(!change.isPaused   ? tr("Applying the change…")
              : *change.isPaused ? tr("Pausing after this step…")
                                 : tr("Continuing…"));
    agent_.ask(
        &bridge::RunCalls::changeRun, watch_,
        [this, change](bridge::Outcome<std::int64_t> from) {
            const QStringList away = tasks_.nodesCutOff();
            setNotice(
                !from ? models::inReadersLanguage(from.error().message)
                : *from == 0 && !away.empty()
                    ? tr("This waits until the agent can reach %1.").arg(away.join(QStringLiteral(", ")))
                : change.isPaused ? QString()
                : *from == 0      ? tr("Changed at the end of the current step.")
                                  : tr("Changed from step %1.").arg(models::count(*from + 1)));
        },
        run_, change);
}

void RunView::profile() {
    if (profileBox_) return profileBox_->raise();
    auto* box = new ProfileDialog(run_, agent_.news().agentStatus().machine, window());
    profileBox_ = box;
    box->setStep(std::max(progress_.step, row_.step));
    connect(box, &QDialog::finished, this, [this] { profileBox_ = nullptr; });  // it lives on for a moment
    connect(box, &ProfileDialog::profileRequested, this, [this](int steps) {
        setNotice(tr("Profiling the next steps (%1)…").arg(models::count(steps)));
        agent_.ask(
            &bridge::RunCalls::profileRun, this,
            [this, run = run_](bridge::Outcome<bridge::ProfileOutcome> outcome) {
                if (run != run_) return;
                // If the dialog was closed, the run's header shows the file, or why there is none.
                setNotice(outcome ? tr("Profile: %1").arg(outcome->path)
                                  : models::inReadersLanguage(outcome.error().message));
                if (profileBox_) profileBox_->setOutcome(outcome);
            },
            run_, steps);
    });
    box->open();
}

void RunView::showStacks() {
    if (!stacksBox_) {
        auto* box = new StacksDialog(run_, window());
        stacksBox_ = box;
        connect(box, &QDialog::finished, this, [this] { stacksBox_ = nullptr; });  // it lives on for a moment
        connect(box, &StacksDialog::stacksRequested, this, [this, box] {
            agent_.ask(
                &bridge::RunCalls::readStacks, box,
                [box](const bridge::Outcome<std::vector<bridge::TaskStacks>>& outcome) {
                    box->setOutcome(outcome);
                },
                run_);
        });
    }
    stacksBox_->show();  // next to the window, which stays usable
    stacksBox_->raise();
    stacksBox_->activateWindow();
    stacksBox_->refresh();
}

void RunView::resume() {
    // The run's next attempt may be in the news before the answer is here, which nobody awaits then.
    setNotice(tr("Resuming. Verifying the newest checkpoint…"), NoticeEnds::kOnceRead);
    const bridge::ResumeRequest request{.run = run_};
    agent_.ask(
        &bridge::RunCalls::resumeRun, watch_,
        [this, request](const bridge::Outcome<bridge::StartOutcome>& outcome) {
            takeResumed(request, outcome);
        },
        request);
}

void RunView::takeResumed(const bridge::ResumeRequest& request,
                          const bridge::Outcome<bridge::StartOutcome>& outcome) {
    if (!outcome) return setNotice(models::inReadersLanguage(outcome.error().message));
    if (!outcome->run.isEmpty()) return setNotice({});
    setNotice(tr("Not resumed: %1").arg(models::reasonList(outcome->findings)));
    send_->offerFor(request, outcome->findings);
}

void RunView::resumeAfterSending(const bridge::ResumeRequest& request) {
    if (request.run == run_)
        setNotice(tr("Resuming. Verifying the newest checkpoint…"), NoticeEnds::kOnceRead);
    agent_.ask(
        &bridge::RunCalls::resumeRun, this,
        [this, request](const bridge::Outcome<bridge::StartOutcome>& outcome) {
            if (request.run == run_) return takeResumed(request, outcome);
            if (outcome && !outcome->run.isEmpty()) return;
            const QString why = outcome ? models::reasonList(outcome->findings)
                                        : models::inReadersLanguage(outcome.error().message);
            // What is offered for the run that is shown stays.
            header_->setNotice(tr("%1 was not resumed: %2").arg(request.run, why));
        },
        request);
}

/// Requested now: a run that has just ended may have changed since its detail was received.
void RunView::runAgain(RunHeader::Version version) {
    agent_.ask(
        &bridge::RunCalls::runDetail, watch_,
        [this, version](const bridge::Outcome<bridge::RunDetail>& detail) {
            if (!detail) return setNotice(models::inReadersLanguage(detail.error().message));
            const bool isChanged = !detail->startedRunFile.isEmpty();
            const bool isAsStarted = version == RunHeader::Version::kStarted && isChanged;
            emit againRequested(isAsStarted ? detail->startedRunFile : detail->runFile);
        },
        run_);
}

void RunView::confirmDrill(const QString& task) {
    // The cost of a lost task depends on the strategy.
    agent_.ask(&bridge::PluginCalls::listPlugins, watch_, [this, task](const bridge::PluginList& plugins) {
        const auto strategy = std::ranges::find(plugins.strategies, row_.strategy, &bridge::StrategyRow::id);
        const auto* role =
            strategy == plugins.strategies.end() ? nullptr : strategy->role(task.section(':', 0, 0));
        askToDrill(
            task,
            role && !role->restartsGroup
                ? tr("The other tasks continue, and the task is restarted. No completed steps are lost.")
                : tr("If the run file allows restarts, the run restarts automatically from its newest "
                     "checkpoint.") +
                      ' ' + header_->lossText());
    });
}

void RunView::askToDrill(const QString& task, const QString& cost) {
    if (bridge::hasEnded(row_.state)) return;  // while the cost was being requested
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Kill %1?").arg(task),
                        tr("Kills %1 (SIGKILL) as if its machine had failed, to test recovery.").arg(task),
                        QMessageBox::NoButton, window());
    drillBox_ = box;
    box->setObjectName("runs.drill_dialog");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(cost);
    auto* kill = named(box->addButton(tr("Kill %1").arg(task), QMessageBox::DestructiveRole),
                       "runs.drill_dialog.kill", tr("Kill %1").arg(task));
    auto* keep =
        named(box->addButton(tr("Cancel"), QMessageBox::RejectRole), "runs.drill_dialog.keep", tr("Cancel"));
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(box, &QMessageBox::buttonClicked, this, [this, kill, task](const QAbstractButton* pressed) {
        if (pressed == kill) drill(task);
    });
    box->open();
}

void RunView::drill(const QString& task) {
    setNotice(tr("Killing %1 and waiting for the next step…").arg(task));
    agent_.ask(
        &bridge::RunCalls::drill, watch_,
        [this](const bridge::Outcome<bridge::Sentence>& outcome) {
            setNotice(models::inReadersLanguage(outcome ? *outcome : outcome.error().message));
        },
        bridge::DrillRequest{.run = run_, .task = task});
}

QList<QAction*> RunView::actions() const {
    return header_->actions();
}

void RunView::focusSearch() {
    logPane_->focusSearch();
}

QVariantMap RunView::saveState() const {
    return {{QStringLiteral("rows"), rows_->saveState()}, {QStringLiteral("curves"), panel_->saveState()}};
}

void RunView::restoreState(const QVariantMap& state) {
    rows_->restoreState(state.value(QStringLiteral("rows")).toByteArray());
    panel_->restoreState(state.value(QStringLiteral("curves")).toMap());
}

}  // namespace trainyard::pages

#include "moc_run_view.cpp"
