// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "ui/models/curve_data.h"
#include "ui/models/event_list_model.h"
#include "ui/models/finding_list_model.h"
#include "ui/models/format.h"
#include "ui/models/log_model.h"
#include "ui/models/run_filter_model.h"
#include "ui/models/run_list_model.h"
#include "ui/models/task_list_model.h"

using namespace trainyard;

namespace {

constexpr double kNow = 1'000'000;

QStringList lines(const QAbstractItemModel& model) {
    QStringList text;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        text << cells.join('|');
    }
    return text;
}

bridge::RunRow run(const QString& id, bridge::RunState state, double secondsAgo) {
    bridge::RunRow row{.id = id, .name = id, .state = state, .strategy = "multi_worker_mirrored"};
    row.created = kNow - secondsAgo;
    row.epochs = 10;
    row.epoch = 3;
    row.step = 40;
    row.metrics = {{"loss", 0.5}, {"accuracy", 0.8}};
    return row;
}

}  // namespace

class ModelsTest : public QObject {
    Q_OBJECT
  private slots:
    void runsStandNewestFirstAndChangeInPlace();
    void theFilterUnderstandsStatesStrategiesAndWords();
    void validationCountsMoreThanTraining();
    void tasksKeepTheirRowsWhileTheyRun();
    void anEventThatComesTwiceStandsOnce();
    void theLogForgetsItsOldestLines();
    void findingsStandWorstFirst();
    void aLivePointAfterTheQueryIsTakenOnce();
    void aQueryOfARangeKeepsWhatLiesOutside();
    void numbersAreWrittenForPeople();
};

void ModelsTest::runsStandNewestFirstAndChangeInPlace() {
    models::RunListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setNow(kNow);
    model.apply(
        {{run("a-1", bridge::RunState::kSucceeded, 7200), run("a-2", bridge::RunState::kRunning, 120)},
         true});
    QCOMPARE(lines(model), QStringList({"a-2|running|4/10|0.5000|0.8000|2 min|multi_worker_mirrored",
                                        "a-1|succeeded|4/10|0.5000|0.8000|2 h|multi_worker_mirrored"}));
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.apply(
        {{run("a-3", bridge::RunState::kQueued, 5), run("a-2", bridge::RunState::kFailed, 120)}, false});
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(model.rowOf("a-3"), 0);
    QCOMPARE(model.index(1, models::RunListModel::kState).data().toString(), QString("failed"));
    QVERIFY(!model.run("a-9"));
}

void ModelsTest::theFilterUnderstandsStatesStrategiesAndWords() {
    models::RunListModel model;
    auto single = run("b-1", bridge::RunState::kFailed, 3);
    single.strategy = "one_device";
    model.apply(
        {{run("a-2", bridge::RunState::kFailed, 1), run("a-1", bridge::RunState::kRunning, 2), single},
         true});
    models::RunFilterModel filtered;
    QAbstractItemModelTester tester(&filtered, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filtered.setSourceModel(&model);
    const auto matches = [&](const QString& query) {
        filtered.setQuery(query);
        QStringList ids;
        for (int row = 0; row < filtered.rowCount(); ++row)
            ids << filtered.index(row, 0).data(models::kIdRole).toString();
        return ids;
    };
    QCOMPARE(matches(""), QStringList({"a-2", "a-1", "b-1"}));
    QCOMPARE(matches("state:FAIL"), QStringList({"a-2", "b-1"}));
    QCOMPARE(matches("state:failed strategy:one"), QStringList({"b-1"}));
    QCOMPARE(matches("  strategy:mirrored   a- "), QStringList({"a-2", "a-1"}));
    QCOMPARE(matches("state:"), QStringList({"a-2", "a-1", "b-1"}));  // still being typed
    QCOMPARE(matches("nothing"), QStringList());
}

void ModelsTest::validationCountsMoreThanTraining() {
    models::RunListModel model;
    auto row = run("a-1", bridge::RunState::kRunning, 1);
    row.metrics.insert("val_accuracy", 0.75);
    model.apply({{row}, true});
    QCOMPARE(model.index(0, models::RunListModel::kAccuracy).data().toString(), QString("0.7500"));
}

void ModelsTest::tasksKeepTheirRowsWhileTheyRun() {
    models::TaskListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    bridge::TaskRow chief{
        .task = "worker:0", .node = "local", .state = bridge::TaskState::kRunning, .isChief = true};
    bridge::TaskRow other{.task = "worker:1", .node = "local", .state = bridge::TaskState::kRunning};
    model.setTasks({chief, other});
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    chief.step = 1234;
    model.setTasks({chief, other});
    QCOMPARE(reset.size(), 0);
    QCOMPARE(lines(model).front(), QString("worker:0 (chief)|running|1,234||local"));
    model.setTasks({chief});
    QCOMPARE(reset.size(), 1);
}

void ModelsTest::anEventThatComesTwiceStandsOnce() {
    models::EventListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const bridge::EventRow started{.seq = 1, .kind = bridge::EventKind::kStarted};
    const bridge::EventRow saved{.seq = 3, .kind = bridge::EventKind::kCheckpoint, .step = 120, .value = 2};
    model.append({started, saved});
    model.append({saved});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, models::EventListModel::kWhat).data().toString(),
             QString("Saved step 120 (2.0 ms stall)"));
    QVERIFY(model.index(0, models::EventListModel::kWhat)
                .data(Qt::ToolTipRole)
                .toString()
                .contains("Training waited 2.0 ms"));
}

void ModelsTest::theLogForgetsItsOldestLines() {
    models::LogModel model(nullptr, 3);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({{"worker:0", 1, {"one", "two"}}});
    QCOMPARE(lines(model), QStringList({"one", "two"}));
    model.append({{"worker:1", 1, {"three", "four"}}});
    QCOMPARE(lines(model), QStringList({"[worker:0] two", "[worker:1] three", "[worker:1] four"}));
    model.append({{"worker:1", 1, {"5", "6", "7", "8"}}});
    QCOMPARE(lines(model), QStringList({"[worker:1] 6", "[worker:1] 7", "[worker:1] 8"}));
}

void ModelsTest::findingsStandWorstFirst() {
    models::FindingListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFindings({{bridge::Severity::kHint, "h", "a hint", "seed"},
                       {bridge::Severity::kError, "e", "an error", "train", "/tmp/run.yaml", 7}});
    QCOMPARE(lines(model), QStringList({"error|run.yaml:7|an error", "hint|seed|a hint"}));
    QCOMPARE(model.count(bridge::Severity::kError), 1);
}

void ModelsTest::aLivePointAfterTheQueryIsTakenOnce() {
    const bridge::SeriesKey key{"worker:0", "train", "batch_loss"};
    models::CurveData data;
    data.append({key, 1, {3, 4}, {0.3, 0.4}});  // came while the query was under way
    data.replace(key, {{key, 1, {1, 2, 3}, {0.1, 0.2, 0.3}}});
    data.append({key, 1, {4, 5}, {0.4, 0.5}});
    const auto& curve = data.curves().at({key, 1});
    QCOMPARE(curve.step, (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    QCOMPARE(curve.value, (std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5}));
    QCOMPARE(data.longestTail(), 1U);
    QCOMPARE(data.lastStep(), 5);
}

void ModelsTest::aQueryOfARangeKeepsWhatLiesOutside() {
    const bridge::SeriesKey key{"worker:0", "train", "batch_loss"};
    models::CurveData data;
    data.replace(key, {{key, 1, {10, 20, 30, 40}, {1, 2, 3, 4}}});
    data.replace(key, {{key, 1, {20, 25, 25, 30}, {2, 9, 1, 3}}});
    QCOMPARE(data.curves().at({key, 1}).step, (std::vector<std::int64_t>{10, 20, 25, 25, 30, 40}));
}

void ModelsTest::numbersAreWrittenForPeople() {
    QCOMPARE(models::duration(102), QString("00:01:42"));
    QCOMPARE(models::duration(2 * 86400 + 5), QString("2 d 00:00:05"));
    QCOMPARE(models::duration(bridge::kNotKnown), QString("–"));
    QCOMPARE(models::number(bridge::kNotKnown), QString("NaN"));
    QCOMPARE(models::number(0.31416), QString("0.3142"));
    QCOMPARE(models::number(0.0000123), QString("1.230E-05"));
    QCOMPARE(models::stepText(2310, 4690), QString("step 2,310 of 4,690"));
}

int main(int argc, char** argv) {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QCoreApplication application(argc, argv);
    ModelsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_models.moc"
