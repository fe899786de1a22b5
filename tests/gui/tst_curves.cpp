// SPDX-License-Identifier: Apache-2.0
#include <QChart>
#include <QChartView>
#include <QLabel>
#include <QLineSeries>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QValueAxis>
#include <cmath>
#include <limits>

#include "ui/widgets/curve_scale.h"
#include "ui/widgets/curve_view.h"

using namespace trainyard;

namespace {

const bridge::SeriesKey kBatch{"worker:0", "train", "batch_loss"};
const bridge::SeriesKey kEpoch{"worker:0", "train", "epoch_loss"};
const bridge::SeriesKey kValidation{"worker:0", "validation", "epoch_loss"};

struct Shown {
    Shown() : view("runs.loss", "loss", "loss") {
        view.resize(640, 320);
        view.setEmptyText("waiting");
        view.show();
    }
    QChart* chart() { return view.findChild<QChartView*>("runs.loss.chart")->chart(); }
    QValueAxis* axis(Qt::Orientation which) { return static_cast<QValueAxis*>(chart()->axes(which).front()); }
    widgets::CurveView view;
    models::CurveData data;
};

}  // namespace

class CurvesTest : public QObject {
    Q_OBJECT
  private slots:
    void whatIsEmptySaysWhy();
    void trainingIsSolidAndValidationDashed();
    void valuesThatAreNoNumbersDoNotBreakIt();
    void zoomingAsksForTheVisibleRange();
    void theReadOutGivesTheExactStepAndValue();
    void aSwitchHidesItsCurves();
    void axesMoveSeldom();
};

void CurvesTest::whatIsEmptySaysWhy() {
    Shown s;
    QVERIFY(!s.chart()->isVisible() || !s.view.findChild<QChartView*>()->isVisible());
    s.data.append({kBatch, 1, {1}, {2.3}});
    s.view.setCurves(s.data.curves(), 0);
    QVERIFY(s.view.findChild<QChartView*>()->isVisible());
    s.view.clear();
    QVERIFY(!s.view.findChild<QChartView*>()->isVisible());
}

void CurvesTest::trainingIsSolidAndValidationDashed() {
    Shown s;
    s.data.append({kEpoch, 1, {10, 20}, {0.5, 0.4}});
    s.data.append({kValidation, 1, {10, 20}, {0.6, 0.5}});
    s.view.setCurves(s.data.curves(), 100);
    QList<Qt::PenStyle> styles;
    for (auto* series : s.chart()->series())
        if (auto* line = qobject_cast<QLineSeries*>(series)) styles << line->pen().style();
    QCOMPARE(styles, QList({Qt::SolidLine, Qt::DashLine}));
}

void CurvesTest::valuesThatAreNoNumbersDoNotBreakIt() {
    Shown s;
    const double nan = std::nan("");
    const double inf = std::numeric_limits<double>::infinity();
    s.data.append({kBatch, 1, {1, 2, 3, 4}, {0.5, nan, inf, 0.4}});
    s.view.setCurves(s.data.curves(), 0);
    QCOMPARE(static_cast<QLineSeries*>(s.chart()->series().front())->count(), 2);
    QVERIFY(std::isfinite(s.axis(Qt::Vertical)->max()));
    models::CurveData allNan;
    allNan.append({kBatch, 1, {1, 2}, {nan, nan}});
    s.view.clear();
    s.view.setCurves(allNan.curves(), 0);
    QVERIFY(!s.view.grab().isNull());
}

void CurvesTest::zoomingAsksForTheVisibleRange() {
    Shown s;
    std::vector<std::int64_t> steps(1000);
    for (int i = 0; i < 1000; ++i) steps[i] = i + 1;
    s.data.append({kBatch, 1, steps, std::vector<double>(1000, 0.5)});
    s.view.setCurves(s.data.curves(), 0);
    QCOMPARE(s.view.visibleRange().lastStep, 0);
    QSignalSpy asked(&s.view, &widgets::CurveView::rangeChanged);
    QTest::keyClick(s.view.findChild<QChartView*>(), Qt::Key_Plus);
    QTRY_COMPARE(asked.size(), 1);
    const auto range = s.view.visibleRange();
    QVERIFY(range.firstStep > 0 && range.lastStep < 1000);
    QVERIFY(range.pixels > 300);
    QTest::keyClick(s.view.findChild<QChartView*>(), Qt::Key_0);
    QCOMPARE(s.view.visibleRange().lastStep, 0);
}

void CurvesTest::theReadOutGivesTheExactStepAndValue() {
    Shown s;
    s.data.append({kEpoch, 1, {100, 200}, {0.512345, 0.4}});
    s.data.append({kValidation, 1, {100, 200}, {0.6, 0.5}});
    s.view.setCurves(s.data.curves(), 200);
    QVERIFY(QTest::qWaitForWindowExposed(&s.view));
    auto* view = s.view.findChild<QChartView*>();
    QVERIFY(!view->grab().isNull());  // lays the chart out
    const QPointF at = s.chart()->mapToPosition(QPointF(104, 0.5));
    QTest::mouseMove(view->viewport(), at.toPoint());
    QTRY_VERIFY(s.view.readOut().contains("step 100"));
    QVERIFY2(s.view.readOut().contains("training 0.512345"), qPrintable(s.view.readOut()));
    QVERIFY(s.view.readOut().contains("validation 0.6"));
}

void CurvesTest::aSwitchHidesItsCurves() {
    Shown s;
    s.data.append({kEpoch, 1, {10}, {0.5}});
    s.data.append({kValidation, 1, {10}, {9.0}});
    s.view.setCurves(s.data.curves(), 0);
    QVERIFY(s.axis(Qt::Vertical)->max() >= 9);
    s.view.findChild<QToolButton*>("runs.loss.validation")->click();
    QVERIFY(s.axis(Qt::Vertical)->max() < 9);
}

void CurvesTest::axesMoveSeldom() {
    QCOMPARE(widgets::niceTick(1.0, 5), 0.2);
    QCOMPARE(widgets::niceEnd(2310, 4690), 3000.0);
    QCOMPARE(widgets::niceEnd(4100, 4690), 4690.0);
    QCOMPARE(widgets::niceEnd(0, 0), 10.0);
    const auto flat = widgets::niceScale(0.5, 0.5, 5);
    QVERIFY(flat.low < 0.5 && flat.high > 0.5);
    const auto zero = widgets::niceScale(0, 0, 5);
    QVERIFY(zero.low < zero.high);
}

QTEST_MAIN(CurvesTest)
#include "tst_curves.moc"
