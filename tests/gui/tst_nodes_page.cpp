// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QCheckBox>
#include <QDateTime>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>
#include <cmath>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/widgets/chart/chart.h"

using namespace trainyard;
using testing::OpenWindow;

namespace {

bridge::NodeRow gpuA() {
    return {.name = "gpu-a",
            .host = "gpu-a",
            .version = "0.1.0",
            .cpu = "Example CPU",
            .cpus = 16,
            .load = 1,
            .memoryBytes = 64'000'000'000,
            .memoryFreeBytes = 60'000'000'000,
            .diskBytes = 500'000'000'000,
            .diskFreeBytes = 120'000'000'000,
            .gpus = {{.index = 0, .name = "Example", .memoryBytes = 80'000'000'000, .memoryFreeBytes = 0}},
            .target = "me@gpu-a"};
}

bridge::NodeRow gpuB() {
    return {.name = "gpu-b",
            .target = "gpu-b",
            .state = bridge::NodeState::kUnreachable,
            .reason = "no route to host",
            .isDescribed = false};
}

bridge::NodeTests tests() {
    using enum bridge::TestVerdict;
    return {.nodes = {{"local", "libtorch", kPassed, "the worker starts with it", {}},
                      {"gpu-a", "libtorch", kFailed, "its worker does not start with libtorch", "Run X."}},
            .links = {{.from = "local",
                       .to = "gpu-a",
                       .verdict = kPassed,
                       .interface = "eth0",
                       .address = "10.0.0.2",
                       .roundTrip = 0.0004,
                       .bytesPerSecond = 1e9},
                      {.from = "gpu-a",
                       .to = "local",
                       .verdict = kFailed,
                       .message = "no answer from X",
                       .fix = "Look at the firewall."}}};
}

/// Nodes that are not connected have no tests but that, and nobody tests their links.
bridge::NodeTests testsOfThree() {
    using enum bridge::TestVerdict;
    bridge::NodeTests tests{.nodes = {{"local", "connection", kPassed, "connected", {}},
                                      {"gpu-a", "connection", kPassed, "connected", {}},
                                      {"gpu-a", "libtorch", kFailed, "it does not start", "Run prepare."},
                                      {"gpu-b", "connection", kFailed, "no route to host", "Run check."}},
                            .links = {}};
    for (const QString from : {"local", "gpu-a", "gpu-b"})
        for (const QString to : {"local", "gpu-a", "gpu-b"})
            if (from != to && (from == "gpu-b" || to == "gpu-b"))
                tests.links.push_back(
                    {.from = from, .to = to, .verdict = kNotTested, .message = "gpu-b is not connected"});
    return tests;
}

/// In pixels from the top of `box`; the line below it is none of the text.
double middleOfText(QWidget& widget, const QRect& box) {
    const QImage image = widget.grab(box.adjusted(2, 2, -2, -2)).toImage();
    int top = image.height(), bottom = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != image.pixel(0, 0)) {
                top = std::min(top, y);
                bottom = std::max(bottom, y);
            }
    return (top + bottom) / 2.0;
}

QString cell(const QTableWidget& table, int row, int column) {
    return table.item(row, column)->text();
}

void beginToAdd(OpenWindow& w, const QString& target) {
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.state.local"));
    QVERIFY(w.runs.press("nodes.header.add"));
    w.runs.type("nodes.add.field", target);
    QVERIFY(w.runs.press("nodes.add.ok"));
    QTRY_VERIFY(w.runs.labelText("nodes.setup.text").contains("sent"));
}

}  // namespace

/// The page of the machines as a user operates it.
class NodesPageTest : public QObject {
    Q_OBJECT
  private slots:
    void everyNodeIsACardWithItsState();
    void aCardSaysWhetherItIsPreparedAndHowOldItsFiguresAre();
    void loadAndMemoryHaveAnAxisEach();
    void aNodeIsAddedWithItsProgress();
    void aFailedSetupSaysWhy();
    void aNodeIsCheckedPreparedAndRemoved();
    void aNodeInUseIsNotRemoved();
    void aNodeInUseThatCannotBeReachedCanBeAbandoned();
    void sshAsksForAPassphraseInADialog();
    void anUnknownHostIsAcceptedOrNot();
    void aQuestionThatIsNoLongerAskedDisappears();
    void cancellingTheSetupCancelsItsQuestion();
    void cancellingAConnectionIsNoSetup();
    void aLongQuestionLeavesRoomForItsButtons();
    void aNodeWhoseSshAsksIsAnsweredFromItsCard();
    void theLinksAreATable();
    void aFindingIsFixedByItsButton();
    void reconnectingAnswersWhatSshAsks();
    void theKeyboardAloneIsEnough();
    void theTitleOfARowIsAsHighAsItsCells();
};

void NodesPageTest::everyNodeIsACardWithItsState() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.state.local"));
    QVERIFY(w.window.findChild<QLabel*>("nodes.list.empty")->isVisible());
    QVERIFY(!w.window.findChild<QPushButton*>("nodes.remove.local"));
    const auto* area = w.window.findChild<QScrollArea*>("nodes.list.area");
    QVERIFY(area && !area->accessibleName().isEmpty());
    QCOMPARE(area->viewport()->accessibleName(), area->accessibleName());  // it reports the focus, too
    agent.setNodes({gpuA(), gpuB()});
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.state.gpu-b"));
    QCOMPARE(w.runs.labelText("nodes.state.gpu-a"), QString("Connected"));
    QCOMPARE(w.runs.labelText("nodes.memory.gpu-a"), QString("60.0 GB of 64.0 GB free"));
    QCOMPARE(w.runs.labelText("nodes.state.gpu-b"), QString("Unreachable"));
    QCOMPARE(w.runs.labelText("nodes.reason.gpu-b"), QString("no route to host"));
    QVERIFY(!w.window.findChild<QLabel*>("nodes.memory.gpu-b")->isVisible());
    QVERIFY(!w.window.findChild<QLabel*>("nodes.list.empty")->isVisible());
}

void NodesPageTest::aCardSaysWhetherItIsPreparedAndHowOldItsFiguresAre() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    bridge::NodeRow a = gpuA(), b = gpuB();
    const double now = static_cast<double>(QDateTime::currentSecsSinceEpoch());
    a.described = now - 5;
    a.isPrepared = true;
    const auto show = [&] {
        agent.setNodes({a, b});
        w.window.openPage("nodes", {});
    };
    const auto isVisible = [&](const char* name) { return w.window.findChild<QLabel*>(name)->isVisible(); };
    show();
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.prepared.gpu-b"));
    QTRY_COMPARE(w.runs.labelText("nodes.prepared.gpu-a"),
                 QString("Prepared: Trainyard and libtorch are there."));
    QVERIFY(!isVisible("nodes.age.gpu-a"));
    QVERIFY(!isVisible("nodes.prepared.gpu-b"));
    QVERIFY(!isVisible("nodes.age.gpu-b"));
    a.described = now - 300;
    a.isPrepared = false;
    show();
    QTRY_COMPARE(w.runs.labelText("nodes.prepared.gpu-a"),
                 QString("Not prepared: libtorch is missing. Prepare sends it."));
    QCOMPARE(w.runs.labelText("nodes.age.gpu-a"), QString("Figures from 5 min ago. Check reads them again."));
    QVERIFY(isVisible("nodes.age.gpu-a"));
    a.state = bridge::NodeState::kUnreachable;
    show();
    QTRY_COMPARE(w.runs.labelText("nodes.age.gpu-a"), QString("As described 5 min ago."));
    QVERIFY(!isVisible("nodes.memory.gpu-a"));
}

/// A load of several times the CPUs leaves the memory its height.
void NodesPageTest::loadAndMemoryHaveAnAxisEach() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    const auto charts = [&] {
        QMap<QString, const widgets::Chart*> shown;
        for (const auto* chart : w.window.findChildren<widgets::Chart*>())
            if (chart->isVisible()) shown[chart->objectName()] = chart;
        return shown;
    };
    QTRY_COMPARE(charts().keys(), QStringList({"nodes.history.local", "nodes.memory_history.local"}));
    QCOMPARE(charts()["nodes.history.local"]->accessibleName(), QString("Load of local"));
    QCOMPARE(charts()["nodes.memory_history.local"]->accessibleName(), QString("Memory of local"));
    for (const widgets::Chart* chart : charts())
        QCOMPARE(chart->asText().trimmed().count('\n'), 0);  // one value, of the first report
}

void NodesPageTest::aNodeIsAddedWithItsProgress() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.state.local"));
    QVERIFY(w.runs.press("nodes.header.add"));
    w.runs.type("nodes.add.field", "me@gpu-a");
    QVERIFY(w.runs.press("nodes.add.ok"));
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("me@gpu-a: 12.0 MB of 45.0 MB sent"));
    QVERIFY(!w.runs.canPress("nodes.header.add"));
    agent.finishSetUp(gpuA());
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.state.gpu-a"));
    QVERIFY(w.runs.labelText("nodes.setup.text").startsWith("gpu-a is added."));
    QVERIFY(w.runs.canPress("nodes.header.add"));
    QCOMPARE(agent.nodeOrders(), QStringList{"add me@gpu-a"});
    QVERIFY(w.runs.press("nodes.setup.button"));
    QVERIFY(!w.window.findChild<QLabel*>("nodes.setup.text")->isVisible());
}

void NodesPageTest::aFailedSetupSaysWhy() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    agent.finishSetUp(std::unexpected(bridge::Failure{"Host key verification failed", "node.unreachable"}));
    QVERIFY(w.runs.press("nodes.header.add"));
    w.runs.type("nodes.add.field", "gpu-a");
    QVERIFY(w.runs.press("nodes.add.ok"));
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("Host key verification failed"));
}

void NodesPageTest::aNodeIsCheckedPreparedAndRemoved() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuB()});
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.check.gpu-b"));
    QVERIFY(w.runs.press("nodes.check.gpu-b"));
    QTRY_COMPARE(w.runs.labelText("nodes.state.gpu-b"), QString("Connected"));
    agent.finishSetUp(gpuA());
    QVERIFY(w.runs.press("nodes.prepare.gpu-b"));
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("gpu-a is ready for runs."));
    QVERIFY(w.runs.press("nodes.remove.gpu-b"));
    QVERIFY(w.runs.find<QMessageBox>("nodes.remove_dialog").text().contains("gpu-b"));
    QVERIFY(w.runs.press("nodes.remove_dialog.no"));
    QTRY_VERIFY(!w.window.findChild<QMessageBox*>("nodes.remove_dialog"));
    QVERIFY(w.runs.press("nodes.remove.gpu-b"));
    QVERIFY(w.runs.press("nodes.remove_dialog.yes"));
    QTRY_VERIFY(!w.window.findChild<QPushButton*>("nodes.remove.gpu-b")->isVisible());
    QVERIFY(w.runs.labelText("nodes.header.notice").startsWith("gpu-b is removed."));
    QCOMPARE(agent.nodeOrders(), (QStringList{"check gpu-b", "prepare gpu-b", "remove gpu-b"}));
}

void NodesPageTest::aNodeInUseIsNotRemoved() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuA()}, "gpu-a");
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.remove.gpu-a"));
    QVERIFY(w.runs.press("nodes.remove.gpu-a"));
    QVERIFY(w.runs.press("nodes.remove_dialog.yes"));
    // As other refusals of the page, which stay until they are closed.
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"),
                 QString("run r1 has tasks on node gpu-a; stop it first"));
    QVERIFY(w.window.findChild<QLabel*>("nodes.setup.text")->isVisible());
    QCOMPARE(w.runs.labelText("nodes.header.notice"), QString());
    QVERIFY(w.window.findChild<QPushButton*>("nodes.remove.gpu-a")->isVisible());
}

/// One that will not come back could never be removed otherwise.
void NodesPageTest::aNodeInUseThatCannotBeReachedCanBeAbandoned() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuB()}, "gpu-b");
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.remove.gpu-b"));
    const auto remove = [&] {
        QVERIFY(w.runs.press("nodes.remove.gpu-b"));
        QVERIFY(w.runs.press("nodes.remove_dialog.yes"));
        QTRY_VERIFY(w.window.findChild<QMessageBox*>("nodes.abandon_dialog"));
    };
    remove();
    QVERIFY(
        w.runs.find<QMessageBox>("nodes.abandon_dialog").text().contains("run r1 has tasks on node gpu-b"));
    QVERIFY(w.runs.press("nodes.abandon_dialog.no"));
    QTRY_VERIFY(!w.window.findChild<QMessageBox*>("nodes.abandon_dialog"));
    QVERIFY(w.window.findChild<QPushButton*>("nodes.remove.gpu-b")->isVisible());
    remove();
    QVERIFY(w.runs.press("nodes.abandon_dialog.yes"));
    QTRY_VERIFY(!w.window.findChild<QPushButton*>("nodes.remove.gpu-b")->isVisible());
    QVERIFY(w.runs.labelText("nodes.header.notice").startsWith("gpu-b is removed."));
    QCOMPARE(agent.nodeOrders(), (QStringList{"remove gpu-b", "remove gpu-b", "abandon gpu-b"}));
}

void NodesPageTest::sshAsksForAPassphraseInADialog() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    beginToAdd(w, "me@gpu-a");
    agent.askInSetUp({.id = "q1", .prompt = "Enter passphrase for key '/home/me/.ssh/id': "});
    QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    const QPointer<QDialog> dialog = w.window.findChild<QDialog*>("nodes.question");
    QCOMPARE(dialog->windowTitle(), QString("Connect to me@gpu-a"));
    QVERIFY2(!dialog->isModal(), "the other pages are blocked");
    QCOMPARE(w.runs.labelText("nodes.question.text"),
             QString("Enter passphrase for key '/home/me/.ssh/id':"));
    auto& field = w.runs.find<QLineEdit>("nodes.question.field");
    QCOMPARE(field.echoMode(), QLineEdit::Password);
    w.runs.find<QCheckBox>("nodes.question.show").setChecked(true);
    QCOMPARE(field.echoMode(), QLineEdit::Normal);
    QTest::keyClicks(&field, " open it ");
    QTest::keyClick(&field, Qt::Key_Return);
    QTRY_VERIFY(!dialog);
    QTRY_COMPARE(agent.nodeOrders(), (QStringList{"add me@gpu-a", "answer q1:  open it "}));
    agent.askInSetUp({.id = "q2", .prompt = "Enter passphrase for key '/home/me/.ssh/id': "});
    QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    QTest::keyClick(w.window.findChild<QDialog*>("nodes.question"), Qt::Key_Escape);
    QTRY_COMPARE(agent.nodeOrders().last(), QString("answer q2: none"));
    agent.finishSetUp(gpuA());
}

void NodesPageTest::anUnknownHostIsAcceptedOrNot() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    beginToAdd(w, "gpu-a");
    const QString prompt =
        "The authenticity of host 'gpu-a' can't be established.\n"
        "<b>ED25519</b> key fingerprint is SHA256:L50INcaPL0QtQeXC7WVUIquOLXPIbKaWst/eCrN7wLw.\n"
        "Are you sure you want to continue connecting (yes/no/[fingerprint])?";
    const auto ask = [&](const QString& id) {
        agent.askInSetUp({.id = id, .prompt = prompt, .kind = bridge::SshQuestion::Kind::kYesNo});
        QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    };
    ask("q1");
    QCOMPARE(w.runs.labelText("nodes.question.text"), prompt);
    const auto& text = w.runs.find<QLabel>("nodes.question.text");
    QCOMPARE(text.textFormat(), Qt::PlainText);
    QVERIFY(text.textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
    QVERIFY(!w.window.findChild<QLineEdit*>("nodes.question.field"));
    QVERIFY(w.runs.press("nodes.question.yes"));
    QTRY_COMPARE(agent.nodeOrders().last(), QString("answer q1: yes"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("nodes.question"));
    ask("q2");
    QVERIFY(w.runs.press("nodes.question.no"));
    QTRY_COMPARE(agent.nodeOrders().last(), QString("answer q2: no"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("nodes.question"));
    ask("q3");
    QTest::keyClick(w.window.findChild<QDialog*>("nodes.question"), Qt::Key_Return);
    QTRY_COMPARE(agent.nodeOrders().last(), QString("answer q3: none"));  // nobody has looked at it
    agent.finishSetUp(gpuA());
}

void NodesPageTest::aQuestionThatIsNoLongerAskedDisappears() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    beginToAdd(w, "gpu-a");
    agent.askInSetUp({.id = "q1",
                      .prompt = "Confirm user presence for key ED25519-SK",
                      .kind = bridge::SshQuestion::Kind::kNotice});
    QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    QVERIFY(!w.window.findChild<QPushButton*>("nodes.question.ok"));
    agent.askInSetUp({});
    QTRY_VERIFY(!w.window.findChild<QDialog*>("nodes.question"));
    agent.askInSetUp({.id = "q2", .prompt = "Enter passphrase: "});
    QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    agent.finishSetUp(std::unexpected(bridge::Failure{"nobody answered", "ssh.unanswered"}));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("nodes.question"));
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("nobody answered"));
    QCOMPARE(agent.nodeOrders(), QStringList{"add gpu-a"});
}

void NodesPageTest::cancellingTheSetupCancelsItsQuestion() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    beginToAdd(w, "gpu-a");
    agent.askInSetUp({.id = "q1", .prompt = "Enter passphrase: "});
    QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    QVERIFY(w.runs.press("nodes.setup.button"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("nodes.question"));
    QTRY_COMPARE(agent.nodeOrders().last(), QString("answer q1: none"));
    agent.finishSetUp(gpuA());
}

void NodesPageTest::cancellingAConnectionIsNoSetup() {
    testing::ScriptedAgent agent;
    bridge::NodeRow asking = gpuB();
    asking.asks = true;
    agent.setNodes({asking});
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.check.gpu-b"));
    QVERIFY(w.runs.press("nodes.check.gpu-b"));
    QTRY_COMPARE(agent.nodeOrders(), QStringList{"connect gpu-b"});
    QVERIFY(w.runs.press("nodes.setup.button"));
    QCOMPARE(w.runs.labelText("nodes.setup.text"), QString("The connection to gpu-b was cancelled."));
    agent.finishSetUp(gpuA());
}

void NodesPageTest::aLongQuestionLeavesRoomForItsButtons() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    beginToAdd(w, "gpu-a");
    agent.askInSetUp({.id = "q1", .prompt = QString("a line\n").repeated(2000) + "Password: "});
    QTRY_VERIFY(w.window.findChild<QDialog*>("nodes.question"));
    QVERIFY(w.window.findChild<QDialog*>("nodes.question")->height() < 600);
    QVERIFY(w.runs.labelText("nodes.question.text").endsWith("Password:"));
    agent.finishSetUp(gpuA());
}

void NodesPageTest::aNodeWhoseSshAsksIsAnsweredFromItsCard() {
    testing::ScriptedAgent agent;
    bridge::NodeRow asking = gpuB();
    asking.asks = true;
    agent.setNodes({asking});
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.check.gpu-b"));
    QCOMPARE(w.runs.find<QPushButton>("nodes.check.gpu-b").text(), QString("Answer…"));
    QVERIFY(w.runs.press("nodes.check.gpu-b"));
    QTRY_COMPARE(agent.nodeOrders(), QStringList{"connect gpu-b"});
    QVERIFY(!w.runs.canPress("nodes.check.gpu-b"));
    agent.setNodes({gpuA()});
    agent.finishSetUp(gpuA());
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("gpu-a is connected."));
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.check.gpu-a"));
    QTRY_COMPARE(w.runs.find<QPushButton>("nodes.check.gpu-a").text(), QString("Check"));
}

void NodesPageTest::theLinksAreATable() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuA()});
    agent.setNodeTests(tests());
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QVERIFY(!w.window.findChild<QTableWidget*>("nodes.links.table")->isVisible());
    QVERIFY(w.runs.press("nodes.header.test"));
    QTRY_VERIFY(w.window.findChild<QTableWidget*>("nodes.links.table")->isVisible());
    const auto& table = w.runs.find<QTableWidget>("nodes.links.table");
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(cell(table, 0, 0), QString("OK"));
    QCOMPARE(cell(table, 1, 0), QString("Failed"));
    QCOMPARE(cell(table, 0, 2), QString("1.0 GB/s\n0.40 ms"));
    QCOMPARE(cell(table, 1, 1), QString("Failed"));
    QVERIFY(table.item(0, 2)->toolTip().contains("eth0"));
    QCOMPARE(table.item(1, 0)->toolTip(), QString("its worker does not start with libtorch\nRun X."));
    QCOMPARE(w.runs.labelText("nodes.links.finding_0"),
             QString("gpu-a: its worker does not start with libtorch\nRun X."));
    QCOMPARE(w.runs.labelText("nodes.links.finding_1"),
             QString("gpu-a to local: no answer from X\nLook at the firewall."));
    QVERIFY(!w.window.findChild<QPushButton*>("nodes.links.fix_1"));
    QVERIFY(!table.verticalScrollBar()->isVisible());
}

void NodesPageTest::theTitleOfARowIsAsHighAsItsCells() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuA()});
    agent.setNodeTests(tests());
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QVERIFY(w.runs.press("nodes.header.test"));
    QTRY_VERIFY(w.window.findChild<QTableWidget*>("nodes.links.table")->isVisible());
    auto& table = w.runs.find<QTableWidget>("nodes.links.table");
    const QHeaderView& titles = *table.verticalHeader();
    QCOMPARE(titles.model()->headerData(1, Qt::Vertical).toString(), QString("gpu-a"));
    QVERIFY(titles.viewport()->width() >= titles.fontMetrics().horizontalAdvance("gpu-a"));
    const QRect ok = table.visualItemRect(table.item(0, 0));
    const QRect local(0, titles.sectionViewportPosition(0), titles.viewport()->width(), ok.height());
    const double high = middleOfText(*titles.viewport(), local);
    QVERIFY2(std::abs(high - middleOfText(*table.viewport(), ok)) <= 1, qPrintable(QString::number(high)));
}

void NodesPageTest::aFindingIsFixedByItsButton() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuA(), gpuB()});
    agent.setNodeTests(testsOfThree());
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    w.window.openPage("nodes", {});
    QVERIFY(w.runs.press("nodes.header.test"));
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.links.fix_1"));
    // The node that is not connected is one thing to fix, and so for all the links that were not tested.
    QCOMPARE(w.runs.labelText("nodes.links.finding_1"), QString("gpu-b: no route to host\nRun check."));
    QVERIFY(!w.window.findChild<QLabel*>("nodes.links.finding_2"));
    QCOMPARE(w.runs.find<QPushButton>("nodes.links.fix_1").accessibleName(), QString("Reconnect gpu-b"));
    auto& table = w.runs.find<QTableWidget>("nodes.links.table");
    table.setFocus();
    table.setCurrentCell(0, 4);  // local to gpu-b
    QCOMPARE(table.currentItem()->text(), QString("Not tested"));
    QCOMPARE(table.currentItem()->toolTip(), QString("gpu-b is not connected\nRun check."));
    QTest::keyClick(&table, Qt::Key_Return);
    QTRY_COMPARE(QApplication::focusWidget()->objectName(), QString("nodes.links.fix_1"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(agent.nodeOrders(), (QStringList{"test", "check gpu-b", "test"}));
    QTRY_VERIFY(
        w.runs.canPress("nodes.links.fix_0"));  // the second test was ordered; its answer is still on its way
    // One machine is set up at a time; the tests are repeated once it is.
    QVERIFY(w.runs.press("nodes.links.fix_0"));
    QTRY_VERIFY(!w.runs.canPress("nodes.links.fix_0"));
    QVERIFY(!w.runs.canPress("nodes.prepare.gpu-a"));
    agent.setNodeTests(
        {.nodes = {{"local", "connection", bridge::TestVerdict::kPassed, "connected", {}}}, .links = {}});
    agent.finishSetUp(gpuA());
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.links.none"));
    QCOMPARE(agent.nodeOrders().mid(3), (QStringList{"prepare gpu-a", "test"}));
}

void NodesPageTest::reconnectingAnswersWhatSshAsks() {
    testing::ScriptedAgent agent;
    bridge::NodeRow asking = gpuB();
    asking.asks = true;
    agent.setNodes({gpuA(), asking});
    agent.setNodeTests(testsOfThree());
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.check.gpu-b"));
    QVERIFY(w.runs.press("nodes.header.test"));
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.links.fix_1"));
    QVERIFY(w.runs.press("nodes.links.fix_1"));
    QTRY_COMPARE(agent.nodeOrders(), (QStringList{"test", "connect gpu-b"}));
    agent.finishSetUp(std::unexpected(bridge::Failure{"nobody answered", "ssh.unanswered"}));
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("nobody answered"));
    // That has failed: what succeeds later, and not because of the finding, repeats no test.
    bridge::NodeRow answered = gpuB();
    answered.state = bridge::NodeState::kConnected;
    QTRY_VERIFY(w.runs.canPress("nodes.check.gpu-b"));
    QVERIFY(w.runs.press("nodes.check.gpu-b"));
    QTRY_COMPARE(agent.nodeOrders().size(), 3);
    agent.finishSetUp(answered);
    QTRY_COMPARE(w.runs.labelText("nodes.setup.text"), QString("gpu-b is connected."));
    QVERIFY(w.runs.press("nodes.links.fix_1"));
    QTRY_COMPARE(agent.nodeOrders().size(), 4);
    agent.finishSetUp(answered);
    QTRY_COMPARE(agent.nodeOrders(),
                 (QStringList{"test", "connect gpu-b", "connect gpu-b", "connect gpu-b", "test"}));
}

void NodesPageTest::theKeyboardAloneIsEnough() {
    testing::ScriptedAgent agent;
    agent.setNodes({gpuA(), gpuB()});
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QPushButton*>("nodes.remove.gpu-b"));
    w.runs.find<QPushButton>("nodes.header.test").setFocus();
    QStringList order;
    const auto tab = [&] {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        order << QApplication::focusWidget()->objectName();
    };
    while (!order.contains("nodes.remove.gpu-b") && order.size() < 30) tab();
    order.removeIf([](const QString& name) {  // texts to read, and where to scroll
        return name.startsWith("nodes.history") || name.startsWith("nodes.memory_history") ||
               name.startsWith("nodes.reason") || name.startsWith("nodes.list");
    });
    QCOMPARE(order, (QStringList{"nodes.header.add", "nodes.card.gpu-a", "nodes.check.gpu-a",
                                 "nodes.prepare.gpu-a", "nodes.remove.gpu-a", "nodes.card.gpu-b",
                                 "nodes.check.gpu-b", "nodes.prepare.gpu-b", "nodes.remove.gpu-b"}));
    // The card with the focus looks different.
    auto& card = w.runs.find<QWidget>("nodes.card.gpu-b");
    const QImage without = card.grab().toImage();
    card.setFocus();
    QTRY_VERIFY(card.grab().toImage().pixel(0, card.height() / 2) != without.pixel(0, card.height() / 2));
    QTest::keyClick(&card, Qt::Key_Return);
    QTRY_COMPARE(w.runs.labelText("nodes.state.gpu-b"), QString("Connected"));
    QTest::keyClick(&card, Qt::Key_Delete);
    QTest::keyClick(&w.runs.find<QMessageBox>("nodes.remove_dialog"), Qt::Key_Escape);
    QTRY_VERIFY(!w.window.findChild<QMessageBox*>("nodes.remove_dialog"));
    QTest::keyClick(&w.runs.find<QPushButton>("nodes.check.gpu-b"), Qt::Key_Delete);
    auto& yes = w.runs.find<QPushButton>("nodes.remove_dialog.yes");
    QTest::keyClick(&yes, Qt::Key_Return);
    QTRY_VERIFY(!card.isVisible());
    QCOMPARE(agent.nodeOrders(), (QStringList{"check gpu-b", "remove gpu-b"}));
}

TY_WIDGET_TEST(NodesPageTest);
#include "tst_nodes_page.moc"
