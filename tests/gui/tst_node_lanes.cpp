// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDateTime>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/models/node_findings.h"
#include "ui/models/task_list_model.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenWindow;

namespace {

std::vector<bridge::TaskRow> tasksOn(const QStringList& nodes) {
    std::vector<bridge::TaskRow> tasks;
    for (const QString& node : nodes)
        tasks.push_back({.task = QString("worker:%1").arg(tasks.size()),
                         .node = node,
                         .state = bridge::TaskState::kRunning,
                         .step = 7,
                         .rssBytes = 200'000'000,
                         .cpu = 0.75});
    return tasks;
}

bridge::NodeRow connected(const QString& name, int cpus) {
    return {.name = name, .cpus = cpus, .target = name == "local" ? QString() : name};
}

bridge::NodeRow cutOff(const QString& name, double since) {
    return {.name = name,
            .cpus = 4,
            .target = name,
            .state = bridge::NodeState::kUnreachable,
            .reason = "no route to host",
            .since = since};
}

/// The first two cells of each row.
QStringList rows(const models::TaskListModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row)
        lines << model.index(row, models::TaskListModel::kTask).data().toString() + '|' +
                     model.index(row, models::TaskListModel::kState).data().toString();
    return lines;
}

/// Of another day than today.
QString clockAt(double time) {
    return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(time)).toString("MM-dd HH:mm:ss");
}

}  // namespace

/// What the window says about the machines of a run, and about those that were tested.
class NodeLanesTest : public QObject {
    Q_OBJECT
  private slots:
    void tasksAreBelowTheirMachine();
    void aRunOnThisMachineHasNoLanes();
    void aTaskOnAGpuHasItsShare();
    void aCutLinkIsShownWhileTrainingContinues();
    void aRunThatWaitsForALinkIsShownAsWaiting();
    void aTaskThatHasEndedIsNotCutOff();
    void whatIsNotKnownIsNotSaid();
    void anUnreachableNodeIsOneFinding();
    void whatIsTheSameOfManyLinksIsOneFinding();
    void theRunPageShowsTheLanes();
    void theDetailOfATaskNamesThePortsAtWhichItListens();
};

void NodeLanesTest::tasksAreBelowTheirMachine() {
    models::TaskListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTasks(tasksOn({"local", "node-1", "local"}));
    QVERIFY(model.hasLanes());
    QCOMPARE(rows(model),
             (QStringList{"local|", "worker:0|running", "worker:2|running", "node-1|", "worker:1|running"}));
    QVERIFY(model.isLane(0) && model.isLane(3) && !model.isLane(4));
    model.setNodes({connected("local", 8), connected("node-1", 0)});
    QCOMPARE(rows(model)[0], QString("local · Connected · CPUs in use: 1.5 of 8 · memory: 400.0 MB|"));
    QCOMPARE(rows(model)[3], QString("node-1 · Connected · CPUs in use: 0.8 · memory: 200.0 MB|"));
    // A machine is read, but is no task that could be killed.
    const QModelIndex lane = model.index(3, 0);
    QCOMPARE(model.flags(lane), Qt::ItemFlags(Qt::ItemIsEnabled));
    QVERIFY(!lane.data(models::kIdRole).isValid());
    QCOMPARE(model.index(4, 0).data(models::kIdRole).toString(), QString("worker:1"));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setTasks(tasksOn({"local", "node-1", "local"}));
    QCOMPARE(reset.size(), 0);
    model.setTasks(tasksOn({"local", "node-1", "node-2"}));  // the next attempt is elsewhere
    QCOMPARE(reset.size(), 1);
    QCOMPARE(model.rowCount(), 6);
}

void NodeLanesTest::aRunOnThisMachineHasNoLanes() {
    models::TaskListModel model;
    model.setTasks(tasksOn({"local", "local"}));
    model.setNodes({connected("local", 8), cutOff("node-1", kNow)});
    QVERIFY(!model.hasLanes());
    QCOMPARE(rows(model), (QStringList{"worker:0|running", "worker:1|running"}));
}

void NodeLanesTest::aTaskOnAGpuHasItsShare() {
    models::TaskListModel model;
    bridge::TaskRow none{.task = "worker:0", .state = bridge::TaskState::kRunning};
    bridge::TaskRow some{
        .task = "worker:1", .state = bridge::TaskState::kRunning, .gpus = 1.5, .gpuBytes = 3LL << 30};
    model.setTasks({none});
    QVERIFY(!model.hasGpus());
    model.setTasks({none, some});
    QVERIFY(model.hasGpus());
    const auto text = [&](int row) {
        return model.index(row, models::TaskListModel::kGpu).data().toString();
    };
    QCOMPARE(text(0), QString("–"));
    QCOMPARE(text(1), QString("150 % · 3.0 GB"));
    QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().contains("GPU: 150 % · 3.0 GB"));
    some.gpus = bridge::kNotKnown;  // the driver does not tell
    model.setTasks({none, some});
    QCOMPARE(text(1), QString("3.0 GB"));
}

void NodeLanesTest::aCutLinkIsShownWhileTrainingContinues() {
    models::TaskListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto tasks = tasksOn({"local", "node-1"});
    tasks[1].call = "all-reduce";
    tasks[1].callSince = kNow;
    model.setTasks(tasks);
    model.setRunState(bridge::RunState::kRunning);
    QVERIFY(model.hang(kNow + 60).contains("worker:1"));
    model.setNodes({connected("local", 8), cutOff("node-1", kNow)});
    const QStringList shown = rows(model);
    QCOMPARE(shown[2], QString("node-1 · Unreachable since %1 · no route to host\n"
                               "Waiting for the link. Training does not need it.|")
                           .arg(clockAt(kNow)));
    QCOMPARE(shown[3], QString("worker:1|no link"));
    QCOMPARE(shown[1], QString("worker:0|running"));
    const auto cell = [&](int column) { return model.index(3, column).data().toString(); };
    QCOMPARE(cell(models::TaskListModel::kStep), QString("7"));
    QCOMPARE(cell(models::TaskListModel::kCpu), QString("–"));
    QCOMPARE(cell(models::TaskListModel::kMemory), QString("–"));
    QVERIFY(model.index(3, 0).data(Qt::ToolTipRole).toString().contains("Last known state: running"));
    // A report from before the cut says nothing about who waits for whom now.
    QCOMPARE(model.hang(kNow + 60), QString());
    model.setNodes({connected("local", 8), connected("node-1", 4)});
    QCOMPARE(rows(model)[3], QString("worker:1|running"));
    QVERIFY(!rows(model)[2].contains('\n'));
}

/// A run ends, or is restarted, once every one of its tasks has ended.
void NodeLanesTest::aRunThatWaitsForALinkIsShownAsWaiting() {
    models::TaskListModel model;
    auto tasks = tasksOn({"local", "node-1"});
    model.setTasks(tasks);
    model.setNodes({connected("local", 8), cutOff("node-1", kNow)});
    model.setRunState(bridge::RunState::kStopping);
    QVERIFY2(rows(model)[2].endsWith("\nThe run waits for this link.|"), qPrintable(rows(model)[2]));
    model.setRunState(bridge::RunState::kRunning);
    QVERIFY(rows(model)[2].endsWith("Training does not need it.|"));
    tasks[0].state = bridge::TaskState::kFailed;
    model.setTasks(tasks);
    QVERIFY2(rows(model)[2].endsWith("\nThe run waits for this link.|"), qPrintable(rows(model)[2]));
    // Where no machine is reached, the training may continue on all of them.
    model.setNodes({cutOff("local", kNow), cutOff("node-1", kNow)});
    tasks[0].state = bridge::TaskState::kRunning;
    model.setTasks(tasks);
    QVERIFY(rows(model)[2].endsWith("Training does not need it.|"));
}

void NodeLanesTest::aTaskThatHasEndedIsNotCutOff() {
    models::TaskListModel model;
    auto tasks = tasksOn({"local", "node-1", "node-1", "node-1"});
    tasks[1].state = bridge::TaskState::kLost;
    tasks[2].state = bridge::TaskState::kSucceeded;
    tasks[3].state = bridge::TaskState::kStarting;
    model.setTasks(tasks);
    model.setRunState(bridge::RunState::kRunning);
    model.setNodes({connected("local", 8), cutOff("node-1", kNow)});
    QCOMPARE(rows(model).mid(3), (QStringList{"worker:1|lost", "worker:2|succeeded", "worker:3|no link"}));
}

void NodeLanesTest::whatIsNotKnownIsNotSaid() {
    models::TaskListModel model;
    model.setTasks(tasksOn({"node-1"}));
    QCOMPARE(rows(model)[0], QString("node-1|"));  // the agent has not answered
    model.setNodes({cutOff("node-1", kNow)});
    model.setRunState(bridge::RunState::kSucceeded);  // its machine is none of its business any more
    QCOMPARE(rows(model), (QStringList{"node-1|", "worker:0|succeeded"}));
}

void NodeLanesTest::anUnreachableNodeIsOneFinding() {
    using enum bridge::TestVerdict;
    bridge::NodeTests tests{.nodes = {{"local", "connection", kPassed, "connected", {}},
                                      {"a", "connection", kFailed, "no route to host", "Run check."},
                                      {"b", "connection", kPassed, "connected", {}},
                                      {"b", "clock", kWarned, "5 s behind", "Run X."},
                                      {"local", "libtorch", kFailed, "it does not start", "Reinstall."}},
                            .links = {}};
    for (const QString to : {"local", "b"}) {
        tests.links.push_back(
            {.from = "a", .to = to, .verdict = kNotTested, .message = "a is not connected"});
        tests.links.push_back(
            {.from = to, .to = "a", .verdict = kNotTested, .message = "a is not connected"});
    }
    tests.links.push_back({.from = "local", .to = "b", .verdict = kFailed, .message = "no answer from b"});
    const auto findings = models::findingsOf(tests);
    QStringList texts;
    for (const models::NodeFinding& finding : findings) texts << finding.text;
    QCOMPARE(texts, (QStringList{"a: no route to host", "b: 5 s behind", "local: it does not start",
                                 "local to b: no answer from b"}));
    QCOMPARE(findings[0].remedy, models::NodeRemedy::kReconnect);
    for (const std::size_t other : {1, 2, 3}) QCOMPARE(findings[other].remedy, models::NodeRemedy::kNone);
    QCOMPARE(models::findingFor(findings, {"b", "a", {}}), std::optional<std::size_t>(0));
    QCOMPARE(models::findingFor(findings, {"local", "b", {}}), std::optional<std::size_t>(3));
    QCOMPARE(models::findingFor(findings, {"b", "local", {}}), std::optional<std::size_t>());
    QCOMPARE(models::findingFor(findings, {"b", {}, "clock"}), std::optional<std::size_t>(1));
    QCOMPARE(models::findingFor(findings, {"b", {}, "connection"}), std::optional<std::size_t>());
}

void NodeLanesTest::whatIsTheSameOfManyLinksIsOneFinding() {
    using enum bridge::TestVerdict;
    bridge::NodeTests tests;
    for (const QString from : {"local", "a", "b"})
        for (const QString to : {"local", "a", "b"})
            if (from != to)
                tests.links.push_back({.from = from,
                                       .to = to,
                                       .verdict = kWarned,
                                       .isLate = true,
                                       .message = "the all-reduce did not finish within 4 s",
                                       .fix = "Test again."});
    const auto findings = models::findingsOf(tests);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].text,
             "local to a, local to b, a to local and 3 more: the all-reduce did not finish "
             "within 4 s");
    QCOMPARE(findings[0].fix, "Test again.");
    QCOMPARE(models::findingFor(findings, {"b", "a", {}}), std::optional<std::size_t>(0));
    tests.links.resize(2);
    QCOMPARE(models::findingsOf(tests)[0].text,
             "local to a, local to b: the all-reduce did not finish within 4 s");
}

void NodeLanesTest::theRunPageShowsTheLanes() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    bridge::RunDetail detail = testing::detailOf(runs[0]);
    detail.tasks[1].node = "node-1";
    agent.setRuns(runs);
    agent.setDetail(detail);
    agent.setNodes({cutOff("node-1", kNow)});
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 4);
    auto& table = w.runs.find<QTableView>("runs.tasks.table");
    QTRY_VERIFY(w.runs.rows("runs.tasks.table")[2].startsWith("node-1 · Unreachable since "));
    QTRY_VERIFY(table.rowHeight(2) > table.rowHeight(1));
    QCOMPARE(table.columnSpan(2, 0), table.model()->columnCount());
    QCOMPARE(table.columnSpan(1, 0), 1);
    // The arrow keys go through machines and tasks; only a task can be killed.
    table.setFocus();
    table.setCurrentIndex(table.model()->index(1, 0));
    QVERIFY(w.runs.canPress("runs.tasks.drill"));
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(table.currentIndex().row(), 2);
    QVERIFY(!w.runs.canPress("runs.tasks.drill"));
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(table.currentIndex().row(), 3);
    QVERIFY(w.runs.canPress("runs.tasks.drill"));
    agent.setNodes({connected("node-1", 4)});
    QTRY_VERIFY(w.runs.rows("runs.tasks.table")[2].startsWith("node-1 · Connected"));
    QTRY_COMPARE(table.rowHeight(2), table.rowHeight(1));
    // Another run, of this machine alone.
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    QCOMPARE(table.columnSpan(0, 0), 1);
}

void NodeLanesTest::theDetailOfATaskNamesThePortsAtWhichItListens() {
    bridge::TaskRow row{.task = "worker:0",
                        .address = "10.0.0.5:0",
                        .state = bridge::TaskState::kRunning,
                        .pid = 7,
                        .listens = {"10.0.0.5:40123", "127.0.0.1:6006"}};
    models::TaskListModel model;
    model.setTasks({row});
    const auto detail = [&] { return model.index(0, 0).data(Qt::ToolTipRole).toString().split('\n'); };
    QVERIFY2(detail().contains("Listens at 10.0.0.5:40123, 127.0.0.1:6006"), qPrintable(detail().join('|')));
    row.listens.clear();
    model.setTasks({row});
    QVERIFY(!detail().join('|').contains("Listens"));
}

TY_WIDGET_TEST(NodeLanesTest);
#include "tst_node_lanes.moc"
