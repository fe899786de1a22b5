// SPDX-License-Identifier: Apache-2.0
// The buttons over a run, and the dialog that changes it while it trains.
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/pages/runs/run_header.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenWindow;

class RunChangesTest : public QObject {
    Q_OBJECT
  private slots:
    void aRunIsPausedAndChangedWhileItGoes();
    void theDialogStartsFromTheLastChange();
    void whatIsNotPossibleIsSaid();
    void newsOfAProgramLeaveItsButtonsInPlace();
};

void RunChangesTest::aRunIsPausedAndChangedWhileItGoes() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("runs.header.pause"));
    QVERIFY(w.runs.press("runs.header.pause"));
    QTRY_COMPARE(agent.changes().size(), 1U);
    QCOMPARE(agent.changes()[0].second.isPaused, std::optional(true));
    QTRY_COMPARE(w.runs.labelText("runs.header.state"), QString("paused"));
    QCOMPARE(w.runs.find<QPushButton>("runs.header.pause").text(), QString("Continue"));
    QVERIFY(w.runs.press("runs.header.pause"));
    QTRY_COMPARE(w.runs.labelText("runs.header.state"), QString("running"));
    // A pause that no task has confirmed is shown as pending, and can be withdrawn.
    auto pausing = runs[0];
    pausing.state = bridge::RunState::kPausing;
    agent.updateRun(pausing);
    QTRY_COMPARE(w.runs.labelText("runs.header.state"), QString("pausing"));
    QVERIFY(w.runs.press("runs.header.pause"));
    QTRY_COMPARE(w.runs.labelText("runs.header.state"), QString("running"));
    QVERIFY(w.runs.press("runs.header.change"));
    w.runs.type("runs.change_dialog.learning_rate", "0.01");
    w.runs.find<QSpinBox>("runs.change_dialog.epochs").setValue(20);
    QVERIFY(w.runs.press("runs.change_dialog.apply"));
    QTRY_COMPARE(agent.changes().size(), 4U);
    QCOMPARE(agent.changes()[2].second.isPaused, std::optional(false));
    QCOMPARE(agent.changes()[3].second.learningRate, std::optional(0.01));
    QCOMPARE(agent.changes()[3].second.epochs, std::optional(20));
    // The agent says after which step; as the events, the window says from which step on.
    QTRY_COMPARE(w.runs.labelText("runs.header.notice"),
                 QString("Changed from step %1.").arg(QLocale().toString(runs[0].step + 2)));
}

void RunChangesTest::theDialogStartsFromTheLastChange() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    bridge::RunDetail detail = testing::detailOf(runs[0]);
    detail.config["train.optimizer.adam.learning_rate"] = "0.01";
    agent.setDetail(detail);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[0].id));
    QTRY_VERIFY(w.runs.canPress("runs.header.change"));
    const auto shown = [&] {
        if (!w.runs.press("runs.header.change")) return QString();
        const QString rate = w.runs.find<QLineEdit>("runs.change_dialog.learning_rate").text();
        w.runs.press("runs.change_dialog.cancel");
        const bool isGone =
            QTest::qWaitFor([&] { return !w.window.findChild<QDialog*>("runs.change_dialog"); });
        return isGone ? rate : QString("the dialog stays");
    };
    QTRY_COMPARE(shown(), QString("0.01"));
    detail.config["train.optimizer.adam.learning_rate"] = "0.02";
    agent.setDetail(detail);
    bridge::EventRow change{.seq = 1000, .time = kNow, .kind = bridge::EventKind::kChange};
    change.text = "learning rate 0.01 → 0.02 from step 12";
    agent.push(runs[0].id, {.events = {change}});
    QTRY_COMPARE(shown(), QString("0.02"));
    QVERIFY(w.runs.press("runs.header.change"));
    w.runs.type("runs.change_dialog.learning_rate", "0.01");
    QVERIFY(w.runs.press("runs.change_dialog.apply"));
    QTRY_COMPARE(agent.changes().size(), 1U);
    QCOMPARE(agent.changes()[0].second.learningRate, std::optional(0.01));
}

void RunChangesTest::whatIsNotPossibleIsSaid() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[0].epoch = 14;  // 0-based
    runs[0].epochs = 3000;
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[0].id));
    QTRY_VERIFY(w.runs.canPress("runs.header.change"));
    QVERIFY(w.runs.press("runs.header.change"));
    auto& problem = w.runs.find<QLabel>("runs.change_dialog.problem");
    auto& epochs = w.runs.find<QSpinBox>("runs.change_dialog.epochs");
    QVERIFY(!problem.isVisible());
    epochs.setValue(10);
    QCOMPARE(problem.text(), QString("The run is in epoch 15: it needs at least that many."));
    QVERIFY(problem.isVisible());
    QVERIFY(!w.runs.canPress("runs.change_dialog.apply"));
    epochs.setValue(15);
    QVERIFY(!problem.isVisible());
    w.runs.type("runs.change_dialog.learning_rate", "fast");
    QCOMPARE(problem.text(), QString("A learning rate is a number above 0, such as 0.001."));
    QVERIFY(problem.wordWrap());
    QVERIFY(!w.runs.canPress("runs.change_dialog.apply"));
    w.runs.find<QLineEdit>("runs.change_dialog.learning_rate").clear();
    QVERIFY(w.runs.canPress("runs.change_dialog.apply"));
}

/// A click between two positions of a button would be lost.
void RunChangesTest::newsOfAProgramLeaveItsButtonsInPlace() {
    struct Witness : QObject {
        int seen = 0;
        bool eventFilter(QObject*, QEvent* event) override {
            seen += event->type() == QEvent::Move || event->type() == QEvent::Show;
            return false;
        }
    } witness;
    pages::RunHeader header;
    bridge::RunRow row = testing::hundredRuns(kNow)[0];
    row.strategy = QStringLiteral("command");
    row.state = bridge::RunState::kRunning;
    header.setRun(row);
    header.resize(900, 160);
    header.show();
    QVERIFY(QTest::qWaitForWindowExposed(&header));
    for (QPushButton* button : header.findChildren<QPushButton*>()) button->installEventFilter(&witness);
    row.step += 1;
    header.setRun(row);
    QCoreApplication::processEvents();
    QCOMPARE(witness.seen, 0);
    row.state = bridge::RunState::kStopping;  // a second button appears
    header.setRun(row);
    QTRY_VERIFY(witness.seen > 0);
}

TY_WIDGET_TEST(RunChangesTest);
#include "tst_run_changes.moc"
