// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/gui/gui_test.h"
#include "ui/widgets/curves/curve_scale.h"
#include "ui/widgets/curves/curve_view.h"
#include "ui/widgets/theme.h"

using namespace trainyard;

namespace {

const bridge::SeriesKey kBatchLoss{"worker:0", "train", "batch_loss"};
const bridge::SeriesKey kEpochLoss{"worker:0", "train", "epoch_loss"};
const bridge::SeriesKey kValidationLoss{"worker:0", "validation", "epoch_loss"};

struct Shown {
    Shown() : view("runs.loss", "loss") {
        view.resize(640, 320);
        view.setEmptyText("waiting");
        view.show();
    }
    void draw(std::int64_t total = 0) {
        view.setRuns({{.curves = data.curves(), .stepsPerEpoch = 100, .totalSteps = total}});
    }
    const std::vector<widgets::PlotLine>& lines() { return view.plot().content().lines; }
    widgets::CurveView view;
    models::CurveData data;
};

models::Curve walk(int points) {
    models::Curve curve;
    std::mt19937 random(7);
    std::normal_distribution<double> noise;
    double value = 0;
    for (int i = 0; i < points; ++i) {
        curve.step.push_back(i + 1);
        curve.value.push_back(value += noise(random));
    }
    return curve;
}

}  // namespace

class CurvesTest : public QObject {
    Q_OBJECT
  private slots:
    void anEmptyPlotShowsTheReason();
    void aLongNameInTheListLeavesTheLegendInItsRow();
    void trainingIsSolidAndValidationDashed();
    void stepsAndEpochsOfTrainingAreDistinguished();
    void otherDataBearsItsOwnName();
    void nonFiniteValuesDoNotBreakIt();
    void zoomingAsksForTheVisibleRange();
    void draggingPansAndTheWheelKeepsThePointersPlace();
    void theReadOutGivesTheExactStepAndValue();
    void theReadOutGoesPointByPointWithTheArrows();
    void aSwitchHidesItsCurves();
    void smoothingLeavesTheRawCurveUnderIt();
    void whatARestartUndidIsDimmed();
    void aLogarithmicAxisHoldsOnlyWhatIsPositive();
    void theAxisCountsEpochsOrTime();
    void everyColumnKeepsItsExtremes();
    void severalRunsHaveAColourEachAndAMean();
    void whatIsShownIsExported();
    void theLegendOfAPictureLeavesRoomForTheCurves();
    void axesMoveSeldom();
    void ticksAreRound();
};

void CurvesTest::anEmptyPlotShowsTheReason() {
    Shown s;
    QVERIFY(!s.view.plot().isVisible());
    s.data.append({kBatchLoss, 1, {1}, {2.3}});
    s.draw();
    QVERIFY(s.view.plot().isVisible());
    s.view.clear();
    QVERIFY(!s.view.plot().isVisible());
}

/// What a run logs later, and nobody has chosen, moves nothing.
void CurvesTest::aLongNameInTheListLeavesTheLegendInItsRow() {
    widgets::CurveView view("runs.loss", "loss");
    view.resize(376, 300);
    view.show();
    const auto& log = *view.findChild<QToolButton*>("runs.loss.log");
    auto& metric = *view.findChild<QComboBox*>("runs.loss.metric");
    QCOMPARE(log.y(), view.findChild<QToolButton*>("runs.loss.train")->y());
    const QPoint before = log.pos();
    view.setQuantities({"loss", "checkpoint_write_milliseconds"}, "loss");
    QCoreApplication::sendPostedEvents();
    QCOMPARE(log.pos(), before);
    metric.showPopup();
    QVERIFY(metric.view()->isVisible());
    QVERIFY(metric.view()->width() > metric.fontMetrics().horizontalAdvance("checkpoint_write_milliseconds"));
    metric.hidePopup();
    // A chosen one is legible.
    view.setQuantities({"loss", "batch_accuracy"}, "batch_accuracy");
    QTRY_VERIFY(metric.width() > metric.fontMetrics().horizontalAdvance("batch_accuracy") + 16);
}

void CurvesTest::trainingIsSolidAndValidationDashed() {
    Shown s;
    s.data.append({kEpochLoss, 1, {10, 20}, {0.5, 0.4}});
    s.data.append({kValidationLoss, 1, {10, 20}, {0.6, 0.5}});
    s.draw(100);
    QCOMPARE(s.lines().size(), 2U);
    QVERIFY(!s.lines()[0].isDashed && s.lines()[1].isDashed);
    QVERIFY(s.lines()[0].colour != s.lines()[1].colour);
}

void CurvesTest::stepsAndEpochsOfTrainingAreDistinguished() {
    Shown s;
    s.data.append({kBatchLoss, 1, {1, 5, 10, 15, 20}, {0.9, 0.7, 0.6, 0.5, 0.4}});
    s.view.setStyle({.smoothing = 0.6});
    s.draw();
    const auto& legend = *s.view.findChild<QToolButton*>("runs.loss.train");
    const QImage alone = legend.icon().pixmap(20, 12).toImage();
    QVERIFY(!legend.toolTip().contains("dotted"));
    QCOMPARE(s.lines().back().name, QString("training, smoothed"));
    s.data.append({kEpochLoss, 1, {10, 20}, {0.75, 0.5}});
    s.data.append({kValidationLoss, 1, {10, 20}, {0.8, 0.6}});
    s.draw();
    QStringList looks;
    for (const widgets::PlotLine& line : s.lines())
        looks << QStringLiteral("%1: %2").arg(line.name, line.isDashed   ? "dashed"
                                                         : line.isDotted ? "dotted"
                                                                         : "solid");
    QCOMPARE(looks, QStringList({"training, per step: solid", "training, per step, smoothed: solid",
                                 "training, per epoch: dotted", "validation: dashed"}));
    // The legend shows both strokes.
    QVERIFY(legend.icon().pixmap(20, 12).toImage() != alone);
    QVERIFY(legend.toolTip().contains("dotted: epoch means"));
}

void CurvesTest::otherDataBearsItsOwnName() {
    Shown s;
    s.data.append({kEpochLoss, 1, {10, 20}, {0.5, 0.4}});
    s.draw(100);
    auto& other = *s.view.findChild<QToolButton*>("runs.loss.other");
    QVERIFY(other.isHidden());
    s.data.append({{"worker:0", "test", "epoch_loss"}, 1, {10, 20}, {0.7, 0.6}});
    s.draw(100);
    QCOMPARE(s.lines().size(), 2U);
    QCOMPARE(s.lines()[0].name, QString("test"));
    QCOMPARE(s.lines()[1].name, QString("training"));
    QVERIFY(s.lines()[0].colour != s.lines()[1].colour);
    QVERIFY(!other.isHidden());
    QCOMPARE(other.text(), QString("test"));
    other.click();
    QCOMPARE(s.lines().size(), 1U);
    QCOMPARE(s.lines()[0].name, QString("training"));
}

void CurvesTest::nonFiniteValuesDoNotBreakIt() {
    Shown s;
    const double nan = std::nan("");
    const double inf = std::numeric_limits<double>::infinity();
    s.data.append({kBatchLoss, 1, {1, 2, 3, 4}, {0.5, nan, inf, 0.4}});
    s.draw();
    QVERIFY(std::isfinite(s.view.plot().valueRange().second));
    const auto drawn = widgets::decimate(*s.lines()[0].curve, nullptr, s.lines()[0].map, 0, 10, 500);
    QCOMPARE(drawn.odd, std::vector<double>({2, 3}));  // marked where they are
    QCOMPARE(drawn.low, 0.4);
    models::CurveData allNan;
    allNan.append({kBatchLoss, 1, {1, 2}, {nan, nan}});
    s.view.setRuns({{.curves = allNan.curves()}});
    QVERIFY(!s.view.grab().isNull());
}

void CurvesTest::zoomingAsksForTheVisibleRange() {
    Shown s;
    std::vector<std::int64_t> steps(1000);
    for (int i = 0; i < 1000; ++i) steps[i] = i + 1;
    s.data.append({kBatchLoss, 1, steps, std::vector<double>(1000, 0.5)});
    s.draw();
    QCOMPARE(s.view.visibleRange().lastStep, 0);
    QSignalSpy asked(&s.view, &widgets::CurveView::rangeChanged);
    QTest::keyClick(&s.view.plot(), Qt::Key_Plus);
    QTRY_COMPARE(asked.size(), 1);
    const auto range = s.view.visibleRange();
    QVERIFY(range.firstStep > 0 && range.lastStep < 1000);
    QVERIFY(range.pixels > 300);
    QTest::keyClick(&s.view.plot(), Qt::Key_0);
    QCOMPARE(s.view.visibleRange().lastStep, 0);
}

void CurvesTest::draggingPansAndTheWheelKeepsThePointersPlace() {
    Shown s;
    s.data.append({kBatchLoss, 1, {1, 500, 1000}, {1, 2, 3}});
    s.draw(1000);
    auto& plot = s.view.plot();
    QVERIFY(QTest::qWaitForWindowExposed(&s.view));
    const QPointF at = plot.position(500, 2);
    QWheelEvent wheel(at, plot.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&plot, &wheel);
    QVERIFY(plot.isZoomed());
    QVERIFY(std::abs(plot.position(500, 2).x() - at.x()) < 1);
    QTest::mousePress(&plot, Qt::LeftButton, {}, at.toPoint());
    QTest::mouseMove(&plot, at.toPoint() + QPoint(-50, 0));
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, at.toPoint() + QPoint(-50, 0));
    QVERIFY(std::abs(plot.position(500, 2).x() - at.x() + 50) < 1.5);
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, at.toPoint());
    QVERIFY(!plot.isZoomed());
}

void CurvesTest::theReadOutGivesTheExactStepAndValue() {
    Shown s;
    s.data.append({kEpochLoss, 1, {100, 200}, {0.512345, 0.4}});
    s.data.append({kValidationLoss, 1, {100, 200}, {0.6, 0.5}});
    s.draw(200);
    QVERIFY(QTest::qWaitForWindowExposed(&s.view));
    // As an event: the pointer position left by an earlier test does not matter.
    const QPointF at = s.view.plot().position(104, 0.5);
    QMouseEvent move(QEvent::MouseMove, at, s.view.plot().mapToGlobal(at), Qt::NoButton, {}, {});
    QCoreApplication::sendEvent(&s.view.plot(), &move);
    QVERIFY(s.view.readOut().contains("step 100"));
    QVERIFY2(s.view.readOut().contains("training 0.512345"), qPrintable(s.view.readOut()));
    QVERIFY(s.view.readOut().contains("validation 0.6"));
    QVERIFY(s.view.readOut().contains("epoch 1.00"));
}

void CurvesTest::theReadOutGoesPointByPointWithTheArrows() {
    Shown s;
    s.data.append({kEpochLoss, 1, {100, 200, 300}, {0.5, 0.4, 0.3}});
    s.draw(300);
    QTest::keyClick(&s.view.plot(), Qt::Key_Right);  // appears in the middle
    QVERIFY(s.view.readOut().contains("step 200") || s.view.readOut().contains("step 100"));
    QTest::keyClick(&s.view.plot(), Qt::Key_Right);
    QTest::keyClick(&s.view.plot(), Qt::Key_Right);
    QVERIFY2(s.view.readOut().contains("training 0.3"), qPrintable(s.view.readOut()));
    QTest::keyClick(&s.view.plot(), Qt::Key_Escape);
    QVERIFY(s.view.readOut().isEmpty());
}

void CurvesTest::aSwitchHidesItsCurves() {
    Shown s;
    s.data.append({kEpochLoss, 1, {10}, {0.5}});
    s.data.append({kValidationLoss, 1, {10}, {9.0}});
    s.draw();
    QVERIFY(s.view.plot().valueRange().second >= 9);
    s.view.findChild<QToolButton*>("runs.loss.validation")->click();
    QVERIFY(s.view.plot().valueRange().second < 9);
    s.view.findChild<QToolButton*>("runs.loss.train")->click();
    QVERIFY(s.view.plot().isVisible());  // nothing is selected, but nothing is missing either
}

void CurvesTest::smoothingLeavesTheRawCurveUnderIt() {
    Shown s;
    s.data.append({kBatchLoss, 1, {1, 2, 3}, {1, 3, 5}});
    s.view.setStyle({.smoothing = 0.5});
    s.draw();
    QCOMPARE(s.lines().size(), 2U);
    QVERIFY(s.lines()[0].isPale && !s.lines()[1].isPale);
    // TensorBoard's: 0.5·0+0.5·1 over 1-0.5, then 0.5·0.5+0.5·3 over 1-0.25, then 0.5·1.75+0.5·5 over
    // 1-0.125.
    QCOMPARE(s.lines()[1].curve->value, std::vector<double>({1, 1.75 / 0.75, 3.375 / 0.875}));
    // A long run is averaged over stretches of steps first; each stays within its own values.
    const models::Curve longRun = walk(1'000'000);
    const auto smooth = models::smoothed(longRun, 0.6);
    QVERIFY(smooth->size() > 400 && smooth->size() <= 1025);
    QCOMPARE(smooth->step.back(), 1'000'000);
}

void CurvesTest::whatARestartUndidIsDimmed() {
    Shown s;
    s.data.append({kBatchLoss, 1, {1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}});
    s.data.append({kBatchLoss, 2, {4, 5, 6}, {2.5, 1.5, 0.5}});  // started from the checkpoint at step 3
    s.draw();
    QCOMPARE(s.lines().size(), 2U);
    QCOMPARE(s.lines()[0].curve->step, std::vector<std::int64_t>({1, 2, 3, 4, 5, 6}));
    QCOMPARE(s.lines()[0].curve->value, std::vector<double>({5, 4, 3, 2.5, 1.5, 0.5}));
    QVERIFY(s.lines()[1].isLost);
    QCOMPARE(s.lines()[1].curve->step,
             std::vector<std::int64_t>({3, 4, 5}));  // from where it leaves the line
}

void CurvesTest::aLogarithmicAxisHoldsOnlyWhatIsPositive() {
    Shown s;
    s.data.append({kEpochLoss, 1, {1, 2, 3, 4}, {0.03, 0, -1, 70}});
    s.draw();
    s.view.setLogarithmic(true);
    const auto [low, high] = s.view.plot().valueRange();
    QCOMPARE(low, 0.02);
    QCOMPARE(high, 100.0);
    QVERIFY(!s.view.grab().isNull());
}

void CurvesTest::theAxisCountsEpochsOrTime() {
    Shown s;
    s.data.append({kEpochLoss, 1, {100, 200}, {0.5, 0.4}, {1000, 1030}});
    s.view.setStyle({.axis = widgets::XAxis::kTime});
    s.view.setRuns({{.curves = s.data.curves(), .stepsPerEpoch = 100, .start = 990}});
    const auto& map = s.lines()[0].map;
    QCOMPARE(map.at(*s.lines()[0].curve, 1), 40.0);
    s.view.setStyle({.axis = widgets::XAxis::kEpoch});
    QCOMPARE(s.lines()[0].map.at(*s.lines()[0].curve, 1), 2.0);
}

void CurvesTest::everyColumnKeepsItsExtremes() {
    const models::Curve curve = walk(300'000);
    const widgets::CurveBlocks blocks(curve);
    const widgets::XMap map;
    for (const auto& [first, last] : {std::pair{0.0, 300'000.0}, std::pair{12'345.0, 67'890.5}}) {
        constexpr int kPixels = 777;
        const auto drawn = widgets::decimate(curve, &blocks, map, first, last, kPixels);
        QVERIFY(drawn.isDense);
        const double width = (last - first) / kPixels;
        for (const auto& column : drawn.columns) {
            double low = std::numeric_limits<double>::infinity();
            double high = -low;
            for (std::size_t i = 0; i < curve.size(); ++i) {
                const double x = double(curve.step[i]);
                const bool isLast = column.pixel + 1 == kPixels && x <= last;
                if (x < first + width * column.pixel || (x >= first + width * (column.pixel + 1) && !isLast))
                    continue;
                low = std::min(low, curve.value[i]);
                high = std::max(high, curve.value[i]);
            }
            QCOMPARE(column.low, low);
            QCOMPARE(column.high, high);
        }
        QCOMPARE(drawn.columns.size(), std::size_t(kPixels));
    }
}

void CurvesTest::severalRunsHaveAColourEachAndAMean() {
    Shown s;
    models::CurveData other;
    s.data.append({kEpochLoss, 1, {1, 2, 3}, {1, 2, 3}});
    other.append({kEpochLoss, 1, {1, 3}, {3, 5}});
    const std::vector<widgets::CurveRun> runs{{.label = "a", .colour = 3, .curves = s.data.curves()},
                                              {.label = "b", .colour = 4, .curves = other.curves()}};
    s.view.setRuns(runs);
    QCOMPARE(s.lines()[0].colour, 3);
    QCOMPARE(s.lines()[1].name, QString("b training"));
    s.view.setStyle({.showsMean = true});
    QCOMPARE(s.lines().size(), 1U);
    QCOMPARE(s.lines()[0].curve->value,
             std::vector<double>({2, 3, 4}));  // b is 4 at step 2, between its points
    QCOMPARE(s.view.plot().content().bands.size(), 1U);
    QCOMPARE(s.view.plot().content().bands[0].high->value, std::vector<double>({3, 4, 5}));
}

void CurvesTest::whatIsShownIsExported() {
    Shown s;
    s.data.append({kBatchLoss, 1, {1, 2, 3, 400}, {1, 0.5, 0.25, 0.125}});
    s.data.append({kValidationLoss, 1, {100}, {0.5}});
    s.draw();
    const auto actions = s.view.plot().actions();
    const auto menu = std::ranges::find(actions, QString("runs.loss.chart.export"), &QAction::objectName);
    QVERIFY(menu != actions.end());
    QCOMPARE(s.view.plot().contextMenuPolicy(), Qt::ActionsContextMenu);
    (*menu)->trigger();
    auto* dialog = s.view.findChild<QFileDialog*>("runs.loss.chart.export_dialog");
    QVERIFY(dialog && dialog->isVisible());

    testing::TempFolder folder;
    const QString png = folder.filePath("a.png"), svg = folder.filePath("a.svg"),
                  pdf = folder.filePath("a.pdf");
    emit dialog->fileSelected(png);
    dialog->reject();
    const QImage image(png);
    QCOMPARE(image.size(), QSize(1920, 1080));
    const QRgb curve = widgets::Theme::current().series(0).rgb();
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) pixels += image.pixel(x, y) == curve;
    QVERIFY2(pixels > 1000, qPrintable(QString::number(pixels)));
    QCOMPARE(s.view.savePicture(svg), QString());
    QFile text(svg);
    QVERIFY(text.open(QIODevice::ReadOnly));
    const QString drawn = text.readAll();
    for (const char* word :
         {">loss</text>", ">training</text>", ">validation</text>", ">step</text>", ">400</text>"})
        QVERIFY2(QString(drawn).remove('\n').remove(QRegularExpression(" +(?=<)")).contains(word), word);
    QCOMPARE(s.view.savePicture(pdf), QString());
    QVERIFY(QFileInfo(pdf).size() > 1000);
    QVERIFY(s.view.savePicture(folder.filePath("a.gif")).contains("must end in"));
    QVERIFY(s.view.savePicture(folder.filePath("not/there.png")).contains("was not written"));
    QVERIFY(!QFileInfo::exists(folder.filePath("a.gif")));
}

void CurvesTest::theLegendOfAPictureLeavesRoomForTheCurves() {
    Shown s;
    s.data.append({kEpochLoss, 1, {1, 2}, {1, 0.5}});
    std::vector<widgets::CurveRun> runs;
    for (int i = 0; i < 200; ++i)
        runs.push_back({.label = QString("run-%1").arg(i), .colour = i, .curves = s.data.curves()});
    runs[0].label = QString(1000, 'w');
    s.view.setRuns(runs);
    testing::TempFolder folder;
    const QString svg = folder.filePath("a.svg");
    QCOMPARE(s.view.savePicture(svg), QString());
    QFile text(svg);
    QVERIFY(text.open(QIODevice::ReadOnly));
    const QString drawn = QString::fromUtf8(text.readAll()).remove('\n');
    static const QRegularExpression kEntry("run-\\d+ training *</text>"), kMore(" and (\\d+) more *</text>");
    const qsizetype listed = drawn.count(kEntry);
    const QRegularExpressionMatch more = kMore.match(drawn);
    QVERIFY2(more.hasMatch() && listed > 0, qPrintable(drawn.right(2000)));
    QCOMPARE(listed + 1 + more.captured(1).toInt(), 200);  // the long name is there, cut off
    QVERIFY(!drawn.contains(runs[0].label) && drawn.contains("wwwwwwwwww"));
}

void CurvesTest::axesMoveSeldom() {
    QCOMPARE(widgets::niceTick(1.0, 5), 0.2);
    QCOMPARE(widgets::niceEnd(2310, 4690), 3000.0);
    QCOMPARE(widgets::niceEnd(4100, 4690), 4690.0);
    QCOMPARE(widgets::niceEnd(0, 0), 10.0);
    const auto flat = widgets::niceScale(0.5, 0.5, 5);
    QVERIFY(flat.low < 0.5 && flat.high > 0.5);
    const auto same = widgets::niceScale(0.43021231, 0.43021234, 5);  // a float32 and its decimals
    QVERIFY(same.high - same.low > 0.05);
    const auto zero = widgets::niceScale(0, 0, 5);
    QVERIFY(zero.low < zero.high);
    const auto decades = widgets::niceLogScale(0.3, 0.3);
    QVERIFY(decades.low < decades.high);
}

void CurvesTest::ticksAreRound() {
    const auto labels = [](const std::vector<widgets::Tick>& ticks) {
        QStringList all;
        for (const auto& tick : ticks) all << tick.label;
        return all.join(' ');
    };
    QCOMPARE(labels(widgets::linearTicks(0.4302123, 0.4302124, 5e-8)),
             QString("0.4302123 0.43021235 0.4302124"));
    QCOMPARE(labels(widgets::linearTicks(0, 1, 0.5)), QString("0.0 0.5 1.0"));
    QCOMPARE(labels(widgets::timeTicks(0, 130, 3)), QString("00:00:00 00:01:00 00:02:00"));
    QCOMPARE(labels(widgets::logTicks(0.1, 1)), QString("0.1 0.2 0.5 1"));
}

TY_WIDGET_TEST(CurvesTest);
#include "tst_curves.moc"
