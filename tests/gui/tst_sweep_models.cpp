// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/support/sample_sweep.h"
#include "ui/models/format.h"
#include "ui/models/parallel_axes.h"
#include "ui/models/sweep_run_model.h"

using namespace trainyard;
using namespace trainyard::models;
using testing::sampleSweep;

/// A sweep as a table and as axes, without widgets.
class SweepModelsTest : public QObject {
    Q_OBJECT
  private slots:
    void everyRunIsARow();
    void aChangeKeepsTheRows();
    void numbersSortAsNumbers();
    void theBestRunIsNamed();
    void axesHaveTheirScale();
    void aRunWithoutAResultHasNoHeight();
};

namespace {

QString lineOf(const SweepRunModel& model, int row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.index(row, column).data().toString();
    return cells.join('|');
}

QString axisText(const ParallelAxis& axis) {
    QStringList parts{axis.title + ':'};
    for (const ParallelAxis::Mark& mark : axis.marks)
        parts << QStringLiteral("%1@%2").arg(mark.text).arg(mark.height);
    parts << "|";
    for (const auto& height : axis.heights)
        parts << (height ? QString::number(*height) : QStringLiteral("-"));
    return parts.join(' ');
}

}  // namespace

void SweepModelsTest::everyRunIsARow() {
    SweepRunModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSweep(sampleSweep());
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column)
        titles << model.headerData(column, Qt::Horizontal).toString();
    QCOMPARE(titles.join('|'), QString("Run|State|train.learning_rate|train.optimizer|val_loss|At|Reason"));
    QCOMPARE(model.rowCount(), 6);
    QCOMPARE(lineOf(model, 0), QString("1|succeeded|0.001|sgd|0.5000|4|"));
    QCOMPARE(lineOf(model, 1), QString("★ 2|succeeded|0.01|adam|0.2500|3|"));
    QCOMPARE(lineOf(model, 2),
             QString("3|stopped early|0.1|sgd|2.2500|1|val_loss 2.25 at epoch 1 is worse than 0.375, the "
                     "median of 2 other runs"));
    QCOMPARE(lineOf(model, 3), QString("4|running|0.001|adam|–|–|"));
    QCOMPARE(lineOf(model, 4), QString("5|waiting|0.01|sgd|–|–|"));
    QCOMPARE(model.index(3, SweepRunModel::kState).data(kStateRole).toInt(),
             static_cast<int>(bridge::RunState::kRunning));
    QVERIFY(!model.index(4, SweepRunModel::kState).data(kStateRole).isValid());
}

void SweepModelsTest::aChangeKeepsTheRows() {
    SweepRunModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    bridge::SweepRow sweep = sampleSweep();
    model.setSweep(sweep);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    sweep.runs[4].state = "held";
    model.setSweep(sweep);
    QCOMPARE(lineOf(model, 4), QString("5|held|0.01|sgd|–|–|"));
    QCOMPARE(resets.size(), 0);
    sweep.id = "another";
    model.setSweep(sweep);
    QCOMPARE(resets.size(), 1);
}

void SweepModelsTest::numbersSortAsNumbers() {
    SweepRunModel model;
    model.setSweep(sampleSweep());
    QCOMPARE(model.index(2, SweepRunModel::kFirstParameter).data(kSortRole), QVariant(0.1));
    QCOMPARE(model.index(2, SweepRunModel::kFirstParameter + 1).data(kSortRole), QVariant("sgd"));
    QCOMPARE(model.index(2, model.metricColumn()).data(kSortRole), QVariant(2.25));
}

void SweepModelsTest::theBestRunIsNamed() {
    SweepRunModel model;
    model.setSweep(sampleSweep());
    QCOMPARE(model.index(1, 0).data(Qt::AccessibleTextRole).toString(), QString("2, the best run"));
    QCOMPARE(model.index(0, 0).data(Qt::AccessibleTextRole).toString(), QString("1"));
    QCOMPARE(SweepRunModel::describe(model.sweep(), *model.run(2)),
             QString("Run 2, the best: train.learning_rate 0.01, train.optimizer adam, val_loss 0.2500"));
    QCOMPARE(SweepRunModel::describe(model.sweep(), *model.run(5)),
             QString("Run 5: train.learning_rate 0.01, train.optimizer sgd, waiting"));
    QVERIFY(!model.run(7));
}

void SweepModelsTest::axesHaveTheirScale() {
    const auto axes = parallelAxes(sampleSweep());
    QCOMPARE(axes.size(), 3u);
    QCOMPARE(axisText(axes[0]), QString("train.learning_rate: 0.001@0 0.1@1 | 0 0.5 1 0 0.5 1"));
    QCOMPARE(axisText(axes[1]), QString("train.optimizer: sgd@0 adam@1 | 0 1 0 1 0 1"));
    QCOMPARE(axisText(axes[2]), QString("val_loss: 0.2500@0 2.2500@1 | 0.125 0 1 - - -"));
}

void SweepModelsTest::aRunWithoutAResultHasNoHeight() {
    bridge::SweepRow sweep = sampleSweep();
    for (bridge::SweepRunRow& run : sweep.runs) run.value = bridge::kNotKnown;
    QCOMPARE(axisText(parallelAxes(sweep).back()), QString("val_loss: | - - - - - -"));
    sweep.runs[0].value = 3;
    QCOMPARE(axisText(parallelAxes(sweep).back()), QString("val_loss: 3.0000@0.5 | 0.5 - - - - -"));
}

TY_CORE_TEST(SweepModelsTest);

#include "tst_sweep_models.moc"
