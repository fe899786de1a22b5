// SPDX-License-Identifier: Apache-2.0
// The page of checkpoints: contents, predictions and actions.
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <algorithm>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/models/checkpoint_list_model.h"
#include "ui/models/tensor_diff_model.h"
#include "ui/models/tensor_tree_model.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/curves/curve_plot.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenWindow;

namespace {

bridge::CheckpointContent checkpoint(const QString& run, std::int64_t step, double loss) {
    bridge::CheckpointContent content;
    content.checkpoint = {.run = run,
                          .path = QStringLiteral("/runs/%1/checkpoints/ckpt-%2").arg(run).arg(step),
                          .step = step,
                          .epoch = static_cast<int>(step / 469) - 1,
                          .time = kNow + double(step),
                          .bytes = 1'700'000,
                          .metrics = {{"val_loss", loss}},
                          .state = "good"};
    content.tensors = {{.file = "model.safetensors",
                        .name = "conv2d.weight",
                        .dtype = "F32",
                        .shape = {32, 1, 3, 3},
                        .bytes = 1152,
                        .min = -0.3,
                        .mean = 0.01,
                        .max = 0.4,
                        .deviation = 0.1,
                        .histogram = {1, 4, 9, 4, 1}},
                       {.file = "model.safetensors",
                        .name = "conv2d.bias",
                        .dtype = "F32",
                        .shape = {32},
                        .bytes = 128,
                        .min = 0,
                        .mean = 0,
                        .max = 0,
                        .deviation = 0,
                        .notFinite = 2}};
    return content;
}

}  // namespace

class CheckpointsPageTest : public QObject {
    Q_OBJECT
  private slots:
    void aCheckpointIsShownComparedAndBranchedFrom();
    void theNewestIsShownOnOpening();
    void aStepWithoutTheMetricHasNoMark();
    void aBranchIsGivenItsNameEpochsAndRate();
    void whatRefusesABranchIsSaidAndNothingElse();
    void aCheckpointPredicts();
    void theCheckpointPageSaysWhatADeleteLoses();
    void aStateOfSeveralWordsIsShownWhole();
    void checkpointsOfRunsInTheTrashAreShownWhereAskedFor();
};

void CheckpointsPageTest::aCheckpointIsShownComparedAndBranchedFrom() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    agent.setStartOutcome({.run = "mlp-101"});
    agent.addCheckpoint(checkpoint("mlp-98", 469, 0.5));
    bridge::CheckpointContent adapted = checkpoint("mlp-98", 938, 0.4);
    adapted.preprocessing = {"town: string_lookup, vocabulary (2): <b>red, blue"};
    agent.addCheckpoint(adapted);
    agent.setCheckpointDiff({{{"model.safetensors", "conv2d.bias", "same", 0, 0},
                              {"model.safetensors", "conv2d.weight", "changed", 0.25, 0.01}},
                             {"epoch 0 → 1"}});
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("shell.rail.checkpoints"));
    w.window.openPage("checkpoints", {});
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 2);
    QVERIFY(w.runs.rows("checkpoints.list.table").front().startsWith("938|2|0.4000|1.7 MB|"));
    const auto& plot = w.runs.find<widgets::CurvePlot>("checkpoints.list.chart");
    QTRY_COMPARE(plot.content().events.size(), 2U);
    auto& table = w.runs.find<QTableView>("checkpoints.list.table");
    table.selectRow(0);
    auto& tree = w.runs.find<QTreeView>("checkpoints.detail.tensors");
    QTRY_VERIFY(tree.isVisible());
    const auto& values = w.runs.find<QLabel>("checkpoints.detail.preprocessing");
    QCOMPARE(values.text(), adapted.preprocessing.front());
    QVERIFY(values.isVisible());
    const QModelIndex module = tree.model()->index(0, 0, tree.model()->index(0, 0));
    QCOMPARE(module.data().toString(), QString("conv2d"));
    QCOMPARE(tree.model()->rowCount(module), 2);
    QCOMPARE(tree.model()->index(1, models::TensorTreeModel::kNotFinite, module).data().toString(),
             QString("2"));
    const auto& histogram = w.runs.find<widgets::Chart>("checkpoints.detail.histogram");
    QCOMPARE(histogram.accessibleDescription(), QString("Select a tensor to see its histogram."));
    tree.setCurrentIndex(tree.model()->index(0, 0, module));
    QVERIFY2(histogram.accessibleDescription().startsWith("conv2d."),
             qPrintable(histogram.accessibleDescription()));
    tree.setCurrentIndex(tree.model()->index(1, 0, module));
    QVERIFY2(histogram.asText().isEmpty() != histogram.accessibleDescription().contains(": 9\n"),
             qPrintable(histogram.accessibleDescription()));
    table.selectAll();
    QTRY_COMPARE(w.runs.rows("checkpoints.diff.table").value(0),
                 QString("model/conv2d.weight|changed|0.2500|0.0100"));
    QVERIFY(w.runs.labelText("checkpoints.diff.text").contains("Tensors that differ: 1 of 2"));
    // The names have the space that the other columns leave.
    w.window.resize(1280, 800);
    const auto& diff = w.runs.find<QTableView>("checkpoints.diff.table");
    const auto nameRoom = [&] { return diff.columnWidth(models::TensorDiffModel::kTensor); };
    QTRY_VERIFY(nameRoom() >
                diff.fontMetrics().horizontalAdvance("optimizer/conv2d_1.weight.exp_avg_sq") + 16);
    QVERIFY(!diff.wordWrap());
    table.selectRow(1);
    QVERIFY(w.runs.press("checkpoints.header.branch"));
    QVERIFY(w.runs.press("checkpoints.branch_dialog.yes"));
    QTRY_COMPARE(agent.resumes().size(), 1U);
    QVERIFY(agent.resumes()[0].isBranch);
    QVERIFY(agent.resumes()[0].from.endsWith("ckpt-469"));
    QVERIFY(!agent.resumes()[0].name && !agent.resumes()[0].epochs && !agent.resumes()[0].learningRate);
    QTRY_VERIFY(w.runs.find<QTableView>("runs.list.table").isVisible());  // where the new run appears
}

/// Without a choice, the newest; else what was chosen before, also before a restart. What a person has
/// deselected stays so.
void CheckpointsPageTest::theNewestIsShownOnOpening() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    shell::WindowMemory memory;
    memory.page = "checkpoints";
    const auto chosen = [](OpenWindow& w) {
        QStringList steps;
        const auto* table = &w.runs.find<QTableView>("checkpoints.list.table");
        for (const QModelIndex& index : table->selectionModel()->selectedRows())
            steps << index.siblingAtColumn(models::CheckpointListModel::kStep).data().toString();
        return steps;
    };
    {
        OpenWindow w(agent, memory);
        QTRY_VERIFY(w.runs.labelText("checkpoints.page.empty").startsWith("No checkpoints yet."));
        QVERIFY(chosen(w).isEmpty());
        for (const int step : {938, 1407, 469}) agent.addCheckpoint(checkpoint("mlp-98", step, 0.5));
        w.window.openPage("checkpoints", {});
        QTRY_COMPARE(chosen(w), QStringList("1,407"));
        QTRY_VERIFY(w.runs.find<QTreeView>("checkpoints.detail.tensors").isVisible());
        auto& table = w.runs.find<QTableView>("checkpoints.list.table");
        table.clearSelection();
        agent.addCheckpoint(checkpoint("mlp-98", 1876, 0.4));
        w.window.openPage("runs", {});
        w.window.openPage("checkpoints", {});
        QTRY_COMPARE(chosen(w), QStringList("1,876"));
        table.selectRow(2);
        QTRY_COMPARE(chosen(w), QStringList("938"));
        w.window.openPage("runs", {});
        w.window.openPage("checkpoints", {});
        QCOMPARE(chosen(w), QStringList("938"));
        memory = w.window.memory();
    }
    OpenWindow again(agent, memory);
    QTRY_COMPARE(chosen(again), QStringList("938"));
}

void CheckpointsPageTest::aStepWithoutTheMetricHasNoMark() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.addCheckpoint(checkpoint("mlp-98", 1, 0.5));
    auto measured = checkpoint("mlp-98", 3, 0);  // only on the curve
    auto between = checkpoint("mlp-98", 7, 0);   // nowhere
    measured.checkpoint.metrics.clear();
    between.checkpoint.metrics.clear();
    agent.addCheckpoint(measured);
    agent.addCheckpoint(between);
    agent.push("mlp-98", testing::points({"worker:0", "validation", "epoch_loss"}, 1, 4));
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("shell.rail.checkpoints"));
    w.window.openPage("checkpoints", {});
    const auto& plot = w.runs.find<widgets::CurvePlot>("checkpoints.list.chart");
    QTRY_COMPARE(plot.content().events.size(), 3U);
    QTRY_COMPARE(plot.content().lines.size(), 2U);
    QVERIFY(plot.content().lines[1].hasMarkers);
    QCOMPARE(plot.content().lines[1].curve->step, (std::vector<std::int64_t>{1, 3}));
}

void CheckpointsPageTest::aStateOfSeveralWordsIsShownWhole() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    bridge::CheckpointContent reported = checkpoint("mlp-98", 469, 0.5);
    reported.checkpoint.state = "reported";
    agent.addCheckpoint(reported);
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("shell.rail.checkpoints"));
    w.window.openPage("checkpoints", {});
    auto& table = w.runs.find<QTableView>("checkpoints.list.table");
    QTRY_COMPARE(table.model()->rowCount(), 1);
    const QModelIndex state = table.model()->index(0, models::CheckpointListModel::kState);
    QCOMPARE(state.data().toString(), QString("reported by the program"));
    const int margins = 2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &table) + 1);
    QVERIFY(table.columnWidth(state.column()) >=
            table.fontMetrics().horizontalAdvance(state.data().toString()) + margins);
    const QModelIndex run = table.model()->index(0, models::CheckpointListModel::kRun);
    QVERIFY(table.columnWidth(run.column()) >=
            table.fontMetrics().horizontalAdvance(run.data().toString()) + margins);
}

void CheckpointsPageTest::aBranchIsGivenItsNameEpochsAndRate() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    const auto mlp = std::ranges::find(runs, QString("mlp-98"), &bridge::RunRow::id);
    mlp->epochs = 2;
    mlp->totalSteps = 938;
    agent.setRuns(runs);
    auto detail = testing::detailOf(*mlp);
    detail.config["train.optimizer.adam.learning_rate"] = "0.001";
    agent.setDetail(detail);
    agent.addCheckpoint(checkpoint("mlp-98", 938, 0.4));
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("shell.rail.checkpoints"));
    w.window.openPage("checkpoints", {});
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 1);
    w.runs.find<QTableView>("checkpoints.list.table").selectRow(0);
    QTRY_VERIFY(w.runs.press("checkpoints.header.branch"));
    // From the last checkpoint there would be nothing to train: one more epoch is suggested.
    QCOMPARE(w.runs.find<QSpinBox>("checkpoints.branch_dialog.epochs").value(), 3);
    QCOMPARE(w.runs.find<QSpinBox>("checkpoints.branch_dialog.epochs").minimum(), 3);
    QCOMPARE(w.runs.find<QLineEdit>("checkpoints.branch_dialog.name").text(), QString("mlp"));
    auto& rate = w.runs.find<QLineEdit>("checkpoints.branch_dialog.learning_rate");
    QTRY_COMPARE(rate.placeholderText(), QString("unchanged: 0.001"));
    w.runs.type("checkpoints.branch_dialog.learning_rate", "0");
    QVERIFY(!w.runs.canPress("checkpoints.branch_dialog.yes"));
    QVERIFY(!w.runs.labelText("checkpoints.branch_dialog.problem").isEmpty());
    w.runs.type("checkpoints.branch_dialog.learning_rate", "1e-4");
    w.runs.type("checkpoints.branch_dialog.name", "slower");
    QVERIFY(w.runs.press("checkpoints.branch_dialog.yes"));
    QTRY_COMPARE(agent.resumes().size(), 1U);
    QCOMPARE(agent.resumes()[0].name, std::optional(QString("slower")));
    QCOMPARE(agent.resumes()[0].epochs, std::optional(3));
    QCOMPARE(agent.resumes()[0].learningRate, std::optional(1e-4));
}

void CheckpointsPageTest::whatRefusesABranchIsSaidAndNothingElse() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.addCheckpoint(checkpoint("mlp-98", 469, 0.5));
    agent.setStartOutcome(
        {.findings = {{bridge::Severity::kHint, "run.name", "the folder starts with `run`", {}, {}},
                      {bridge::Severity::kError, "resume.done", "nothing is left", {}, {}}}});
    OpenWindow w(agent);
    w.window.openPage("checkpoints", {});
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 1);
    w.runs.find<QTableView>("checkpoints.list.table").selectRow(0);
    QTRY_VERIFY(w.runs.canPress("checkpoints.header.branch"));
    QVERIFY(w.runs.press("checkpoints.header.branch"));
    w.runs.type("checkpoints.branch_dialog.name", "slower");
    QVERIFY(w.runs.press("checkpoints.branch_dialog.yes"));
    QTRY_COMPARE(w.runs.labelText("checkpoints.header.notice"), QString("Not started: nothing is left"));
    // Several reasons are a list.
    agent.setStartOutcome({.findings = {{bridge::Severity::kError, "a", "nothing is left", {}, {}},
                                        {bridge::Severity::kError, "b", "the disk is full", {}, {}}}});
    QVERIFY(w.runs.press("checkpoints.header.branch"));
    w.runs.type("checkpoints.branch_dialog.name", "slower");
    QVERIFY(w.runs.press("checkpoints.branch_dialog.yes"));
    QTRY_COMPARE(w.runs.labelText("checkpoints.header.notice"),
                 QString("Not started: \n• nothing is left\n• the disk is full"));
}

void CheckpointsPageTest::aCheckpointPredicts() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.addCheckpoint(checkpoint("mlp-98", 469, 0.5));
    agent.addCheckpoint(checkpoint("mlp-98", 938, 0.4));
    bridge::PredictedSample worst{.index = 7, .label = 1, .predicted = 0, .loss = 3.5, .probability = 0.97};
    worst.shape = {1, 2, 2};
    worst.values = {0, 1, 0.5, 1};
    agent.setPrediction(bridge::Prediction{.samples = 30,
                                           .metrics = {{"accuracy", 0.9}},
                                           .classes = 2,
                                           .confusion = {14, 1, 2, 13},
                                           .worst = {worst}});
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("shell.rail.checkpoints"));
    w.window.openPage("checkpoints", {});
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 2);
    w.runs.find<QTabWidget>("checkpoints.detail.tabs").setCurrentIndex(1);
    auto& table = w.runs.find<QTableView>("checkpoints.list.table");
    table.clearSelection();
    QVERIFY(!w.runs.canPress("checkpoints.predict.start"));  // none is selected
    table.selectRow(0);
    QTest::keyClicks(&w.runs.find<QLineEdit>("checkpoints.predict.data"), "fashion_mnist_test");
    QTest::keyClick(&w.runs.find<QLineEdit>("checkpoints.predict.data"), Qt::Key_Return);
    QTRY_VERIFY(w.runs.labelText("checkpoints.predict.text").contains("accuracy 0.9"));
    QCOMPARE(agent.predictions().size(), 1U);
    QVERIFY(agent.predictions()[0].checkpoint.endsWith("ckpt-938"));
    QCOMPARE(agent.predictions()[0].data, QStringList("fashion_mnist_test"));
    const auto& samples = w.runs.find<QListWidget>("checkpoints.predict.samples");
    QCOMPARE(samples.count(), 1);
    QCOMPARE(samples.item(0)->text(), QString("1 → 0\n97.0 %"));
    QVERIFY(!samples.item(0)->icon().isNull());
    QVERIFY(w.runs.find<QWidget>("checkpoints.predict.confusion").isVisible());
    QCOMPARE(w.runs.find<widgets::Chart>("checkpoints.predict.classes").asText(),
             QString("0, precision: 0.8750\n0, recall: 0.9333\n1, precision: 0.9286\n1, recall: 0.8667"));

    agent.setPrediction(std::unexpected(bridge::Failure{.message = "there is no file x.png"}));
    QVERIFY(w.runs.press("checkpoints.predict.start"));
    QTRY_COMPARE(w.runs.labelText("checkpoints.predict.text"), QString("there is no file x.png"));
    QVERIFY(!samples.isVisible());
    table.selectRow(1);  // the earlier result does not belong to this one
    QTRY_VERIFY(w.runs.labelText("checkpoints.predict.text").startsWith("Evaluate this checkpoint on data"));
}

void CheckpointsPageTest::theCheckpointPageSaysWhatADeleteLoses() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.addCheckpoint(checkpoint("fashion-mnist-100", 469, 0.5));
    const QString path = checkpoint("fashion-mnist-100", 469, 0.5).checkpoint.path;
    OpenWindow w(agent);
    w.window.openPage("checkpoints", path);
    QTRY_VERIFY(w.runs.canPress("checkpoints.header.delete"));
    QTRY_VERIFY(!w.runs.canPress("checkpoints.header.restore"));  // its run is running
    agent.setDamage(path, {"model.safetensors: the hash is another one"});
    QVERIFY(w.runs.press("checkpoints.header.verify"));
    QTRY_VERIFY(w.runs.labelText("checkpoints.header.notice").contains("is damaged: model.safetensors"));
    QVERIFY(w.runs.press("checkpoints.header.pin"));
    QTRY_VERIFY(!w.runs.canPress("checkpoints.header.delete"));
    QTRY_COMPARE(w.runs.find<QPushButton>("checkpoints.header.pin").text(), QString("Unpin"));
    QVERIFY(w.runs.press("checkpoints.header.pin"));
    QTRY_VERIFY(w.runs.canPress("checkpoints.header.delete"));
    QVERIFY(w.runs.press("checkpoints.header.delete"));
    QVERIFY(w.runs.find<QMessageBox>("checkpoints.delete_dialog").text().contains(path));
    QVERIFY(w.runs.press("checkpoints.delete_dialog.no"));
    QTRY_VERIFY(!w.window.findChild<QMessageBox*>("checkpoints.delete_dialog"));
    QVERIFY(w.runs.press("checkpoints.header.delete"));
    QVERIFY(w.runs.press("checkpoints.delete_dialog.yes"));
    QTRY_COMPARE(agent.checkpointEdits().last(), "delete " + path);
    QTRY_VERIFY(w.runs.find<QLabel>("checkpoints.page.empty").isVisible());
}

void CheckpointsPageTest::checkpointsOfRunsInTheTrashAreShownWhereAskedFor() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    std::ranges::find(runs, "mlp-95", &bridge::RunRow::id)->isTrashed = true;
    agent.setRuns(runs);
    agent.addCheckpoint(checkpoint("mlp-95", 469, 0.5));
    agent.addCheckpoint(checkpoint("mlp-98", 469, 0.5));
    OpenWindow w(agent);
    w.window.openPage("checkpoints", {});
    const auto listed = [&w] {
        QStringList all;
        const auto& box = w.runs.find<QComboBox>("checkpoints.list.run");
        for (int i = 0; i < box.count(); ++i) all << box.itemText(i);
        return all;
    };
    QTRY_COMPARE(listed(), QStringList({"all runs", "mlp-98"}));
    QCOMPARE(w.runs.rows("checkpoints.list.table").size(), 1);
    w.window.openPage("checkpoints", "mlp-95");
    QTRY_COMPARE(listed(), QStringList({"all runs", "mlp-98", "mlp-95 (in the trash)"}));
    QTRY_COMPARE(w.runs.rows("checkpoints.list.table").size(), 1);
    QVERIFY(w.runs.rows("checkpoints.list.table").front().contains("mlp-95"));
}

TY_WIDGET_TEST(CheckpointsPageTest);
#include "tst_checkpoints_page.moc"
