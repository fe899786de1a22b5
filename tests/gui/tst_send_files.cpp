// SPDX-License-Identifier: Apache-2.0
// What a run needs and its nodes lack is sent by the button of the finding, or where a start was refused for
// it.
#include <QApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QTableView>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"
#include "ui/bridge/run_files.h"

using namespace trainyard;
using testing::kNow;
using testing::kRun;
using testing::OpenForm;
using testing::OpenWindow;

namespace {

bridge::Finding lack(const QString& node) {
    return {.severity = bridge::Severity::kError,
            .code = bridge::kLacksFilesCode,
            .message = "node " + node + " lacks /data/images.gz (files to send: 1, bytes: 45000000)",
            .path = "train.data.train",
            .fix = "send them"};
}

/// A form whose run cannot start, because two nodes lack files.
struct OpenLack : OpenForm {
    explicit OpenLack(testing::ScriptedAgent& agent) : OpenForm(agent) {
        agent.setFindings({lack("gpu-a"), lack("gpu-b")});
        newRun.write(QString(kRun) + "seed: 3\n");
        if (!QTest::qWaitFor([&] { return window.findChild<QPushButton*>("new_run.send.start"); }))
            qFatal("nothing is offered");
    }
    QString text() { return newRun.labelText("new_run.send.text"); }
};

}  // namespace

class SendFilesTest : public QObject {
    Q_OBJECT
  private slots:
    void whatNodesLackIsSentAndCheckedAgain();
    void theButtonIsReachedByTab();
    void aSendingIsCancelled();
    void aFailureIsShownAndCanBeRepeated();
    void aSendingEndsWithTheWindow();
    void aFindingNamesTheNodeOfItsTask();
    void aNodeWithoutLibtorchIsPrepared();
    void aRefusedResumeIsSentForAndRepeated();
    void aSendingResumesItsRunWhileAnotherOneIsShown();
    void aRefusedBranchIsSentForAndRepeated();
};

void SendFilesTest::whatNodesLackIsSentAndCheckedAgain() {
    testing::ScriptedAgent agent;
    OpenLack w(agent);
    QCOMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 2"));
    QCOMPARE(w.text(), QString("Nodes lack files that this run names."));
    const auto& button = w.newRun.find<QPushButton>("new_run.send.start");
    QCOMPARE(button.text(), QString("Send"));
    QCOMPARE(button.accessibleName(), QString("Send what the nodes lack"));
    QVERIFY(w.newRun.press("new_run.send.start"));
    QTRY_COMPARE(w.text(), QString("Sending /data/images.gz to gpu-a: 12.0 MB of 45.0 MB"));
    const auto& progress = w.newRun.find<QProgressBar>("new_run.send.progress");
    QVERIFY(progress.isVisible());
    QCOMPARE(progress.value(), 266);
    QCOMPARE(progress.maximum(), 1000);
    QVERIFY(!w.newRun.canPress("new_run.send.start"));
    agent.setFindings({});
    agent.finishSending(45'000'000);
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    QCOMPARE(w.newRun.findings(), QStringList());
    QCOMPARE(agent.sendings(), QStringList{"start"});
    QCOMPARE(w.text(), QString("Sent to the nodes: 45.0 MB."));
    QVERIFY(!progress.isVisible());
    QVERIFY(w.newRun.press("new_run.send.button"));
    QVERIFY(!w.newRun.find<QWidget>("new_run.send.text").isVisible());
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QTRY_COMPARE(agent.starts(), 1);
}

void SendFilesTest::theButtonIsReachedByTab() {
    testing::ScriptedAgent agent;
    OpenLack w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QCOMPARE(testing::unreachedByTab(w.window).join(", "), QString());
    w.newRun.find<QPushButton>("new_run.send.start").setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(agent.sendings(), QStringList{"start"});
    QCOMPARE(testing::unreachedByTab(w.window).join(", "), QString());  // the one that cancels, too
    agent.setFindings({});
    agent.finishSending(1);
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    QCOMPARE(testing::unreachedByTab(w.window).join(", "), QString());
}

void SendFilesTest::aSendingIsCancelled() {
    testing::ScriptedAgent agent;
    OpenLack w(agent);
    const int checks = agent.checks();
    QVERIFY(w.newRun.press("new_run.send.start"));
    QTRY_COMPARE(agent.sendings(), QStringList{"start"});
    QVERIFY(w.newRun.press("new_run.send.button"));
    QTRY_COMPARE(agent.cancelledSendings(), 1);
    QCOMPARE(w.text(), QString("The sending was cancelled. The next one continues it."));
    QTRY_VERIFY(w.newRun.canPress("new_run.send.start"));
    QTRY_VERIFY(agent.checks() > checks);  // there is less to send
    QVERIFY(w.newRun.press("new_run.send.start"));
    QTRY_COMPARE(agent.sendings(), (QStringList{"start", "start"}));
}

void SendFilesTest::aFailureIsShownAndCanBeRepeated() {
    testing::ScriptedAgent agent;
    OpenLack w(agent);
    const int checks = agent.checks();
    QVERIFY(w.newRun.press("new_run.send.start"));
    agent.finishSending(std::unexpected(bridge::Failure{"node gpu-a: the disk is full", "disk.full"}));
    QTRY_COMPARE(w.text(), QString("Not sent: node gpu-a: the disk is full"));
    QTRY_VERIFY(agent.checks() > checks);
    QTRY_VERIFY(w.newRun.canPress("new_run.send.start"));
    QVERIFY(w.newRun.press("new_run.send.start"));
    QTRY_COMPARE(agent.sendings().size(), 2);
    // It has failed, too, where the agent ends.
    agent.goAway();
    QTRY_VERIFY2(w.text().startsWith("Not sent: no agent answers"), qPrintable(w.text()));
}

void SendFilesTest::aSendingEndsWithTheWindow() {
    testing::ScriptedAgent agent;
    {
        OpenLack w(agent);
        QVERIFY(w.newRun.press("new_run.send.start"));
        QTRY_COMPARE(agent.sendings().size(), 1);
    }
    QCOMPARE(agent.cancelledSendings(), 1);
}

void SendFilesTest::aFindingNamesTheNodeOfItsTask() {
    qputenv("TRAINYARD_PLUGIN_PATH", TRAINYARD_SOURCE_DIR "/plugins/strategies");
    const auto restore = qScopeGuard([] { qunsetenv("TRAINYARD_PLUGIN_PATH"); });
    const auto check = [](const v1::CheckRunRequest&) -> base::Result<v1::CheckRunReply> {
        v1::CheckRunReply reply;
        for (const char* path : {"cluster.worker[1]", "cluster"}) {
            v1::Problem& problem = *reply.add_problems();
            problem.set_severity(v1::Problem::ERROR);
            problem.set_code("node.not_prepared");
            problem.set_path(path);
        }
        return reply;
    };
    const QString text = QString(kRun) +
                         "strategy: {multi_worker_mirrored: {}}\n"
                         "cluster: {worker: [local, \"gpu-a:4000\"]}\n";
    const auto run = bridge::loadRun({.text = text, .name = "r", .folder = "/tmp"}, check);
    QStringList nodes;
    for (const bridge::Finding& finding : run.findings)
        if (finding.code == bridge::kNotPreparedCode) nodes << finding.node;
    QCOMPARE(nodes, (QStringList{"gpu-a", ""}));
}

void SendFilesTest::aNodeWithoutLibtorchIsPrepared() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    agent.setFindings({{.severity = bridge::Severity::kError,
                        .code = bridge::kNotPreparedCode,
                        .message = "node gpu-a has no libtorch",
                        .path = "cluster.worker[0]",
                        .node = "gpu-a"}});
    w.newRun.write(QString(kRun) + "seed: 3\n");
    QTRY_VERIFY(w.window.findChild<QPushButton*>("new_run.setup.start"));
    QCOMPARE(w.newRun.find<QPushButton>("new_run.setup.start").accessibleName(), QString("Prepare gpu-a"));
    QVERIFY(w.newRun.press("new_run.setup.start"));
    QTRY_COMPARE(agent.nodeOrders(), QStringList{"prepare gpu-a"});
    QVERIFY(!w.newRun.canPress("new_run.setup.start"));
    agent.askInSetUp({.id = "1", .prompt = "Password:", .kind = bridge::SshQuestion::Kind::kSecret});
    QTRY_VERIFY(w.window.findChild<QWidget*>("new_run.question"));
    agent.askInSetUp({});
    agent.finishSetUp(std::unexpected(bridge::Failure{"the disk of gpu-a is full", "disk.full"}));
    QTRY_COMPARE(w.newRun.labelText("new_run.setup.text"), QString("the disk of gpu-a is full"));
    QVERIFY(w.newRun.press("new_run.setup.start"));
    agent.setFindings({});
    agent.finishSetUp(bridge::NodeRow{.name = "gpu-a", .target = "me@gpu-a"});
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    QCOMPARE(w.newRun.labelText("new_run.setup.text"), QString("gpu-a is ready for runs."));
}

void SendFilesTest::aRefusedResumeIsSentForAndRepeated() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    for (const int i : {1, 2}) runs[i].canResume = true;
    agent.setRuns(runs);
    for (const int i : {1, 2}) agent.finish(runs[i].id);
    agent.setStartOutcome({.run = {}, .findings = {lack("gpu-a")}});
    OpenWindow w(agent);
    w.window.openPage("runs", runs[1].id);
    QTRY_VERIFY(w.runs.canPress("runs.header.resume"));
    QVERIFY(w.runs.press("runs.header.resume"));
    QTRY_VERIFY(w.window.findChild<QPushButton*>("runs.send.start"));
    QTRY_VERIFY(w.runs.canPress("runs.send.start"));
    QVERIFY(w.runs.labelText("runs.header.notice").startsWith("Not resumed: node gpu-a lacks"));
    QCOMPARE(w.runs.find<QPushButton>("runs.send.start").text(), QString("Send and resume"));
    QVERIFY(w.runs.press("runs.send.start"));
    QTRY_COMPARE(agent.sendings(), QStringList{"resume " + runs[1].id});
    QVERIFY(!w.runs.find<QWidget>("runs.send.start").isVisible());
    agent.finishSending(std::unexpected(bridge::Failure{"node gpu-a: the disk is full", "disk.full"}));
    QTRY_COMPARE(w.runs.labelText("runs.send.text"), QString("Not sent: node gpu-a: the disk is full"));
    QCOMPARE(agent.resumes().size(), 1U);
    agent.setStartOutcome({});
    QVERIFY(w.runs.press("runs.send.start"));
    agent.finishSending(45'000'000);
    QTRY_COMPARE(agent.resumes().size(), 2U);
    QCOMPARE(agent.resumes()[1].run, runs[1].id);
    QTRY_VERIFY(!w.runs.find<QWidget>("runs.send.text").isVisible());
    // The offer belongs to the run.
    agent.setStartOutcome({.run = {}, .findings = {lack("gpu-a")}});
    QTRY_VERIFY(w.runs.canPress("runs.header.resume"));
    QVERIFY(w.runs.press("runs.header.resume"));
    QTRY_VERIFY(w.runs.canPress("runs.send.start"));
    w.window.openPage("runs", runs[2].id);
    QTRY_VERIFY(!w.runs.find<QWidget>("runs.send.start").isVisible());
}

void SendFilesTest::aSendingResumesItsRunWhileAnotherOneIsShown() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    for (const int i : {1, 2}) runs[i].canResume = true;
    agent.setRuns(runs);
    for (const int i : {1, 2}) agent.finish(runs[i].id);
    OpenWindow w(agent);
    for (const bool isRefused : {false, true}) {
        agent.setStartOutcome({.run = {}, .findings = {lack("gpu-a")}});
        w.window.openPage("runs", runs[1].id);
        QTRY_VERIFY(w.runs.canPress("runs.header.resume"));
        QVERIFY(w.runs.press("runs.header.resume"));
        QTRY_VERIFY(w.window.findChild<QPushButton*>("runs.send.start"));
        QTRY_VERIFY(w.runs.canPress("runs.send.start"));
        const auto resumed = agent.resumes().size();
        const auto sent = agent.sendings().size();
        QVERIFY(w.runs.press("runs.send.start"));
        QTRY_COMPARE(agent.sendings().size(), sent + 1);
        w.window.openPage("runs", runs[2].id);
        if (!isRefused) agent.setStartOutcome({.run = runs[1].id, .findings = {}});
        agent.finishSending(45'000'000);
        QTRY_COMPARE(agent.resumes().size(), resumed + 1);
        QCOMPARE(agent.resumes().back().run, runs[1].id);
        if (isRefused)
            QTRY_VERIFY(w.runs.labelText("runs.header.notice")
                            .startsWith(runs[1].id + " was not resumed: node gpu-a lacks"));
    }
}

void SendFilesTest::aRefusedBranchIsSentForAndRepeated() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.addCheckpoint({.checkpoint = {.run = "mlp-98", .path = "/c", .step = 5, .state = "good"}});
    agent.setStartOutcome({.run = {}, .findings = {lack("gpu-a")}});
    OpenWindow w(agent);
    w.window.openPage("checkpoints", {});
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 1);
    w.runs.find<QTableView>("checkpoints.list.table").selectRow(0);
    QTRY_VERIFY(w.runs.canPress("checkpoints.header.branch"));
    QVERIFY(w.runs.press("checkpoints.header.branch"));
    w.runs.type("checkpoints.branch_dialog.name", "slower");
    QVERIFY(w.runs.press("checkpoints.branch_dialog.yes"));
    QTRY_VERIFY(w.window.findChild<QPushButton*>("checkpoints.send.start"));
    QTRY_VERIFY(w.runs.canPress("checkpoints.send.start"));
    QCOMPARE(w.runs.find<QPushButton>("checkpoints.send.start").text(), QString("Send and branch"));
    QVERIFY(w.runs.press("checkpoints.send.start"));
    QTRY_COMPARE(agent.sendings(), QStringList{"branch mlp-98"});
    agent.setStartOutcome({.run = "slower-1"});
    agent.finishSending(1);
    QTRY_COMPARE(agent.resumes().size(), 2U);
    QCOMPARE(agent.resumes()[1].name, QString("slower"));
}

TY_WIDGET_TEST(SendFilesTest);
#include "tst_send_files.moc"
