// SPDX-License-Identifier: Apache-2.0
// What is asked of a run on its page: a drill, a profile, stacks, a resumption; and where the answer is
// shown.
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"

using namespace trainyard;
using testing::kBatch;
using testing::kNow;
using testing::OpenWindow;
using testing::points;

class RunRequestsTest : public QObject {
    Q_OBJECT
  private slots:
    void aTaskIsKilledAsADrill();
    void aDisabledButtonShowsTheReason();
    void aRunIsProfiled();
    void theAnswerToARequestStays();
    void theStacksOfAHangAreShown();
    void anEndedRunIsResumedAndWatchedAgain();
    void anEndedRunIsRunAgainAsAnUntitledCopy();
    void theFocusStaysWhereARunWasStopped();
};

void RunRequestsTest::aTaskIsKilledAsADrill() {
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

void RunRequestsTest::aDisabledButtonShowsTheReason() {
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
        {bridge::RunState::kPausing, "The run is about to pause.\n"},
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

void RunRequestsTest::aRunIsProfiled() {
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

void RunRequestsTest::theAnswerToARequestStays() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[0].id));
    QTRY_VERIFY(w.runs.press("runs.header.profile"));
    QVERIFY(w.runs.press("runs.profile_dialog.start"));
    QTRY_COMPARE(agent.profiles().size(), 1U);
    agent.setProfile(std::unexpected(bridge::Failure{"worker:1 (pid 7) ended", "profile.task_ended"}));
    QTRY_COMPARE(w.runs.labelText("runs.header.notice"), QString("worker:1 (pid 7) ended"));
    QVERIFY(w.runs.press("runs.profile_dialog.close"));

    // The first update makes the window read the whole run again, which is no answer to a request.
    auto detail = testing::detailOf(runs[0]);
    detail.measured.memoryPerReplica = 123'000'000;
    agent.setDetail(detail);
    agent.push(runs[0].id, points(kBatch, 1, 5));
    QTRY_VERIFY(w.runs.labelText("runs.header.figures").contains("123.0 MB"));
    QCOMPARE(w.runs.labelText("runs.header.notice"), QString("worker:1 (pid 7) ended"));

    // That the run cannot be read is said until it can be.
    agent.goAway();
    QTRY_VERIFY(w.runs.labelText("runs.header.notice") != "worker:1 (pid 7) ended");
    agent.comeBack();
    QTRY_COMPARE(w.runs.labelText("runs.header.notice"), QString());
}

void RunRequestsTest::theStacksOfAHangAreShown() {
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

void RunRequestsTest::anEndedRunIsResumedAndWatchedAgain() {
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

void RunRequestsTest::anEndedRunIsRunAgainAsAnUntitledCopy() {
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

void RunRequestsTest::theFocusStaysWhereARunWasStopped() {
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

TY_WIDGET_TEST(RunRequestsTest);
#include "tst_run_requests.moc"
