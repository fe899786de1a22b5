// SPDX-License-Identifier: Apache-2.0
// The New run page: what a check finds, when it runs, and what waits for it.
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <utility>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"
#include "ui/pages/new_run/form_view.h"

using namespace trainyard;
using testing::kRun;
using testing::OpenForm;

class RunChecksTest : public QObject {
    Q_OBJECT
  private slots:
    void savingAsksBeforeItReplacesWhatIsNew();
    void aClickFixesAFinding();
    void noFieldMovesForWhatIsFoundThere();
    void findingsThatArriveBeforeTheFieldsAreShown();
    void theButtonOfALongFindingIsWhole();
    void anErrorIsShownAtItsFieldAndInItsSection();
    void whatIsTypedIsCheckedOnceAndStaleAnswersAreDropped();
    void whoAsksToRunWhileItIsCheckedNeedNotAskAgain();
    void aClickOnRunRightAfterTypingIsNotLost();
    void refusedSettingsAreCheckedAgainOnReconnect();
    void afterAFixTheFocusIsOnTheNext();
};

void RunChecksTest::savingAsksBeforeItReplacesWhatIsNew() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    const QString mine = QString(kRun).replace("epochs: 3", "epochs: 4");
    w.newRun.write(mine);
    agent.setRunFile("/tmp/r.yaml", "name: theirs\n");
    w.action("new_run.actions.save").trigger();
    QTRY_VERIFY(w.window.findChild<QDialog*>("new_run.overwrite_dialog"));
    QVERIFY(w.newRun.press("new_run.overwrite_dialog.cancel"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("new_run.overwrite_dialog"));
    QCOMPARE(agent.file("/tmp/r.yaml"), QString("name: theirs\n"));
    w.action("new_run.actions.save").trigger();
    QTRY_VERIFY(w.window.findChild<QDialog*>("new_run.overwrite_dialog"));
    QVERIFY(w.newRun.press("new_run.overwrite_dialog.replace"));
    QTRY_COMPARE(agent.file("/tmp/r.yaml"), mine);
}

void RunChecksTest::aClickFixesAFinding() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    agent.setFindings(
        {{.severity = bridge::Severity::kHint,
          .code = "ps.partitioner",
          .message = "one server holds nearly everything",
          .path = "strategy",
          .fix = "split large variables",
          .fixSet = "strategy={parameter_server: {partitioner: {fixed_shards: {shards: 2}}}}"}});
    w.newRun.write(QString(kRun) + "strategy: {parameter_server: {}}\n");
    QTRY_COMPARE(w.newRun.findings(),
                 QStringList("hint|strategy|one server holds nearly everything|split large variables"));
    QCOMPARE(w.newRun.find<QPushButton>("new_run.findings.fix_0").text(),
             QString("Fix: split large variables"));
    agent.setFindings({});
    QVERIFY(w.newRun.press("new_run.findings.fix_0"));
    QVERIFY2(w.newRun.text().contains("fixed_shards: {shards: 2}"), qPrintable(w.newRun.text()));
    QTRY_VERIFY(w.newRun.findings().empty());
    w.action("new_run.actions.undo").trigger();
    QVERIFY(!w.newRun.text().contains("fixed_shards"));
}

void RunChecksTest::noFieldMovesForWhatIsFoundThere() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.window.resize(1280, 800);
    const auto fields = [&] {
        QMap<QString, QRect> places;
        for (const auto* field : w.window.findChildren<QLineEdit*>(QRegularExpression("^new_run\\.train\\.")))
            if (field->isVisible())
                places[field->objectName()] = QRect(field->mapTo(&w.window, QPoint()), field->size());
        return places;
    };
    QVERIFY(w.newRun.openSection("Training"));
    QMap<QString, QRect> before;
    const auto isLaidOut = [&] {
        const auto now = fields();
        return now.size() > 3 && std::exchange(before, now) == now;
    };
    QTRY_VERIFY(isLaidOut());
    const QString sentence =
        "0 is out of range, and there is much to say about that: more than one line of a field holds";
    agent.setFindings({{bridge::Severity::kError, "spec.out_of_range", sentence, "train.epochs", "r.yaml", 9},
                       {bridge::Severity::kHint, "other", "a second one", "train.epochs", "r.yaml", 9}});
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 0"));
    const auto shown = [&]() -> QLabel* {
        for (auto* label : w.window.findChildren<QLabel*>())
            if (label->isVisible() && label->toolTip() == sentence + "\na second one") return label;
        return nullptr;
    };
    QTRY_VERIFY(shown());
    QCOMPARE(fields(), before);
    auto& field = w.newRun.find<QLineEdit>("new_run.train.epochs");
    const int below =
        shown()->mapTo(&w.window, QPoint()).y() - field.mapTo(&w.window, QPoint()).y() - field.height();
    QVERIFY2(below >= 0 && below < 6, qPrintable(QString::number(below)));
    QVERIFY(shown()->text().startsWith("0 is out of range"));
    QCOMPARE(shown()->accessibleName(), sentence + "\na second one");
    QVERIFY(shown()->contentsRect().width() >= shown()->fontMetrics().horizontalAdvance(shown()->text()));
    agent.setFindings({});
    w.newRun.write("trainyard: 1\n  epochs: {");
    QTRY_VERIFY(w.newRun.find<QLabel>("new_run.form.problem").isVisible());
    QCOMPARE(fields(), before);
}

void RunChecksTest::findingsThatArriveBeforeTheFieldsAreShown() {
    testing::ScriptedAgent agent;
    models::RunForm form;
    pages::FormView view(form);
    form.setText(kRun);
    view.showFindings(
        {{bridge::Severity::kError, "spec.out_of_range", "too few", "train.epochs", "r.yaml", 9}});
    const auto shown = [&] {
        const auto labels = view.findChildren<QLabel*>();
        return static_cast<int>(std::ranges::count(labels, QString("too few"),
                                                   [](const QLabel* label) { return label->toolTip(); }));
    };
    QCOMPARE(shown(), 0);
    form.setSchema(agent.functions().formSchema().value());
    QCOMPARE(shown(), 1);
    const auto& sections = *view.findChild<QListWidget*>("new_run.sections.list");
    QCOMPARE(sections.findItems("(1)", Qt::MatchContains).size(), 1);
}

void RunChecksTest::theButtonOfALongFindingIsWhole() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.window.resize(1280, 800);
    const QString sentence =
        "the strategy multi_worker_mirrored has no role `ps` (expected chief, worker or evaluator), and what "
        "stands "
        "here is long enough to want three lines in a window of this width, because somebody wrote it so";
    const QString fix = "choose the strategy parameter_server, or remove `ps`";
    agent.setFindings({{.severity = bridge::Severity::kError,
                        .code = "cluster.role_not_used",
                        .message = sentence,
                        .path = "cluster.ps",
                        .fix = fix,
                        .fixSet = "strategy=parameter_server"},
                       {.severity = bridge::Severity::kHint,
                        .code = "other",
                        .message = sentence,
                        .path = "cluster",
                        .fix = fix + ' ' + sentence,
                        .fixSet = "seed=1"}});
    w.newRun.write(QString(kRun) + "seed: 3\n");
    QTRY_COMPARE(w.newRun.findings().size(), 2);
    auto& table = w.newRun.find<QTableView>("new_run.findings.table");
    const auto isWhole = [&](const QPushButton& button) {
        const QRect place(button.mapTo(table.viewport(), QPoint()), button.size());
        return table.viewport()->rect().contains(place) && button.width() >= button.sizeHint().width() &&
               button.height() >= button.sizeHint().height();
    };
    auto& first = w.newRun.find<QPushButton>("new_run.findings.fix_0");
    auto& second = w.newRun.find<QPushButton>("new_run.findings.fix_1");
    QTRY_VERIFY(isWhole(first));
    table.scrollToBottom();  // only a part of them is visible at once
    QTRY_VERIFY(isWhole(second));
    QCOMPARE(first.text(), "Fix: " + fix);
    QVERIFY(second.text().endsWith("…"));
    QCOMPARE(second.toolTip(), "Fix: " + fix + ' ' + sentence);
    for (const QPushButton* button : {&first, &second}) QVERIFY(button->accessibleName().startsWith("Fix: "));
    QVERIFY(w.newRun.press("new_run.findings.fix_0"));
    QVERIFY2(w.newRun.text().contains("strategy: parameter_server"), qPrintable(w.newRun.text()));
}

void RunChecksTest::anErrorIsShownAtItsFieldAndInItsSection() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    agent.setFindings(
        {{bridge::Severity::kError, "spec.out_of_range", "0 is out of range", "train.epochs", "r.yaml", 9},
         {bridge::Severity::kError, "cluster.duplicate", "occurs twice", "cluster.worker[1]", "", 0}});
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 0"));
    QTRY_COMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 2"));
    QVERIFY(!w.newRun.canPress("new_run.preview.run"));
    auto& sections = w.newRun.find<QListWidget>("new_run.sections.list");
    QCOMPARE(sections.findItems("Training  (1)", Qt::MatchExactly).size(), 1);
    QCOMPARE(sections.findItems("Cluster  (1)", Qt::MatchExactly).size(), 1);
    // A click on the finding leads to the field and to the line.
    auto& table = w.newRun.find<QTableView>("new_run.findings.table");
    QCOMPARE(w.newRun.findings(), QStringList({"error|train.epochs, line 9|0 is out of range",
                                               "error|cluster.worker[1]|occurs twice"}));
    QVERIFY(table.columnWidth(1) >= table.fontMetrics().horizontalAdvance("train.epochs, line 9") + 20);
    emit table.clicked(table.model()->index(0, 0));
    auto& epochs = w.newRun.find<QLineEdit>("new_run.train.epochs");
    QVERIFY(epochs.isVisible());
    const auto labels = epochs.parentWidget()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* l) { return l->text() == "0 is out of range" && l->isVisible(); }));
    QCOMPARE(w.newRun.find<QPlainTextEdit>("new_run.preview.text").textCursor().blockNumber(), 8);
    // So does Return.
    w.window.activateWindow();
    sections.setCurrentRow(0);
    table.setFocus();
    table.setCurrentIndex(table.model()->index(0, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(epochs.isVisible());
    QCOMPARE(w.window.focusWidget(), &epochs);
    agent.setFindings({});
    w.newRun.type("new_run.train.epochs", "2");
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    QVERIFY(std::ranges::none_of(labels, [](const QLabel* l) { return l->text() == "0 is out of range"; }));
}

void RunChecksTest::whatIsTypedIsCheckedOnceAndStaleAnswersAreDropped() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    const int before = agent.checks();
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.type("new_run.train.epochs", "123456");
    QCOMPARE(w.newRun.verdict(), QString("Checking…"));
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    QVERIFY2(agent.checks() - before <= 2, qPrintable(QString::number(agent.checks() - before)));
}

void RunChecksTest::whoAsksToRunWhileItIsCheckedNeedNotAskAgain() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.type("new_run.train.epochs", "2");
    w.action("new_run.actions.run").trigger();
    QCOMPARE(agent.starts(), 0);  // nobody has looked at this text yet
    QTRY_COMPARE(agent.starts(), 1);
    QVERIFY(agent.startedText().contains("epochs: 2"));
}

void RunChecksTest::aClickOnRunRightAfterTypingIsNotLost() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.type("new_run.train.epochs", "2");
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QCOMPARE(agent.starts(), 0);  // nobody has looked at this text yet
    QCOMPARE(w.newRun.verdict(), QString("Checking. The run starts if there are no errors…"));
    QTRY_COMPARE(agent.starts(), 1);
    QVERIFY(agent.startedText().contains("epochs: 2"));
    // If something is wrong, it is reported and nothing starts.
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    agent.setFindings({{bridge::Severity::kError, "spec.out_of_range", "0 is out of range", "train.epochs"}});
    w.newRun.type("new_run.train.epochs", "0");
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QTRY_COMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 1"));
    QVERIFY(!w.newRun.canPress("new_run.preview.run"));
    QCOMPARE(agent.starts(), 1);
}

void RunChecksTest::refusedSettingsAreCheckedAgainOnReconnect() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    const bridge::Finding busy{.severity = bridge::Severity::kError,
                               .code = "port.in_use",
                               .message = "port 29500 is in use",
                               .path = "cluster.worker[0]",
                               .fix = "use free ports",
                               .fixSet = "cluster={worker: [local]}"};
    const auto becomeBusy = [&](int seed) {
        agent.setFindings({busy});
        w.newRun.write(QString(kRun) + QStringLiteral("seed: %1\n").arg(seed));
        QTRY_COMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 1"));
        agent.setFindings({});
    };
    agent.setFindings({busy});  // its own fix
    w.newRun.write(QString(kRun) + "cluster: {worker: ['local:29500']}\n");
    QTRY_COMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 1"));
    QCOMPARE(w.newRun.find<QPushButton>("new_run.findings.fix_0").text(), QString("Fix: use free ports"));
    agent.setFindings({});
    QVERIFY(w.newRun.press("new_run.findings.fix_0"));
    QVERIFY2(w.newRun.text().contains("cluster: {worker: ['local']}"), qPrintable(w.newRun.text()));
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    becomeBusy(1);  // back from another page
    w.window.openPage("clusters", {});
    w.window.openPage("new_run", {});
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    becomeBusy(2);  // back from another program
    QEvent activated(QEvent::WindowActivate);
    QCoreApplication::sendEvent(&w.window, &activated);
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    becomeBusy(3);  // F5 asks for a start: it is checked first
    w.action("new_run.actions.run").trigger();
    QTRY_COMPARE(agent.starts(), 1);
    w.window.openPage("new_run", {});
    agent.setFindings({busy});
    w.newRun.write(QString(kRun) + "seed: 4\n");
    QTRY_COMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 1"));
    const int before = agent.checks();
    w.action("new_run.actions.run").trigger();
    QTRY_COMPARE(agent.checks(), before + 1);
    QTRY_COMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 1"));
    QCOMPARE(agent.starts(), 1);
}

void RunChecksTest::afterAFixTheFocusIsOnTheNext() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    const bridge::Finding first{.severity = bridge::Severity::kError,
                                .code = "a",
                                .message = "first",
                                .path = "seed",
                                .fix = "seed 1",
                                .fixSet = "seed=1"};
    bridge::Finding second = first;
    second.message = "second";
    second.fixSet = "seed=2";
    agent.setFindings({first, second});
    w.newRun.write(QString(kRun) + "seed: 0\n");
    QTRY_COMPARE(w.newRun.findings().size(), 2);
    agent.setFindings({second});
    w.newRun.find<QPushButton>("new_run.findings.fix_0").setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(w.newRun.findings().size(), 1);
    QCOMPARE(QApplication::focusWidget()->objectName(), QString("new_run.findings.fix_0"));
    agent.setFindings({});
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(w.newRun.findings().size(), 0);
    QCOMPARE(QApplication::focusWidget()->objectName(), QString("new_run.preview.run"));
}

TY_WIDGET_TEST(RunChecksTest);
#include "tst_run_checks.moc"
