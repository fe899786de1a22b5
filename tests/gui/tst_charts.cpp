// SPDX-License-Identifier: Apache-2.0
// Small charts: what they say of their numbers, by keyboard and in a file.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QMouseEvent>
#include <QTest>
#include <limits>

#include "tests/gui/gui_test.h"
#include "ui/models/node_load.h"
#include "ui/models/time_spent.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/chart/chart_faces.h"
#include "ui/widgets/theme.h"

using namespace trainyard;
using widgets::Chart;
using widgets::ChartContent;

namespace {

ChartContent bars() {
    return {.kind = ChartContent::Kind::kBars,
            .categories = {"0", "1"},
            .series = {{"precision", 0, {{.y = 0.5}, {.y = std::numeric_limits<double>::quiet_NaN()}}},
                       {"recall", 1, {{.y = 0.25}, {.y = 1}}}}};
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool hasQtCharts() {
    return contentOf(QStringLiteral("/proc/self/maps")).contains("libQt6Charts");
}

}  // namespace

class ChartsTest : public QObject {
    Q_OBJECT
  private slots:
    void theFirstChartWithValuesLoadsQtCharts();
    void withoutItsModuleAChartIsATable();
    void everyFiniteValueIsSaid();
    void theArrowKeysReadTheValues();
    void aValueUnderThePointerIsRead();
    void picturesAreSaved();
    void aFailedSaveLeavesNothingAndReportsTheReason();
    void withoutValuesTheHeadingIsShown();
    void stackedAreasAreReadByStep();
    void newValuesDoNotEndTheReading();
    void linesAreReadByTheNamesOfTheirPoints();
    void aLineOfOnePointIsSeen();
    void aNodesLoadIsKeptForTenMinutes();
    void anAttemptsTimeIsSplit();
    void aTasksStepTimesAreMeansOverRanges();
};

void ChartsTest::theFirstChartWithValuesLoadsQtCharts() {
    Chart chart;
    chart.setContent({}, "No values yet");
    chart.resize(400, 200);
    chart.show();
    QVERIFY(!hasQtCharts());
    chart.setContent(bars());
    QCOMPARE(hasQtCharts(), !widgets::chartModule().empty());
    QVERIFY(chart.readOut().isEmpty());
}

void ChartsTest::withoutItsModuleAChartIsATable() {
    QString why;
    const auto face = widgets::makeChartFace("/nowhere/libtrainyard_charts.so", why);
    QVERIFY2(why.contains("/nowhere/libtrainyard_charts.so"), qPrintable(why));
    face->draw(bars(), widgets::readingsOf(bars()), {.numbers = face->font()});
    const auto* list = face->findChild<QListWidget*>();
    QVERIFY(list);
    QCOMPARE(list->count(), 3);
    QCOMPARE(list->item(1)->text(), QString("0, recall: 0.2500"));
    // A build without Qt Charts is as it was asked for.
    why.clear();
    widgets::makeChartFace({}, why);
    QVERIFY(why.isEmpty());
}

void ChartsTest::everyFiniteValueIsSaid() {
    Chart chart;
    chart.setContent(bars());
    QCOMPARE(chart.asText(), QString("0, precision: 0.5000\n0, recall: 0.2500\n1, recall: 1"));
    chart.setContent(
        {.yTitle = "values", .range = std::pair(-1.0, 1.0), .series = {{{}, 0, {{.y = 3}, {.y = 4}}}}});
    QCOMPARE(chart.asText(), QString("-1.0000 … 0.0000, values: 3\n0.0000 … 1.0000, values: 4"));
    chart.setContent({.kind = ChartContent::Kind::kStackedBars,
                      .yTitle = "loss",
                      .categories = {"a"},
                      .series = {{{}, 0, {{.y = 1}}}, {{}, 1, {{.y = 2}}}}});
    QCOMPARE(chart.asText(), QString("a, loss: 1\na, loss: 2"));
    // A scatter is read from left to right.
    chart.setContent({.kind = ChartContent::Kind::kScatter,
                      .xTitle = "rate",
                      .yTitle = "loss",
                      .series = {{{}, 0, {{0.1, 0.3, "b"}}}, {{}, 1, {{0.001, 0.4, "a"}}}}},
                     "two runs");
    QCOMPARE(chart.asText(), QString("a, rate 0.0010, loss: 0.4000\nb, rate 0.1000, loss: 0.3000"));
    QCOMPARE(chart.accessibleDescription(), "two runs\n" + chart.asText());
}

void ChartsTest::theArrowKeysReadTheValues() {
    Chart chart;
    chart.setContent(bars());
    chart.resize(400, 200);
    chart.show();
    QVERIFY(chart.readOut().isEmpty());
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.readOut(), QString("0, precision: 0.5000"));
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(chart.readOut(), QString("0, precision: 0.5000"));
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.readOut(), QString("1, recall: 1"));
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.readOut(), QString("1, recall: 1"));
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.readOut(), QString("0, precision: 0.5000"));
    widgets::Theme::apply(*qApp, widgets::ColourScheme::kDark);  // draws it again
    QCOMPARE(chart.readOut(), QString("0, precision: 0.5000"));
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(chart.readOut().isEmpty());
}

void ChartsTest::aValueUnderThePointerIsRead() {
    Chart chart;
    chart.setContent({.categories = {"only"}, .series = {{"loss", 0, {{.y = 2}}}}});
    chart.resize(400, 200);
    chart.show();
    chart.grab();  // lays it out
    QPoint inBar = chart.rect().center() + QPoint(20, 20);
    if (const auto* list = chart.findChild<QListWidget*>())  // built without Qt Charts
        inBar = list->viewport()->mapTo(&chart, list->visualItemRect(list->item(0)).center());
    QWidget* const under = chart.childAt(inBar);
    QVERIFY(under);
    const QPoint at = under->mapFrom(&chart, inBar);
    QMouseEvent move(QEvent::MouseMove, at, under->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(under, &move);
    QCOMPARE(chart.readOut(), QString("only, loss: 2"));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(under, &leave);
    QVERIFY(chart.readOut().isEmpty());
}

void ChartsTest::picturesAreSaved() {
    testing::TempFolder folder;
    Chart chart;
    chart.setContent(bars());
    chart.resize(400, 200);
    chart.show();
    for (const char* name : {"chart.png", "chart.svg", "chart.PDF"})
        QCOMPARE(chart.save(folder.filePath(name)), QString());
    const QImage image(folder.filePath("chart.png"));
    QVERIFY(image.width() > 700 && image.height() > 200);
    QVERIFY(contentOf(folder.filePath("chart.svg")).contains("<svg"));
    QVERIFY(contentOf(folder.filePath("chart.PDF")).startsWith("%PDF-"));
}

void ChartsTest::aFailedSaveLeavesNothingAndReportsTheReason() {
    testing::TempFolder folder;
    Chart chart;
    chart.setContent(bars());
    chart.resize(400, 200);
    QVERIFY(chart.save(folder.filePath("chart.gif")).contains("must end in .png, .svg or .pdf"));
    QVERIFY(chart.save(folder.filePath("none/chart.png")).contains("was not written"));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void ChartsTest::withoutValuesTheHeadingIsShown() {
    Chart chart;
    chart.setContent({}, "Nothing yet.");
    chart.resize(300, 200);
    chart.show();
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_End);
    QVERIFY(chart.readOut().isEmpty());
    QCOMPARE(chart.accessibleDescription(), QString("Nothing yet."));
}

void ChartsTest::stackedAreasAreReadByStep() {
    Chart chart;
    chart.setContent({.kind = ChartContent::Kind::kStackedAreas,
                      .xTitle = "step",
                      .series = {{"compute", 0, {{.x = 100, .y = 4}, {.x = 200, .y = 5}}},
                                 {"wait", 1, {{.x = 100, .y = 1}, {.x = 200, .y = 2}}}}});
    QCOMPARE(chart.asText(), QString("step 100, compute: 4\nstep 100, wait: 1\n"
                                     "step 200, compute: 5\nstep 200, wait: 2"));
    chart.resize(400, 200);
    chart.show();
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.readOut(), QString("step 200, wait: 2"));
}

void ChartsTest::linesAreReadByTheNamesOfTheirPoints() {
    Chart chart;
    chart.setContent({.kind = ChartContent::Kind::kLines,
                      .range = std::pair(-10.0, 0.0),
                      .full = 100,
                      .series = {{"load", 0, {{-1, 40, "12:00:00"}, {0, 140, "12:01:00"}}},
                                 {"memory", 1, {{-1, 20, "12:00:00"}}}}});
    QCOMPARE(chart.asText(), QString("12:00:00, load: 40\n12:00:00, memory: 20\n12:01:00, load: 140"));
    chart.resize(400, 200);
    chart.show();
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(chart.readOut(), QString("12:01:00, load: 140"));
    QVERIFY(!chart.grab().isNull());
}

void ChartsTest::aLineOfOnePointIsSeen() {
    Chart chart;
    const auto show = [&chart](double y, double x = -5) {
        ChartContent content{.kind = ChartContent::Kind::kLines,
                             .range = std::pair(-10.0, 0.0),
                             .full = 100,
                             .series = {{"", 0, {}}}};
        content.series[0].points.push_back({x, y, "12:00:00"});
        chart.setContent(content);
        return chart.grab().toImage();
    };
    chart.resize(400, 200);
    chart.show();
    QVERIFY(show(20) != show(60));
    // A whole disc at the end of the axes too.
    const QColor colour = widgets::Theme::current().series(0);
    const auto pixels = [&](const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == colour;
        return count;
    };
    const int whole = pixels(show(50));
    for (const auto& [y, x] : {std::pair(50, 0), std::pair(50, -10), std::pair(0, -5), std::pair(100, -5)}) {
        const int seen = pixels(show(y, x));
        QVERIFY2(seen >= whole * 0.8, qPrintable(QString("%1 of %2 at %3").arg(seen).arg(whole).arg(x)));
    }
}

void ChartsTest::aNodesLoadIsKeptForTenMinutes() {
    models::NodeLoad load;
    bridge::NodeRow node{.cpus = 4, .load = 1, .memoryBytes = 100, .memoryFreeBytes = 75};
    load.add(node, 1000);
    node.load = 3;
    load.add(node, 1003);
    QCOMPARE(load.parts().size(), 1U);  // their mean
    QCOMPARE(load.parts()[0].load, 50.0);
    QCOMPARE(load.parts()[0].memory, 25.0);
    QCOMPARE(load.parts()[0].time, 1005.0);
    for (double time = 1010; time <= 1700; time += 10) load.add(node, time);
    QCOMPARE(load.parts().size(), 61U);
    QCOMPARE(load.parts()[0].load, 75.0);
    load.add({.load = 9}, 1710);  // not reached
    QCOMPARE(load.parts().size(), 61U);
    load.add(node, 1800);  // nothing is known of the time in between
    QCOMPARE(load.parts().size(), 1U);
}

void ChartsTest::newValuesDoNotEndTheReading() {
    Chart chart;
    chart.setContent(bars());
    chart.show();
    chart.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&chart));
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    ChartContent other = bars();
    other.series[1].points[0].y = 0.75;
    chart.setContent(other);
    QCOMPARE(chart.readOut(), QString("0, recall: 0.7500"));
    other.series.pop_back();
    chart.setContent(other);
    QCOMPARE(chart.readOut(), QString("0, precision: 0.5000"));
    chart.setContent({.kind = ChartContent::Kind::kScatter, .series = {{{}, 0, {{1, 2, "a"}}}}});
    QVERIFY(chart.readOut().isEmpty());
}

void ChartsTest::anAttemptsTimeIsSplit() {
    using bridge::EventKind;
    const auto event = [](EventKind kind, double time, int number, std::int64_t step) {
        return bridge::EventRow{.time = time, .kind = kind, .number = number, .step = step};
    };
    std::vector<bridge::EventRow> events{
        event(EventKind::kAttempt, 100, 1, 0), event(EventKind::kCheckpoint, 115, 0, 60),
        event(EventKind::kAttempt, 130, 2, 60), event(EventKind::kFinished, 150, 0, 0),
        event(EventKind::kAttempt, 1000, 3, 90)};
    events[1].value = 2000;  // ms
    const std::map<int, models::StepSpan> spans{{1, {105, 127, 100}}, {2, {131, 148, 90}}};
    const auto times = models::attemptTimes(events, spans, 1010);
    QCOMPARE(times.size(), 3U);
    QCOMPARE(times[0].starting, 5);
    QCOMPARE(times[0].saving, 2);
    QCOMPARE(times[0].repeated, 8);  // 40 of 100 steps
    QCOMPARE(times[0].kept, 12);
    QCOMPARE(times[0].ending, 3);
    QCOMPARE(times[1].repeated, 0);
    QCOMPARE(times[1].ending, 2);  // the time until it was resumed is nobody's
    QCOMPARE(times[2].starting, 10);
    QCOMPARE(times[2].kept, 0);
}

void ChartsTest::aTasksStepTimesAreMeansOverRanges() {
    const auto curve = [](std::vector<std::int64_t> steps, std::vector<double> values) {
        return std::make_shared<const models::Curve>(models::Curve{std::move(steps), std::move(values), {}});
    };
    const auto key = [](const char* task, const char* tag) {
        return models::CurveData::Key{{task, "train", tag}, 1};
    };
    models::CurveData::Curves curves;
    curves[key("worker:1", "system/input_ms")] = curve({1, 2, 99, 100}, {1, 3, 5, 7});
    curves[key("worker:1", "system/compute_ms")] = curve({1, 2, 100}, {10, 30, 50});
    QVERIFY(models::stepTimes(curves, "worker:1", 2).empty());
    curves[key("worker:1", "system/wait_ms")] = curve({2, 99}, {0, 4});
    QVERIFY(models::stepTimes(curves, "worker:0", 2).empty());
    const auto times = models::stepTimes(curves, "worker:1", 2);
    QCOMPARE(times.size(), 2U);
    QCOMPARE(times[0].input, 2);
    QCOMPARE(times[0].compute, 20);
    QCOMPARE(times[0].wait, 0);
    QCOMPARE(times[1].step, 100);  // of the samples at 99, 99, 100, 100
    QCOMPARE(times[1].input, 6);
    QCOMPARE(times[1].compute, 50);
    QCOMPARE(times[1].wait, 4);
}

TY_WIDGET_TEST(ChartsTest);
#include "tst_charts.moc"
