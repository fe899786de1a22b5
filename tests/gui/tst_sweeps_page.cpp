// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "tests/support/sample_sweep.h"
#include "ui/models/format.h"
#include "ui/models/sweep_run_model.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/parallel_view.h"

using namespace trainyard;
using testing::OpenWindow;
using testing::sampleSweep;

/// The page of the sweeps as a user operates it.
class SweepsPageTest : public QObject {
    Q_OBJECT
  private slots:
    void withoutSweepsThePageSaysHowToStartOne();
    void theChosenSweepIsShown();
    void aSweepIsHeldReleasedAndStoppedByKeyboard();
    void aRunChosenInOneViewIsChosenInTheOthers();
    void theBestRunIsOpenedByAKey();
    void theScatterHasAParameterOfNumbers();
    void anUnreadableSweepSaysWhy();
    void aSweepIsStartedFromItsFile();
    void nothingMovesUnderThePointerWhileASweepUpdates();
};

namespace {

/// A window on the page of the sweeps, with these.
struct SweepsWindow : OpenWindow {
    SweepsWindow(testing::ScriptedAgent& agent, std::vector<bridge::SweepRow> sweeps)
        : OpenWindow((agent.setSweeps(std::move(sweeps)), agent)) {
        window.resize(1200, 700);
        window.openPage("sweeps", {});
    }
    template <typename W>
    W& find(const QString& name) {
        return runs.find<W>(name);
    }
    QString label(const QString& name) { return find<QLabel>("sweeps.header." + name).text(); }
    bool isShown() { return find<QListWidget>("sweeps.list.sweeps").count() > 0; }
};

}  // namespace

void SweepsPageTest::withoutSweepsThePageSaysHowToStartOne() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {});
    QTRY_VERIFY(w.find<QLabel>("sweeps.list.empty").isVisible());
    QVERIFY(w.find<QLabel>("sweeps.list.empty").text().contains("trainyard --headless sweep FILE"));
}

void SweepsPageTest::aSweepIsStartedFromItsFile() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {sampleSweep()});
    QTRY_VERIFY(w.isShown());
    auto& text = w.find<QLabel>("sweeps.offer.text");
    auto& start = w.find<QPushButton>("sweeps.offer.start");
    const auto choose = [&](const QString& file) {
        w.action("sweeps.actions.start").trigger();
        auto* dialog = w.window.findChild<QFileDialog*>("sweeps.file_dialog");
        QVERIFY(dialog);
        emit dialog->fileSelected(file);
        dialog->close();
    };
    choose("/there/empty.yaml");
    QTRY_COMPARE(text.text(), QString("/there/empty.yaml cannot start:\n/there/empty.yaml:3: no parameters"));
    QVERIFY(!start.isVisible());
    choose("/there/rates.yaml");
    QTRY_COMPARE(text.text(),
                 QString("rates: 6 runs, 2 at a time, over train.learning_rate, train.optimizer"));
    QTest::keyClick(w.window.focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(w.label("title"), QString("rates-sweep-9"));
    QVERIFY(!text.isVisible());
    choose("/there/rates.yaml");
    QTRY_VERIFY(start.isVisible());
    QTest::mouseClick(&start, Qt::LeftButton);
    QTRY_COMPARE(text.text(), QString("too many sweeps"));
    QVERIFY2(start.isEnabled(), "it can be tried again");
    QTest::mouseClick(&w.find<QPushButton>("sweeps.offer.cancel"), Qt::LeftButton);
    QVERIFY(!text.isVisible());
    QCOMPARE(agent.sweepEdits(), QStringList({"start rates", "start rates"}));
}

void SweepsPageTest::theChosenSweepIsShown() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {sampleSweep("rates-sweep-2"), sampleSweep()});
    QTRY_VERIFY(w.isShown());
    QCOMPARE(w.label("title"), QString("rates-sweep-2"));
    w.window.openPage("sweeps", "rates-sweep-1");
    QTRY_COMPARE(w.label("title"), QString("rates-sweep-1"));
    QCOMPARE(w.label("state"),
             QString("running: 3 of 6 runs ended, 1 running, 2 waiting, 0 held; lower val_loss is better"));
    QCOMPARE(w.label("best"),
             QString("★ Run 2, the best: train.learning_rate 0.01, train.optimizer adam, val_loss 0.2500"));
    const auto& best = w.find<QLabel>("sweeps.header.best");
    QLabel alone(best.text());
    alone.setFont(best.font());
    QVERIFY2(best.height() >= alone.sizeHint().height(), "the star's font is higher than the letters'");
    QCOMPARE(w.find<QListWidget>("sweeps.list.sweeps").item(1)->text(),
             QString("rates-sweep-1\nrunning, 6 runs"));
}

void SweepsPageTest::aSweepIsHeldReleasedAndStoppedByKeyboard() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {sampleSweep()});
    QTRY_VERIFY(w.isShown());
    QVERIFY(!w.action("sweeps.actions.release").isEnabled());
    QTest::keyClick(&w.window, Qt::Key_F8);
    QTRY_VERIFY(w.action("sweeps.actions.release").isEnabled());
    QVERIFY(!w.action("sweeps.actions.hold").isEnabled());
    QTest::keyClick(&w.window, Qt::Key_F8, Qt::ShiftModifier);
    QTRY_VERIFY(w.action("sweeps.actions.hold").isEnabled());
    QTest::keyClick(&w.window, Qt::Key_F5, Qt::ShiftModifier);
    QTRY_VERIFY(!w.action("sweeps.actions.stop").isEnabled());
    QVERIFY(w.label("state").startsWith("stopping: "));
    QCOMPARE(agent.sweepEdits(),
             QStringList({"hold rates-sweep-1", "release rates-sweep-1", "stop rates-sweep-1"}));
}

void SweepsPageTest::aRunChosenInOneViewIsChosenInTheOthers() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {sampleSweep()});
    QTRY_VERIFY(w.isShown());
    auto& table = w.find<QTableView>("sweeps.table.runs");
    auto& parallel = w.find<widgets::ParallelView>("sweeps.parallel.view");
    QVERIFY(parallel.accessibleDescription().startsWith("Run 2, the best: "));
    table.setCurrentIndex(table.model()->index(2, 0));
    QCOMPARE(parallel.chosen(), 2);
    w.find<QTabWidget>("sweeps.view.tabs").setCurrentWidget(&parallel);
    QTest::keyClick(&parallel, Qt::Key_Down);
    QCOMPARE(parallel.chosen(), 3);
    QCOMPARE(parallel.accessibleDescription(),
             QString("Run 4: train.learning_rate 0.001, train.optimizer adam, running"));
    QCOMPARE(table.currentIndex().data(models::kIdRole).toInt(), 4);
}

void SweepsPageTest::theBestRunIsOpenedByAKey() {
    testing::ScriptedAgent agent;
    agent.setRuns({{.id = "rates-2", .name = "rates", .state = bridge::RunState::kSucceeded}});
    SweepsWindow w(agent, {sampleSweep()});
    QTRY_VERIFY(w.isShown());
    QTest::keyClick(&w.window, Qt::Key_B, Qt::ControlModifier);
    QTRY_COMPARE(w.find<QLabel>("runs.header.title").text(), QString("rates-2"));
    QVERIFY(w.find<QLabel>("runs.header.title").isVisible());
}

void SweepsPageTest::theScatterHasAParameterOfNumbers() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {sampleSweep()});
    QTRY_VERIFY(w.isShown());
    const auto& over = w.find<QComboBox>("sweeps.scatter.over");
    QCOMPARE(over.count(), 1);  // the optimizer is a word
    QCOMPARE(over.currentText(), QString("train.learning_rate"));
    const QStringList lines = w.find<widgets::Chart>("sweeps.scatter.chart").asText().split('\n');
    QVERIFY2(lines.contains("run 2, log₁₀ of train.learning_rate -2.0000, best run: 0.2500"),
             qPrintable(lines.join('\n')));
}

void SweepsPageTest::anUnreadableSweepSaysWhy() {
    testing::ScriptedAgent agent;
    SweepsWindow w(agent, {{.id = "rates-sweep-1", .problem = "plan.json is damaged"}});
    QTRY_VERIFY(w.isShown());
    QCOMPARE(w.label("problem"), QString("plan.json is damaged"));
    QVERIFY(!w.action("sweeps.actions.stop").isEnabled());
    agent.goAway();
    QTRY_VERIFY(!w.find<QLabel>("sweeps.list.failure").text().isEmpty());
}

/// W7: what is about to be clicked stays where it is: the table below the header, its rows in their order by
/// a value that changes, the sweeps in the list.
void SweepsPageTest::nothingMovesUnderThePointerWhileASweepUpdates() {
    testing::ScriptedAgent agent;
    bridge::SweepRow sweep = sampleSweep();
    SweepsWindow w(agent, {sweep});
    w.window.resize(900, 560);
    QTRY_VERIFY(w.isShown());
    auto& table = w.find<QTableView>("sweeps.table.runs");
    auto& list = w.find<QListWidget>("sweeps.list.sweeps");
    const int metric = models::SweepRunModel::kFirstParameter + 2;
    table.sortByColumn(metric, Qt::AscendingOrder);
    const auto order = [](const QAbstractItemView& view) {
        QStringList ids;
        for (int row = 0; row < view.model()->rowCount(); ++row)
            ids << view.model()->index(row, 0).data(models::kIdRole).toString();
        return ids.join(' ');
    };
    const QString before = order(table);
    QVERIFY(before.startsWith("2 1 3 "));
    const auto tableTop = [&] {
        QCoreApplication::sendPostedEvents();
        return table.mapTo(&w.window, QPoint()).y();
    };
    const int top = tableTop();
    QTest::mouseMove(&w.window, QPoint(1, 1));
    QTest::mouseMove(table.viewport(), QPoint(40, 40));
    QTRY_VERIFY(table.viewport()->underMouse());
    // The third run becomes the best, and its description too long for a line.
    sweep.runs[2].value = 0.125;
    sweep.best = 3;
    sweep.runs[2].values[1] = QString(200, 'x');
    agent.setSweeps({sweep});
    QTest::keyClick(&w.window, Qt::Key_F8);  // each request is followed by an update
    QTRY_VERIFY(w.find<QLabel>("sweeps.header.best").toolTip().contains("val_loss 0.1250"));
    QCOMPARE(order(table), before);
    QCOMPARE(tableTop(), top);
    QTest::mouseMove(list.viewport(), QPoint(20, 20));
    QTRY_VERIFY(order(table).startsWith("3 2 1 "));
    // A sweep that starts now is the newest, and not in the way.
    QTRY_VERIFY(list.viewport()->underMouse());
    agent.setSweeps({sampleSweep("rates-sweep-2"), sweep});
    QTest::keyClick(&w.window, Qt::Key_F8, Qt::ShiftModifier);
    QTRY_COMPARE(list.count(), 2);
    QCOMPARE(order(list), QString("rates-sweep-1 rates-sweep-2"));
    QTest::mouseMove(table.viewport(), QPoint(40, 40));
    QTRY_COMPARE(order(list), QString("rates-sweep-2 rates-sweep-1"));
    QCOMPARE(list.currentItem()->data(models::kIdRole).toString(), QString("rates-sweep-1"));
}

TY_WIDGET_TEST(SweepsPageTest);

#include "tst_sweeps_page.moc"
