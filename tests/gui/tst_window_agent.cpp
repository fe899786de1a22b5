// SPDX-License-Identifier: Apache-2.0
// What the window says of the agent's state, and what it allows then.
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenWindow;

class WindowAgentTest : public QObject {
    Q_OBJECT
  private slots:
    void whatTheAgentCouldNotCheckIsCheckedOnceItIsBack();
    void aRefusalOfTheAgentIsShownInPlace();
    void anAgentAwayIsSaidAndTheWindowStillAnswers();
    void anAgentThatHangsIsSaidAndAccusesNobody();
    void aDamagedStoreIsSaidWithItsRemedy();
    void whatADamagedStoreTakesNoLongerIsNotOffered();
    void runsThatCannotBeReadAreNotNoRuns();
    void anAgentThatWasStoppedIsNotSaidToBeSilent();
};

void WindowAgentTest::whatTheAgentCouldNotCheckIsCheckedOnceItIsBack() {
    testing::ScriptedAgent agent;
    agent.goAway();
    agent.setFindings({{bridge::Severity::kWarning, "check.not_asked", "not checked"}});
    OpenWindow w(agent);
    w.window.openPage("new_run", "/tmp/r.yaml");
    QTRY_COMPARE(w.newRun.findings(), QStringList("warning||not checked"));
    agent.setFindings({});
    agent.comeBack();
    QTRY_COMPARE_WITH_TIMEOUT(w.newRun.verdict(), QString("Ready to run."), 10000);
    QVERIFY(w.newRun.findings().empty());
}

void WindowAgentTest::aRefusalOfTheAgentIsShownInPlace() {
    testing::ScriptedAgent agent;
    agent.setStartOutcome({.findings = {{bridge::Severity::kError, "preflight.port", "port 4100 is in use",
                                         "cluster.worker"}}});
    OpenWindow w(agent);
    w.window.openPage("new_run", "/tmp/r.yaml");
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QTRY_COMPARE(w.newRun.findings(), QStringList("error|cluster.worker|port 4100 is in use"));
    QVERIFY(!w.newRun.press("new_run.preview.run"));
}

void WindowAgentTest::anAgentAwayIsSaidAndTheWindowStillAnswers() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.labelText("shell.status.agent"), QString("Connected: scripted agent"));
    QTRY_COMPARE(w.runs.runs().size(), 100);
    agent.goAway();
    QTRY_VERIFY(w.runs.labelText("shell.status.agent").startsWith("Agent not responding"));
    QCOMPARE(w.runs.runs().size(), 100);  // known runs stay
    QVERIFY(w.runs.choose("mlp-95"));
    QTRY_VERIFY(w.runs.canPress("shell.rail.new_run"));
    QVERIFY(w.runs.press("shell.rail.new_run"));
}

void WindowAgentTest::anAgentThatHangsIsSaidAndAccusesNobody() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    auto detail = testing::detailOf(runs[0]);
    detail.tasks[0].call = "all_reduce";
    detail.tasks[0].callSince = kNow;
    agent.setRuns(runs);
    agent.setDetail(detail);
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.labelText("runs.header.hang").contains("has waited in all_reduce"));
    agent.setSilent(true);
    QTRY_VERIFY_WITH_TIMEOUT(w.runs.labelText("shell.status.agent").startsWith("The agent does not answer."),
                             10000);
    QTRY_COMPARE(w.runs.labelText("runs.header.hang"), QString());
    agent.setSilent(false);
    QTRY_COMPARE_WITH_TIMEOUT(w.runs.labelText("shell.status.agent"), QString("Connected: scripted agent"),
                              10000);
}

void WindowAgentTest::aDamagedStoreIsSaidWithItsRemedy() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    const auto& banner = w.runs.find<QLabel>("shell.store_damage");
    QVERIFY(!banner.isVisible());
    agent.setStoreDamage("checking in the store /home/a/trainyard.db: page 7. Use doctor --rebuild");
    QTRY_VERIFY(banner.isVisible());
    QVERIFY(banner.text().startsWith("The store is read-only, and no run can be started: checking"));
    QVERIFY(banner.text().endsWith("doctor --rebuild"));
    QVERIFY(!banner.accessibleName().isEmpty());
    agent.setStoreDamage({});  // another agent, another store
    QTRY_VERIFY(!banner.isVisible());
}

void WindowAgentTest::whatADamagedStoreTakesNoLongerIsNotOffered() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    for (bridge::RunRow& run : runs) run.canResume = bridge::hasEnded(run.state);
    agent.setRuns(runs);
    agent.addCheckpoint({.checkpoint = {.run = "mlp-98", .path = "/c", .step = 1, .state = "good"}});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("mlp-98"));
    QTRY_VERIFY(w.runs.canPress("runs.header.resume"));
    const QStringList writing{
        "runs.actions.resume",     "runs.actions.change",         "runs.actions.rename",
        "runs.actions.trash",      "sweeps.actions.start",        "shell.file.import",
        "shell.file.follow",       "checkpoints.actions.restore", "checkpoints.actions.branch",
        "checkpoints.actions.pin", "checkpoints.actions.delete"};
    w.window.openPage("checkpoints", "/c");
    QTRY_VERIFY(w.runs.canPress("checkpoints.header.restore"));
    w.window.openPage("sweeps", {});
    w.window.openPage("new_run", "/tmp/r.yaml");
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    agent.setStoreDamage("checking in the store /home/a/trainyard.db: page 7. Use doctor --rebuild");
    QTRY_VERIFY(w.newRun.verdict().startsWith("The store is damaged and read-only."));
    QVERIFY(!w.newRun.canPress("new_run.preview.run"));
    QVERIFY(!w.action("new_run.actions.run").isEnabled());
    for (const QString& name : writing) {
        QVERIFY2(!w.action(name).isEnabled(), qPrintable(name));
        const QString why = name.startsWith("shell.") ? w.action(name).statusTip() : w.action(name).toolTip();
        QVERIFY2(why.contains("doctor --rebuild"), qPrintable(name + ": " + why));
    }
    // What is read, and what ends a run, is still there.
    QVERIFY(w.action("checkpoints.actions.verify").isEnabled());
    QVERIFY(w.action("runs.actions.export").isEnabled());
    w.window.openPage("runs", "fashion-mnist-100");
    QTRY_VERIFY(w.runs.canPress("runs.header.kill"));
    QVERIFY(!w.action("runs.actions.change").isEnabled());
    agent.setStoreDamage({});
    QTRY_VERIFY(w.action("runs.actions.change").isEnabled());
    QVERIFY(!w.action("runs.actions.change").toolTip().contains("doctor"));
}

void WindowAgentTest::runsThatCannotBeReadAreNotNoRuns() {
    testing::ScriptedAgent agent;
    const QString damage = "checking in the store /home/a/trainyard.db: no database. Use doctor --rebuild";
    agent.setStoreDamage(damage);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.labelText("runs.welcome.title"), QString("The runs cannot be read"));
    QCOMPARE(w.runs.labelText("runs.welcome.text"), damage);
    QVERIFY(!w.runs.canPress("runs.welcome.example"));
    QVERIFY(!w.runs.canPress("runs.welcome.new_run"));
    w.window.openPage("checkpoints", {});
    QTRY_COMPARE(w.runs.labelText("checkpoints.page.empty"), "The checkpoints cannot be read: " + damage);
    w.window.openPage("runs", {});
    agent.setStoreDamage({});
    QTRY_COMPARE(w.runs.labelText("runs.welcome.title"), QString("Runs"));
    QVERIFY(w.runs.canPress("runs.welcome.example"));
}

void WindowAgentTest::anAgentThatWasStoppedIsNotSaidToBeSilent() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.labelText("shell.status.agent"), QString("Connected: scripted agent"));
    agent.end();
    const QString ended = "The agent was stopped. Starting a run starts it again.";
    QTRY_COMPARE(w.runs.labelText("shell.status.agent"), ended);
    QCOMPARE(w.runs.labelText("runs.welcome.text"), ended);
    agent.comeBack();
    QTRY_COMPARE_WITH_TIMEOUT(w.runs.labelText("shell.status.agent"), QString("Connected: scripted agent"),
                              10000);
}

TY_WIDGET_TEST(WindowAgentTest);
#include "tst_window_agent.moc"
