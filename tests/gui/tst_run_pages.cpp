// SPDX-License-Identifier: Apache-2.0
// The pages about current and past runs: actions and comparison.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/curves/curve_plot.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/traffic_view.h"

using namespace trainyard;
using testing::kBatch;
using testing::kNow;
using testing::OpenWindow;
using testing::points;

class RunPagesTest : public QObject {
    Q_OBJECT
  private slots:
    void aTaskIsKilledAsADrill();
    void aDisabledButtonShowsTheReason();
    void aRunIsProfiled();
    void theStacksOfAHangAreShown();
    void whatTasksUseIsShownOnDemand();
    void anEndedRunIsResumedAndWatchedAgain();
    void anEndedRunIsRunAgainAsAnUntitledCopy();
    void theFocusStaysWhereARunWasStopped();
    void aMessageDoesNotMoveThePage();
    void aRestartIsOneLine();
    void amongManyQuantitiesOneSearches();
    void whatIsNotDrawnIsNotKept();
    void usageIsShownNextToTheEstimate();
    void serverTrafficIsShownNextToTheEstimate();
    void theTimeOfARunIsSplit();
    void newsOfOtherRunsLeaveTheChoiceAlone();
    void aLongFailureLeavesTheWindowItsSize();
};

void RunPagesTest::aTaskIsKilledAsADrill() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    QVERIFY(!w.runs.canPress("runs.tasks.drill"));  // none is chosen
    w.runs.find<QTableView>("runs.tasks.table").selectRow(1);
    QTRY_VERIFY(w.runs.press("runs.tasks.drill"));
    QTRY_VERIFY(w.window.findChild<QPushButton*>("runs.drill_dialog.kill"));
    QVERIFY(w.runs.press("runs.drill_dialog.kill"));
    QTRY_COMPARE(agent.drills().size(), 1U);
    QCOMPARE(agent.drills()[0].task, QString("worker:1"));
    QTRY_COMPARE(w.runs.labelText("runs.header.notice"), QString("worker:1 killed, back in 0.8 s"));
}

void RunPagesTest::aDisabledButtonShowsTheReason() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    const auto& drill = w.runs.find<QPushButton>("runs.tasks.drill");
    QTRY_VERIFY(drill.isVisible() && !drill.isEnabled());
    QVERIFY2(drill.toolTip().startsWith("Select a task in the table first."), qPrintable(drill.toolTip()));
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    w.runs.find<QTableView>("runs.tasks.table").selectRow(0);
    QTRY_VERIFY(drill.isEnabled());
    QVERIFY2(drill.toolTip().startsWith("Kills the selected task"), qPrintable(drill.toolTip()));
    // In every state of the run, a disabled button explains why it is disabled and what it would do.
    const auto& profile = w.runs.find<QPushButton>("runs.header.profile");
    QVERIFY(profile.toolTip().startsWith("Records what every task does"));
    const std::pair<bridge::RunState, const char*> reasons[] = {
        {bridge::RunState::kQueued, "The run is queued.\n"},
        {bridge::RunState::kStarting, "The tasks are still starting.\n"},
        {bridge::RunState::kStopping, "The run is already stopping.\n"},
        {bridge::RunState::kPaused, "The run is paused and completes no steps.\n"}};
    for (const auto& [state, reason] : reasons) {
        runs[0].state = state;
        agent.updateRun(runs[0]);
        QTRY_VERIFY2(profile.toolTip().startsWith(QString(reason) + "Records"),
                     qPrintable(profile.toolTip()));
        for (const char* name : {"pause", "change", "profile", "stop_after_epoch", "save_and_stop", "kill"}) {
            const auto& button = w.runs.find<QPushButton>(QStringLiteral("runs.header.") + name);
            QCOMPARE(button.isEnabled(), !button.toolTip().startsWith(reason));
        }
    }
}

void RunPagesTest::aRunIsProfiled() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("fashion-mnist-100"));
    QTRY_VERIFY(w.runs.press("runs.header.profile"));
    auto& steps = w.runs.find<QSpinBox>("runs.profile_dialog.steps");
    QCOMPARE(steps.value(), 20);
    steps.setValue(7);
    QVERIFY(w.runs.press("runs.profile_dialog.start"));
    QTRY_COMPARE(agent.profiles().size(), 1U);
    QCOMPARE(agent.profiles()[0], std::pair(QString("fashion-mnist-100"), 7));
    // While it lasts, the window responds, shows the progress, and offers no file.
    QVERIFY(w.runs.find<QProgressBar>("runs.profile_dialog.progress").isVisible());
    QVERIFY(!w.runs.find<QPushButton>("runs.profile_dialog.copy_path").isVisible());
    bridge::RunUpdate update;
    update.progress.emplace();
    update.progress->step = 1'000'000;
    agent.push("fashion-mnist-100", update);
    QTRY_COMPARE(w.runs.find<QProgressBar>("runs.profile_dialog.progress").value(), 7);
    agent.setProfile(bridge::ProfileOutcome{"/runs/fashion-mnist-100/profiles/trace-120.json", 120, 2});
    QTRY_COMPARE(w.runs.labelText("runs.profile_dialog.path"),
                 QString("/runs/fashion-mnist-100/profiles/trace-120.json"));
    QVERIFY(w.runs.labelText("runs.profile_dialog.text").contains("Steps 121 to 127, tasks: 2"));
    QVERIFY(w.runs.labelText("runs.profile_dialog.text").contains("ui.perfetto.dev"));
    QVERIFY(w.runs.press("runs.profile_dialog.copy_path"));
    QCOMPARE(QApplication::clipboard()->text(), QString("/runs/fashion-mnist-100/profiles/trace-120.json"));
    QVERIFY(w.runs.find<QPushButton>("runs.profile_dialog.open_folder").isVisible());
    QVERIFY(w.runs.press("runs.profile_dialog.close"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("runs.profile_dialog"));

    // The reason why there is none is shown there too, and in the header if the dialog was closed.
    QTRY_VERIFY(w.runs.press("runs.header.profile"));
    QVERIFY(w.runs.press("runs.profile_dialog.start"));
    QTRY_COMPARE(agent.profiles().size(), 2U);
    agent.setProfile(std::unexpected(bridge::Failure{"worker:1 (pid 7) ended", "profile.task_ended"}));
    QTRY_VERIFY(w.runs.labelText("runs.profile_dialog.text").contains("worker:1 (pid 7) ended"));
    QCOMPARE(w.runs.labelText("runs.header.notice"), QString("worker:1 (pid 7) ended"));
}

void RunPagesTest::theStacksOfAHangAreShown() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("fashion-mnist-100"));
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    QVERIFY(!w.runs.canPress("runs.header.stacks"));  // no task is waiting
    bridge::RunDetail blocked = testing::detailOf(testing::hundredRuns(kNow)[0]);
    blocked.tasks[0].call = "all_reduce 7";
    blocked.tasks[0].callSince = kNow - 60;
    agent.setDetail(blocked);  // read again with the first update
    bridge::RunUpdate update;
    update.progress.emplace();
    update.progress->tasks = blocked.tasks;
    agent.push("fashion-mnist-100", update);
    QTRY_VERIFY(w.runs.press("runs.header.stacks"));
    // It waits, shows that, and the window stays usable meanwhile.
    QTRY_COMPARE(agent.stackReadings(), 1);
    QVERIFY(w.runs.labelText("runs.stacks_dialog.text").contains("Reading the stacks"));
    QVERIFY(!w.runs.canPress("runs.stacks_dialog.refresh"));
    QVERIFY(w.runs.canPress("runs.header.pause"));
    const bridge::TaskStacks waiting{
        "worker:0", 10, "sleeping", {}, {{10, "trainyard-worke", {"syscall", "a::wait"}}}};
    const bridge::TaskStacks stopped{
        "worker:1",
        11,
        "stopped",
        {},
        {{11, "trainyard-worke", {"a::step", "main"}}, {12, "ty-spool", {"b::write"}}}};
    agent.setStacks(std::vector{waiting, stopped});
    // The one that is stopped is shown first.
    auto& frames = w.runs.find<QPlainTextEdit>("runs.stacks_dialog.frames");
    QTRY_COMPARE(frames.toPlainText(),
                 QString("Thread 11 trainyard-worke (main)\n  #0   a::step\n  #1   main\n\n"
                         "Thread 12 ty-spool\n  #0   b::write"));
    auto& tasks = w.runs.find<QListWidget>("runs.stacks_dialog.tasks");
    QCOMPARE(tasks.item(1)->text(), QString("worker:1 (stopped)"));
    tasks.setCurrentRow(0);
    QVERIFY(frames.toPlainText().contains("#1   a::wait"));
    QVERIFY(w.runs.press("runs.stacks_dialog.copy"));
    QVERIFY(QApplication::clipboard()->text().startsWith("worker:0 pid 10\nThread 10"));
    // After another request the same task stays selected; a failed read says why and keeps the old contents.
    QVERIFY(w.runs.press("runs.stacks_dialog.refresh"));
    bridge::TaskStacks gone = waiting;
    gone.error = "process 10 has ended";
    gone.threads.clear();
    agent.setStacks(std::vector{stopped, gone});
    QTRY_COMPARE(frames.toPlainText(), QString("There are no stacks: process 10 has ended"));
    QVERIFY(w.runs.press("runs.stacks_dialog.refresh"));
    agent.setStacks(std::unexpected(bridge::Failure{"install the package elfutils", "stacks.no_tool"}));
    QTRY_VERIFY(w.runs.labelText("runs.stacks_dialog.text").contains("install the package elfutils"));
    QCOMPARE(tasks.count(), 2);
    // Closing the dialog ends a reading in progress.
    QVERIFY(w.runs.press("runs.stacks_dialog.refresh"));
    QTRY_COMPARE(agent.stackReadings(), 4);
    QVERIFY(w.runs.press("runs.stacks_dialog.close"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("runs.stacks_dialog"));
    QTRY_COMPARE(agent.cancelledStackReadings(), 1);
}

void RunPagesTest::whatTasksUseIsShownOnDemand() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("fashion-mnist-100"));
    agent.push("fashion-mnist-100", points(kBatch, 1, 5));
    const bridge::SeriesKey chief{"worker:0", "train", "system/rss_bytes"};
    const bridge::SeriesKey other{"worker:1", "train", "system/rss_bytes"};
    agent.push("fashion-mnist-100", points(chief, 1, 3));
    agent.push("fashion-mnist-100", points(other, 1, 4));
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 5);
    auto& box = w.runs.find<QCheckBox>("runs.curves.system");
    auto& memory = w.runs.find<widgets::CurvePlot>("runs.memory.chart");
    QVERIFY(!box.isChecked());
    QVERIFY(!memory.isVisible());
    box.click();
    QTRY_VERIFY(memory.isVisible());
    QTRY_COMPARE(memory.content().lines.size(), 2U);
    QCOMPARE(memory.content().lines[0].name, QString("worker:0"));
    QCOMPARE(memory.content().lines[1].name, QString("worker:1"));
    QCOMPARE(memory.content().lines[1].curve->size(), 4U);
    QVERIFY(memory.content().hasZero);
    // GPU use is shown next to it as soon as there is any.
    auto& gpu = w.runs.find<widgets::CurvePlot>("runs.gpu.chart");
    QVERIFY(!gpu.isVisible());
    const bridge::SeriesKey busy{"worker:0", "train", "system/gpu_percent"};
    const bridge::SeriesKey held{"worker:0", "train", "system/gpu_memory_bytes"};
    agent.push("fashion-mnist-100", points(busy, 1, 3));
    agent.push("fashion-mnist-100", points(held, 1, 3));
    QTRY_VERIFY(gpu.isVisible());
    QTRY_COMPARE(gpu.content().lines.size(), 1U);
    QTRY_COMPARE(w.runs.find<widgets::CurvePlot>("runs.gpu_memory.chart").content().lines.size(), 1U);
    // It is not listed as a training metric.
    QCOMPARE(w.runs.find<QComboBox>("runs.loss.metric").findText("system/rss_bytes"), -1);
    box.click();
    QVERIFY(!memory.isVisible());
}

void RunPagesTest::anEndedRunIsResumedAndWatchedAgain() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[1].canResume = true;
    agent.setRuns(runs);
    agent.finish(runs[1].id);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_VERIFY(w.runs.canPress("runs.header.resume"));
    QVERIFY(!w.runs.canPress("runs.header.pause"));
    QVERIFY(w.runs.press("runs.header.resume"));
    QTRY_COMPARE(agent.resumes().size(), 1U);
    QCOMPARE(agent.resumes()[0].run, runs[1].id);
    agent.resumeStreams(runs[1].id);
    agent.push(runs[1].id, points(kBatch, 1, 7));
    runs[1].state = bridge::RunState::kRunning;
    runs[1].attempts = 2;
    agent.updateRun(runs[1]);
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 7);
    QTRY_COMPARE(w.runs.labelText("runs.header.state"), QString("running (attempt 2)"));
}

void RunPagesTest::anEndedRunIsRunAgainAsAnUntitledCopy() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    for (const auto& run : {runs[1], runs[2]}) agent.finish(run.id);
    auto changed = testing::detailOf(runs[2]);
    changed.runFile = "trainyard: 1\nname: r\ntrain: {epochs: 9}\n";
    changed.startedRunFile = "trainyard: 1\nname: r\ntrain: {epochs: 3}\n";
    agent.setDetail(changed);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_VERIFY(w.runs.canPress("runs.header.again"));
    QVERIFY(!w.runs.canPress("runs.header.again_changed"));  // there is one version of its file
    QVERIFY(w.runs.press("runs.header.again"));
    QTRY_VERIFY(w.window.findChild<QLabel*>("new_run.header.title"));
    QTRY_COMPARE(w.newRun.labelText("new_run.header.title"), QString("Untitled"));
    QCOMPARE(w.newRun.text(), testing::detailOf(runs[1]).runFile);
    QCOMPARE(w.newRun.find<QPushButton>("new_run.choices.save").text(),
             QString("Save…"));  // asks for a place
    // Of a run that was changed, both versions.
    for (const auto& [button, text] : {std::pair("runs.header.again", changed.startedRunFile),
                                       std::pair("runs.header.again_changed", changed.runFile)}) {
        w.window.openPage("runs", runs[2].id);
        QTRY_VERIFY(w.runs.canPress("runs.header.again_changed"));
        QVERIFY(w.runs.press(button));
        QTRY_COMPARE(w.newRun.text(), text);
        QCOMPARE(w.newRun.labelText("new_run.header.title"), QString("Untitled"));
    }
    QVERIFY(agent.files().empty());
}

void RunPagesTest::theFocusStaysWhereARunWasStopped() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    for (const char* name : {"runs.header.stop_after_epoch", "runs.header.save_and_stop"}) {
        runs[0].state = bridge::RunState::kRunning;
        agent.updateRun(runs[0]);
        QTRY_VERIFY(w.runs.canPress(name));
        auto& button = w.runs.find<QPushButton>(name);
        button.setFocus();
        QTest::keyClick(&button, Qt::Key_Space);
        runs[0].state = bridge::RunState::kStopping;
        agent.updateRun(runs[0]);
        QTRY_VERIFY(!button.isEnabled());
        QVERIFY(w.runs.canPress("runs.header.kill"));
        // Another press does nothing.
        QVERIFY(!qobject_cast<QAbstractButton*>(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(!w.window.findChild<QDialog*>("runs.kill_dialog"));
        // If the run continues after all, the button is enabled again; if it ended, the next action is.
        runs[0].state = bridge::RunState::kRunning;
        agent.updateRun(runs[0]);
        QTRY_COMPARE(QApplication::focusWidget(), &button);
        runs[0].state = bridge::RunState::kStopped;
        agent.updateRun(runs[0]);
        QTRY_COMPARE(QApplication::focusWidget()->objectName(), QString("runs.header.again"));
    }
}

void RunPagesTest::aMessageDoesNotMoveThePage() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    w.window.resize(1280, 800);
    QTRY_VERIFY(w.runs.canPress("runs.header.stop_after_epoch"));
    const auto place = [&](const char* name) {
        return w.runs.find<QWidget>(name).mapTo(&w.window, QPoint()).y();
    };
    QCoreApplication::sendPostedEvents();
    const int before = place("runs.loss.log");
    QVERIFY(w.runs.press("runs.header.stop_after_epoch"));
    QTRY_VERIFY(!w.runs.labelText("runs.header.notice").isEmpty());
    QCoreApplication::sendPostedEvents();
    QCOMPARE(place("runs.loss.log"), before);
    // Nor does a report of blocked tasks, in one line or in many, and its end.
    bridge::RunDetail blocked = testing::detailOf(testing::hundredRuns(kNow)[0]);
    blocked.tasks[0].call = "all_reduce 7";
    blocked.tasks[0].callSince = kNow - 60;
    agent.setDetail(blocked);  // read again with the first update
    bridge::RunUpdate update;
    update.progress.emplace();
    update.progress->tasks = blocked.tasks;
    agent.push("fashion-mnist-100", update);
    auto& stacks = w.runs.find<QPushButton>("runs.header.stacks");
    QTRY_VERIFY(stacks.isVisible());
    QCoreApplication::sendPostedEvents();
    QCOMPARE(place("runs.loss.log"), before);
    const int button = place("runs.header.stacks");
    QString many = "worker:1 has been silent for 7 s";
    for (int task = 0; task < 20; ++task)
        many += QStringLiteral("; worker:%1 waits in all_reduce 7").arg(task);
    update.events = {{.seq = 1000,
                      .time = kNow,
                      .kind = bridge::EventKind::kWarning,
                      .text = many,
                      .code = "task.stalled"}};
    update.progress->tasks[0].isBlocking = true;
    agent.push("fashion-mnist-100", update);
    QTRY_VERIFY(w.runs.labelText("runs.header.hang").contains("worker:19 waits"));
    QCoreApplication::sendPostedEvents();
    QCOMPARE(place("runs.loss.log"), before);
    auto& details = w.runs.find<QScrollArea>("runs.header.details");
    QTRY_VERIFY(details.verticalScrollBar()->maximum() > 0);
    QVERIFY(details.focusPolicy() & Qt::TabFocus);
    QCOMPARE(place("runs.header.stacks"), button);
    update.events.clear();
    update.progress->tasks[0].isBlocking = false;
    update.progress->tasks[0].call = {};
    update.progress->tasks[0].callSince = 0;
    agent.push("fashion-mnist-100", update);
    QTRY_VERIFY(!stacks.isVisible());
    QCoreApplication::sendPostedEvents();
    QCOMPARE(place("runs.loss.log"), before);
    for (const QString page : {"checkpoints", "clusters", "nodes"}) {
        w.window.openPage(page, {});
        auto& notice = w.runs.find<QLabel>(page + ".header.notice");
        const int height = notice.height();
        QVERIFY(notice.isVisible() && height >= notice.fontMetrics().height());
        notice.setText("Done.");
        QCoreApplication::sendPostedEvents();
        QCOMPARE(notice.height(), height);
    }
}

void RunPagesTest::aRestartIsOneLine() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    const QString live = "fashion-mnist-100";
    agent.push(live, {.points = {{kBatch, 1, {1, 2, 3}, {3, 2, 1}, {100, 101, 102}}}});
    const bridge::EventRow restarted{.seq = 1,
                                     .time = 102.2,
                                     .kind = bridge::EventKind::kAttempt,
                                     .number = 2,
                                     .step = 2,
                                     .text = "worker:1 was killed by signal 9"};
    agent.push(
        live, {.events = {restarted}, .points = {{kBatch, 2, {3, 4}, {1, 0.5}, {102.8, 103}}}, .lastSeq = 1});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.rows("runs.events.table").value(0).section('|', 1),
                 QString("worker:1 was killed by signal 9 → recovered in 0.8 s: attempt 2 from step 2"));
    QTRY_COMPARE(w.runs.labelText("runs.header.restart"),
                 w.runs.rows("runs.events.table").value(0).section('|', 1));
    const auto& marks = w.runs.find<widgets::CurvePlot>("runs.loss.chart").content().events;
    QTRY_COMPARE(marks.size(), 2U);
    QCOMPARE(marks[0].kind, widgets::PlotEvent::Kind::kFailure);
    QCOMPARE(marks[0].step, 3);  // where the first attempt broke off
    QCOMPARE(marks[1].kind, widgets::PlotEvent::Kind::kRestart);
    QCOMPARE(marks[1].step, 2);
}

void RunPagesTest::amongManyQuantitiesOneSearches() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    bridge::RunUpdate update = points(kBatch, 1, 7);
    for (int i = 0; i < 1500; ++i)
        update.points.push_back({{"worker:0", "train", QString("batch_tag_%1").arg(i)}, 1, {1}, {0.5}});
    agent.push("fashion-mnist-100", update);
    OpenWindow w(agent);
    auto& metric = w.runs.find<QComboBox>("runs.loss.metric");
    QTRY_COMPARE(metric.count(), 1501);
    QVERIFY(metric.isEditable());
    QCOMPARE(metric.currentText(), QString("loss"));
    metric.lineEdit()->setFocus();
    metric.lineEdit()->selectAll();
    QTest::keyClicks(metric.lineEdit(), "TAG_777");
    QCOMPARE(metric.completer()->completionCount(), 1);
    // The popup is a window of its own and looks like the others, in each theme.
    const QWidget& popup = *metric.completer()->popup();
    QCOMPARE(popup.styleSheet(), widgets::Theme::current().styleSheet());
    w.action("shell.view.theme_dark").trigger();
    QCOMPARE(popup.styleSheet(), widgets::Theme::current().styleSheet());
    metric.setCurrentIndex(metric.findText("tag_777"));
    emit metric.activated(metric.currentIndex());
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 1);
    // Text that matches none keeps the current one.
    metric.lineEdit()->setText("no such");
    emit metric.lineEdit()->editingFinished();
    QCOMPARE(metric.currentText(), QString("tag_777"));
}

void RunPagesTest::whatIsNotDrawnIsNotKept() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    const QString live = "fashion-mnist-100";
    const bridge::SeriesKey other{"worker:0", "train", "batch_other"};
    agent.push(live, points(kBatch, 1, 5));
    agent.push(live, points({"worker:0", "train", "batch_accuracy"}, 1, 5));  // the other chart's
    agent.push(live, points(other, 1, 5));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 5);
    const auto asked = [&] {
        return std::ranges::count_if(agent.queries(), [&](const auto& q) { return q.key == other; });
    };
    const auto before = asked();
    for (int i = 0; i < 3; ++i) agent.push(live, points(other, 6 + 5000 * i, 5000 * (i + 1)));
    agent.push(live, points(kBatch, 6, 9));
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 9);
    QCOMPARE(asked(), before);  // it is hidden, so there is no query
    auto& metric = w.runs.find<QComboBox>("runs.loss.metric");
    metric.setCurrentIndex(metric.findText("other"));
    emit metric.activated(metric.currentIndex());
    QTRY_VERIFY(w.runs.drawnPoints("loss") >= 100);  // complete once it is visible
}

void RunPagesTest::usageIsShownNextToTheEstimate() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    bridge::RunDetail detail = testing::detailOf(runs.front());
    detail.estimated = {.memoryPerReplica = 64'000'000, .bytesPerStep = 1'000'000};
    detail.measured = {.memoryPerReplica = 80'000'000, .bytesPerStep = 1'000'000};
    agent.setDetail(detail);
    OpenWindow w(agent);
    QTRY_COMPARE(
        w.runs.labelText("runs.header.figures"),
        QString(
            "Memory per replica: 80.0 MB with libtorch (estimated without: 64.0 MB) · sent per step: 1.0 MB "
            "(estimated 1.0 MB)"));
}

void RunPagesTest::serverTrafficIsShownNextToTheEstimate() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    bridge::RunDetail detail = testing::detailOf(runs.front());
    detail.estimated.traffic = {{"ps:0", 2'000'000, 2'000'000, 2'000'000},
                                {"ps:1", 1'000'000, 1'000'000, 1'000'000}};
    agent.setDetail(detail);
    detail = testing::detailOf(runs[1]);
    detail.measured.traffic = {{"ps:0", 5'000'000, 3'000'000, 3'000'000}};
    agent.setDetail(detail);
    OpenWindow w(agent);
    auto& tabs = w.runs.find<QTabWidget>("runs.history.tabs");
    auto& measured = w.runs.find<widgets::TrafficView>("runs.servers.measured");
    auto& estimated = w.runs.find<widgets::TrafficView>("runs.servers.estimated");
    QTRY_COMPARE(tabs.count(), 3);
    tabs.setCurrentIndex(2);
    QVERIFY(estimated.isVisible());
    QVERIFY(estimated.accessibleDescription().startsWith("ps:0 holds 2.0 MB, sends 2.0 MB"));
    QVERIFY(!measured.isVisible());  // the attempt continues
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_VERIFY(measured.accessibleDescription().startsWith("ps:0 holds 5.0 MB, sends 3.0 MB"));
    QVERIFY(!estimated.isVisible());
    QVERIFY(w.runs.choose(runs[2].id));
    QTRY_COMPARE(tabs.count(), 2);
}

void RunPagesTest::theTimeOfARunIsSplit() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[0].id));
    w.runs.find<QTabWidget>("runs.history.tabs").setCurrentIndex(1);
    auto& chart = w.runs.find<widgets::Chart>("runs.time.chart");
    QVERIFY(chart.isVisible());
    bridge::EventRow attempt{
        .seq = 1000, .time = kNow - 60, .kind = bridge::EventKind::kAttempt, .number = 1};
    bridge::EventRow end{.seq = 1001, .time = kNow, .kind = bridge::EventKind::kFinished};
    agent.push(runs[0].id, {.events = {attempt, end}});
    QTRY_VERIFY2(chart.asText().contains("1, starting: 60"), qPrintable(chart.asText()));
    // The steps of a task are offered, and queried, as soon as their time is known.
    auto& of = w.runs.find<QComboBox>("runs.time.of");
    for (const char* tag : {"system/input_ms", "system/compute_ms", "system/wait_ms"})
        agent.push(runs[0].id, points({"worker:0", "train", tag}, 1, 4));
    QTRY_COMPARE(of.count(), 2);
    of.setCurrentIndex(1);
    QTRY_VERIFY2(chart.asText().contains("step 2, compute: 0.5"), qPrintable(chart.asText()));
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_COMPARE(of.count(), 1);
}

void RunPagesTest::newsOfOtherRunsLeaveTheChoiceAlone() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("mlp-98"));
    runs.front().step += 100;
    agent.updateRun(runs.front());
    runs.front().id = "fashion-mnist-101";
    runs.front().created += 10;
    agent.updateRun(runs.front());
    QTRY_COMPARE(w.runs.runs().size(), 101);
    QCOMPARE(w.runs.labelText("runs.header.title"), QString("mlp-98"));
}

void RunPagesTest::aLongFailureLeavesTheWindowItsSize() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[0].state = bridge::RunState::kFailed;
    agent.setRuns(runs);
    auto detail = testing::detailOf(runs[0]);
    detail.failureText = "worker:1 (local) failed: <b>not a number</b> in line 7";
    for (int frame = 0; frame < 40; ++frame)
        detail.failureText.text +=
            QStringLiteral("\nframe #%1: some_namespace::of_a_library::call(int) + 0x%1").arg(frame);
    agent.setDetail(detail);
    OpenWindow w(agent);
    w.window.resize(1280, 800);
    QTRY_VERIFY(w.runs.labelText("runs.header.failure").contains("frame #39"));
    // Text from another program is not markup.
    QCOMPARE(w.runs.find<QLabel>("runs.header.failure").textFormat(), Qt::PlainText);
    auto& details = w.runs.find<QScrollArea>("runs.header.details");
    QTRY_VERIFY(details.isVisible() && details.verticalScrollBar()->maximum() > 0);
    QVERIFY2(w.window.minimumSizeHint().height() <= 720,
             qPrintable(QString::number(w.window.minimumSizeHint().height())));
    QCOMPARE(w.window.size(), QSize(1280, 800));
    QVERIFY(details.height() > 5 * details.fontMetrics().lineSpacing());
    QVERIFY(details.focusPolicy() & Qt::TabFocus);  // its end is reachable by keyboard
    // A short text takes only the space it needs, and no text takes none.
    detail.failureText = "worker:1 (local) was killed";
    agent.setDetail(detail);
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_VERIFY(w.runs.labelText("runs.header.failure").isEmpty());
    QVERIFY(w.runs.choose(runs[0].id));
    QTRY_COMPARE(w.runs.labelText("runs.header.failure"), detail.failureText);
    QTRY_VERIFY(details.isVisible() &&
                details.height() >= w.runs.find<QLabel>("runs.header.failure").height());
    QCOMPARE(details.verticalScrollBar()->maximum(), 0);
    QVERIFY(!(details.focusPolicy() & Qt::TabFocus));
}

TY_WIDGET_TEST(RunPagesTest);
#include "tst_run_pages.moc"
