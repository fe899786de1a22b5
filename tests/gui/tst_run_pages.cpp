// SPDX-License-Identifier: Apache-2.0
// The pages about current and past runs: what they show.
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
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
    void whatTasksUseIsShownOnDemand();
    void aMessageDoesNotMoveThePage();
    void aRestartIsOneLine();
    void amongManyQuantitiesOneSearches();
    void whatIsNotDrawnIsNotKept();
    void usageIsShownNextToTheEstimate();
    void serverTrafficIsShownNextToTheEstimate();
    void theTimeOfARunIsSplit();
    void newsOfOtherRunsLeaveTheChoiceAlone();
    void aLongFailureLeavesTheWindowItsSize();
    void newsPaintOnlyWhatTheyChange();
};

/// Counts how often a widget is painted.
class Paints : public QObject {
  public:
    explicit Paints(QWidget& widget) { widget.installEventFilter(this); }
    int count = 0;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        count += event->type() == QEvent::Paint;
        return QObject::eventFilter(watched, event);
    }
};

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

void RunPagesTest::newsPaintOnlyWhatTheyChange() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[0].id));
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    agent.push(runs[0].id, points(kBatch, 1, 5));
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 5);
    auto& list = w.runs.find<QTableView>("runs.list.table");
    Paints listed(*list.viewport());
    Paints events(*w.runs.find<QTableView>("runs.events.table").viewport());
    Paints tasks(*w.runs.find<QTableView>("runs.tasks.table").viewport());
    Paints tabs(w.runs.find<QTabBar>("runs.history.tabs.bar"));
    // A run that trains is in the news ten times a second.
    for (int i = 0; i < 10; ++i) {
        const int before = listed.count;
        ++runs[0].step;
        agent.updateRun(runs[0]);
        QTRY_VERIFY(listed.count > before);
    }
    QVERIFY2(events.count <= 2, qPrintable(QString::number(events.count)));
    QVERIFY2(tasks.count <= 2, qPrintable(QString::number(tasks.count)));
    QVERIFY2(tabs.count <= 2, qPrintable(QString::number(tabs.count)));
}

TY_WIDGET_TEST(RunPagesTest);
#include "tst_run_pages.moc"
