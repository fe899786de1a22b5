// SPDX-License-Identifier: Apache-2.0
// Tab reaches every control of every page, wraps around and never gets stuck.
#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"
#include "ui/widgets/curves/curve_view.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenForm;
using testing::OpenWindow;

namespace {

QWidget& focused() {
    QWidget* at = QApplication::focusWidget();
    if (!at) qFatal("nothing has the focus");
    return *at;
}

/// Presses Tab until the control has the focus.
bool tabTo(const QString& name) {
    constexpr int kMostStops = 200;
    for (int i = 0; i < kMostStops && focused().objectName() != name; ++i)
        QTest::keyClick(&focused(), Qt::Key_Tab);
    return focused().objectName() == name;
}

}  // namespace

class KeyboardTest : public QObject {
    Q_OBJECT
  private slots:
    void tabReachesEveryControlOfAPage_data();
    void tabReachesEveryControlOfAPage();
    void tabReachesEverySectionOfTheForm();
    void tabReachesEveryControlOfAnEndedRun();
    void returnPressesTheButton();
    void aPageOpenedByItsKeyHasTheFocus();
    void aPageTakesTheFocusOnceItHasContent();
    void aRunIsStartedReadAndRestoredWithoutTheMouse();
    void undoAndRedoOfTheFormAreKeysInEachOfItsFields();
    void aFieldUndoesItsOwnChangesFirst();
};

void KeyboardTest::tabReachesEveryControlOfAPage_data() {
    QTest::addColumn<QString>("page");
    for (const auto& page : pages::allPages()) QTest::newRow(qPrintable(page.id)) << page.id;
}

void KeyboardTest::tabReachesEveryControlOfAPage() {
    QFETCH(const QString, page);
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    w.window.openPage(page, {});
    if (page == "runs") {  // of a run in progress, with a task selected
        QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
        w.runs.find<QTableView>("runs.tasks.table").selectRow(0);
        QTRY_VERIFY(w.runs.canPress("runs.tasks.drill"));
        QTRY_VERIFY(w.runs.canPress("runs.header.kill"));
    }
    if (page == "clusters") QVERIFY(w.clusters.chooseTemplate("3 workers and 2 parameter servers"));
    QCOMPARE(testing::unreachedByTab(w.window).join(", "), QString());
}

void KeyboardTest::tabReachesEverySectionOfTheForm() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    w.window.openPage("new_run", "example:fashion-mnist");
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    auto& sections = w.runs.find<QListWidget>("new_run.sections.list");
    auto& tabs = w.runs.find<QTabBar>("new_run.preview.tabs");
    QTRY_VERIFY(sections.count() > 0);
    for (int row = 0; row < std::max(sections.count(), tabs.count()); ++row) {
        sections.setCurrentRow(row % sections.count());
        tabs.setCurrentIndex(row % tabs.count());
        QCOMPARE(testing::unreachedByTab(w.window).join(", "), QString());
    }
}

void KeyboardTest::tabReachesEveryControlOfAnEndedRun() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    agent.finish(runs[1].id);
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_VERIFY(!w.runs.canPress("runs.header.pause"));
    QTRY_VERIFY(w.runs.canPress("runs.header.again"));
    auto& tasks = w.runs.find<QTableView>("runs.tasks.table");
    if (tasks.model()->rowCount() > 0) tasks.selectRow(0);
    QCOMPARE(testing::unreachedByTab(w.window).join(", "), QString());
}

void KeyboardTest::returnPressesTheButton() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_VERIFY(w.runs.canPress("runs.header.pause"));
    auto& pause = w.runs.find<QPushButton>("runs.header.pause");
    pause.setFocus();
    QTest::keyClick(&pause, Qt::Key_Return, Qt::ControlModifier);
    QTest::keyClick(&pause, Qt::Key_Return);
    QTRY_COMPARE(agent.changes().size(), 1U);
    // From the welcome page to a run in progress: Return, and Return.
    testing::ScriptedAgent fresh;
    OpenWindow start(fresh);
    QVERIFY(QTest::qWaitForWindowActive(&start.window));
    QTRY_COMPARE(QApplication::focusWidget()->objectName(), QString("runs.welcome.example"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(QApplication::focusWidget()->objectName(), QString("new_run.preview.run"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(fresh.starts(), 1);
    w.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    auto& rail = w.runs.find<QToolButton>("shell.rail.checkpoints");
    rail.setFocus();
    QTest::keyClick(&rail, Qt::Key_Enter, Qt::KeypadModifier);
    QVERIFY(rail.isChecked());
}

void KeyboardTest::aPageOpenedByItsKeyHasTheFocus() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QCOMPARE(QApplication::focusWidget()->objectName(), QString("runs.list.table"));  // from the start
    auto& stack = *w.window.centralWidget()->findChild<QStackedWidget*>({}, Qt::FindDirectChildrenOnly);
    const auto isInPage = [&] {
        const QWidget* focus = QApplication::focusWidget();
        return focus && stack.currentWidget()->isAncestorOf(focus);
    };
    w.runs.find<QToolButton>("shell.rail.runs").setFocus();
    for (const QString page : {"runs", "new_run", "checkpoints", "clusters", "nodes", "settings", "runs"}) {
        if (page == "new_run")
            w.action("shell.file.new_run").trigger();
        else
            w.action("shell.view." + page).trigger();
        // A page with nothing to select yet leaves it where it is visible.
        const QString rail = "shell.rail." + page;
        QVERIFY2(isInPage() || (page == "checkpoints" && QApplication::focusWidget()->objectName() == rail),
                 qPrintable(page));
        if (page == "runs") QCOMPARE(QApplication::focusWidget()->objectName(), QString("runs.list.table"));
    }
    // The focus returns to where it was.
    w.runs.find<QLineEdit>("runs.list.filter").setFocus();
    w.action("shell.view.nodes").trigger();
    w.action("shell.view.runs").trigger();
    QCOMPARE(QApplication::focusWidget()->objectName(), QString("runs.list.filter"));
    // Tab enters the rail at the page that is open.
    QVERIFY(tabTo("shell.rail.runs"));
    for (const auto& page : pages::allPages())
        QCOMPARE(w.runs.find<QToolButton>("shell.rail." + page.id).focusPolicy(),
                 page.id == "runs" ? Qt::TabFocus : Qt::NoFocus);
    QTest::keyClick(&focused(), Qt::Key_Down);
    QCOMPARE(focused().objectName(), QString("shell.rail.sweeps"));
    QVERIFY(w.runs.find<QToolButton>("shell.rail.sweeps").isChecked());
    // Escape clears the filter, then leaves it.
    w.action("shell.view.runs").trigger();
    auto& filter = w.runs.find<QLineEdit>("runs.list.filter");
    filter.setFocus();
    QTest::keyClicks(&filter, "mlp-92");
    QTest::keyClick(&filter, Qt::Key_Escape);
    QCOMPARE(filter.text(), QString());
    QCOMPARE(focused().objectName(), QString("runs.list.filter"));
    QTest::keyClick(&filter, Qt::Key_Escape);
    QCOMPARE(focused().objectName(), QString("runs.list.table"));
}

/// The agent answers after the page is shown.
void KeyboardTest::aPageTakesTheFocusOnceItHasContent() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    bridge::CheckpointContent content;
    content.checkpoint = {
        .run = "mlp-98", .path = "/runs/mlp-98/checkpoints/ckpt-469", .step = 469, .time = kNow};
    agent.addCheckpoint(content);
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_COMPARE(w.runs.runs().size(), 100);
    w.action("shell.view.checkpoints").trigger();
    QTRY_COMPARE(focused().objectName(), QString("checkpoints.list.table"));
}

void KeyboardTest::aRunIsStartedReadAndRestoredWithoutTheMouse() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.setStartOutcome({.run = "mlp-98"});
    agent.push("mlp-98", testing::points(testing::kBatch, 1, 10));
    agent.addCheckpoint({.checkpoint = {.run = "mlp-98", .path = "/c", .step = 5, .state = "good"}});
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QTest::keySequence(&focused(), QKeySequence::New);
    QVERIFY(tabTo("new_run.choices.examples"));
    QTest::keyClick(&focused(), Qt::Key_Down);
    QTest::keyClick(&focused(), Qt::Key_Return);
    QTRY_COMPARE(focused().objectName(), QString("new_run.preview.run"));
    QTest::keyClick(&focused(), Qt::Key_Return);
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("mlp-98"));
    QCOMPARE(agent.starts(), 1);
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 10);
    QVERIFY(tabTo("runs.loss.chart"));
    QTest::keyClick(&focused(), Qt::Key_Right);
    const auto* curve = qobject_cast<widgets::CurveView*>(focused().parentWidget());
    QVERIFY(curve && curve->readOut().contains("step "));
    QTest::keyClick(&focused(), Qt::Key_4, Qt::ControlModifier);
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 1);
    QVERIFY(tabTo("checkpoints.list.table"));
    QTest::keyClick(&focused(), Qt::Key_Space);
    QTRY_VERIFY(w.runs.canPress("checkpoints.header.restore"));
    QVERIFY(tabTo("checkpoints.header.restore"));
    QTest::keyClick(&focused(), Qt::Key_Return);
    QTRY_VERIFY(w.window.findChild<QMessageBox*>("checkpoints.restore_dialog"));
    QTRY_COMPARE(focused().objectName(), QString("checkpoints.restore_dialog.no"));
    QVERIFY(tabTo("checkpoints.restore_dialog.yes"));
    QTest::keyClick(&focused(), Qt::Key_Return);
    QTRY_COMPARE(agent.resumes().size(), 1U);
    QCOMPARE(agent.resumes()[0].from, QString("/c"));
}

void KeyboardTest::undoAndRedoOfTheFormAreKeysInEachOfItsFields() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QVERIFY(!w.action("shell.edit.undo").isEnabled());  // the file as it was read
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.type("new_run.train.epochs", "5");
    QVERIFY(w.newRun.text().contains("epochs: 5"));
    auto& field = w.newRun.find<QLineEdit>("new_run.train.epochs");
    QTest::keySequence(&field, QKeySequence::Undo);
    QCOMPARE(w.newRun.text(), testing::kRun);
    QCOMPARE(field.text(), QString("3"));
    QVERIFY(!w.action("shell.edit.undo").isEnabled());
    QTest::keySequence(&field, QKeySequence::Redo);
    QCOMPARE(field.text(), QString("5"));
    // What cannot be read is no step of the run file: the field undoes it.
    w.newRun.type("new_run.train.epochs", "[");
    QCOMPARE(field.text(), QString("["));
    QTest::keySequence(&field, QKeySequence::Undo);
    QCOMPARE(field.text(), QString("5"));
    // A form that is filled from elsewhere is a step too, whichever field has the focus.
    const QString before = w.newRun.text();
    w.window.openPage("new_run", "text:" + QString(testing::kRun).replace("name: r ", "name: again "));
    QVERIFY(w.newRun.openSection("Training"));
    auto& again = w.newRun.find<QLineEdit>("new_run.train.epochs");
    again.setFocus();
    QTest::keySequence(&again, QKeySequence::Undo);
    QCOMPARE(w.newRun.text(), before);
}

void KeyboardTest::aFieldUndoesItsOwnChangesFirst() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    w.window.openPage("clusters", {});
    QVERIFY(w.clusters.chooseTemplate("3 workers and 2 parameter servers"));
    QVERIFY(w.action("clusters.actions.add_worker").isEnabled());
    const QStringList tasks = w.clusters.tasks();
    w.action("clusters.actions.add_worker").trigger();
    QCOMPARE(w.clusters.tasks().size(), tasks.size() + 1);
    auto& undo = w.action("shell.edit.undo");
    const QString ofPage = undo.text();
    QVERIFY2(ofPage.startsWith("&Undo: "), qPrintable(ofPage));
    auto& name = w.clusters.find<QLineEdit>("clusters.header.name");
    name.setText("");
    w.clusters.type("clusters.header.name", "pair");
    QCOMPARE(undo.text(), QString("&Undo"));
    QTest::keySequence(&name, QKeySequence::Undo);
    QCOMPARE(name.text(), QString());
    QCOMPARE(w.clusters.tasks().size(), tasks.size() + 1);
    QCOMPARE(undo.text(), ofPage);
    QTest::keySequence(&name, QKeySequence::Undo);
    QCOMPARE(w.clusters.tasks(), tasks);
    // As an entry of the menu, it applies to the field that had the focus.
    QVERIFY(w.action("shell.edit.redo").isEnabled());
    w.action("shell.edit.redo").trigger();
    QCOMPARE(name.text(), QString("pair"));
    w.action("shell.edit.redo").trigger();
    QCOMPARE(w.clusters.tasks().size(), tasks.size() + 1);
    // Another page has steps of its own, or none.
    w.window.openPage("nodes", {});
    w.runs.find<QToolButton>("shell.rail.nodes").setFocus();
    QVERIFY(!undo.isEnabled());
    QCOMPARE(undo.text(), QString("&Undo"));
}

TY_WIDGET_TEST(KeyboardTest);
#include "tst_keyboard.moc"
