// SPDX-License-Identifier: Apache-2.0
// The list of runs: editing, handling of other people's text, and the space of the tables.
#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QHelpEvent>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSplitter>
#include <QStyleOptionViewItem>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/models/run_list_model.h"
#include "ui/models/task_list_model.h"
#include "ui/pages/page.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/curves/curve_plot.h"
#include "ui/widgets/state_delegate.h"

using namespace trainyard;
using testing::kBatch;
using testing::kNow;
using testing::OpenWindow;
using testing::points;

class RunListTest : public QObject {
    Q_OBJECT
  private slots:
    void theListIsThereBeforeItsFirstRunOpens();
    void runsAreRenamedTaggedAndTrashedWithUndo();
    void theDeleteKeyIsTheListsAlone();
    void whatWasRefusedCannotBeUndone();
    void manyReadLogsGoAtOnce();
    void logsAreFollowedUntilThatIsEnded();
    void aRunIsExportedWhereTheUserSays();
    void anExportCanBeCancelled();
    void severalRunsAreCompared();
    void ofVeryManyRunsTheFirstAreCompared();
    void theNameStaysReadableInANarrowList();
    void aThousandEpochsAreShownWhole();
    void columnsTheUserShowsStay();
    void nobodyScrollsSidewaysThroughTheTasks();
    void aProgramIsAskedToStopBeforeItCanBeKilled();
    void otherMetricsAreEachShownOnce();
    void foreignTextIsShownAsItIs_data();
    void foreignTextIsShownAsItIs();
};

/// Closing the window in that moment, or a filter, does not lose the run.
void RunListTest::theListIsThereBeforeItsFirstRunOpens() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    pages::Page* page = nullptr;
    for (auto* one : w.window.findChildren<pages::Page*>())
        if (one->isAncestorOf(&table)) page = one;
    QVERIFY(page);
    QString saved;
    bool isOpen = true;
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, &w.window, [&] {
        if (!saved.isEmpty()) return;
        saved = page->saveState().value("run").toString();
        isOpen = w.runs.find<QLabel>("runs.header.title").isVisible();
        w.runs.type("runs.list.filter", "tag:nobody");
    });
    const auto runs = testing::hundredRuns(kNow);
    agent.updateRun(runs.front());
    QTRY_COMPARE(saved, runs.front().id);
    QVERIFY(!isOpen);
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), runs.front().id);
    QVERIFY(w.runs.find<QLabel>("runs.header.title").isVisible());
    QCOMPARE(w.runs.runs().size(), 0);
}

void RunListTest::runsAreRenamedTaggedAndTrashedWithUndo() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("mlp-98"));
    auto& table = w.runs.find<QTableView>("runs.list.table");
    auto& model = *table.model();
    model.setData(table.currentIndex().siblingAtColumn(models::RunListModel::kTags), "baseline, slow",
                  Qt::EditRole);
    w.runs.type("runs.list.filter", "tag:base");
    QTRY_COMPARE(w.runs.runs().size(), 1);
    model.setData(model.index(0, models::RunListModel::kName), "the good one", Qt::EditRole);
    QTRY_VERIFY(w.runs.runs().value(0).startsWith("the good one|"));
    // Above the curves it has that name too, with the id beside it.
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("the good one"));
    QCOMPARE(w.runs.labelText("runs.header.id"), QString("mlp-98"));
    QVERIFY(w.runs.find<QLabel>("runs.header.id").isVisible());
    QVERIFY(table.currentIndex().data(Qt::ToolTipRole).toString().startsWith("the good one\nmlp-98\n"));
    w.action("runs.actions.undo").trigger();
    QTRY_VERIFY(w.runs.runs().value(0).startsWith("mlp-98|"));
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("mlp-98"));
    QVERIFY(!w.runs.find<QLabel>("runs.header.id").isVisible());
    table.selectRow(0);
    w.action("runs.actions.trash").trigger();
    QTRY_COMPARE(w.runs.runs().size(), 0);
    QVERIFY(w.runs.labelText("runs.list.undo_text").contains("mlp-98"));
    w.runs.type("runs.list.filter", "is:trashed");
    QTRY_COMPARE(w.runs.runs().size(), 1);
    QVERIFY(w.runs.press("runs.list.undo"));
    QTRY_COMPARE(w.runs.runs().size(), 0);
    w.runs.type("runs.list.filter", "tag:slow");
    QTRY_COMPARE(w.runs.runs().size(), 1);
}

void RunListTest::theDeleteKeyIsTheListsAlone() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    auto& tasks = w.runs.find<QTableView>("runs.tasks.table");
    tasks.selectRow(0);
    tasks.setFocus();
    QTest::keyClick(&tasks, Qt::Key_Delete);
    QVERIFY(!w.action("runs.actions.undo").isEnabled());
    auto& list = w.runs.find<QTableView>("runs.list.table");
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Delete);
    QVERIFY(w.action("runs.actions.undo").isEnabled());
}

void RunListTest::whatWasRefusedCannotBeUndone() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("mlp-98"));
    agent.goAway();
    w.action("runs.actions.trash").trigger();
    QTRY_VERIFY(!w.action("runs.actions.undo").isEnabled());
    QVERIFY(!w.runs.labelText("runs.list.undo_text").isEmpty());
    QVERIFY(!w.runs.find<QPushButton>("runs.list.undo").isVisible());
}

void RunListTest::manyReadLogsGoAtOnce() {
    testing::ScriptedAgent agent;
    agent.setRuns({testing::hundredRuns(kNow)[5]});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 1);
    w.window.openPage("runs", "import:/tmp/logs");
    QTRY_COMPARE(agent.importedFolders(), QStringList("/tmp/logs"));
    std::vector<bridge::ImportedRun> read;
    for (const QString id : {"logs-1", "logs-2", "logs-3"}) {
        agent.updateRun({.id = id,
                         .name = id,
                         .state = bridge::RunState::kImported,
                         .created = kNow,
                         .dir = "/tmp/" + id});
        read.push_back({.run = id, .folder = "/tmp/" + id, .points = 2, .isNew = true});
    }
    agent.setImported(read);
    QTRY_COMPARE(w.runs.find<QTableView>("runs.list.table").selectionModel()->selectedRows().size(), 3);
    w.action("runs.actions.undo").trigger();
    QTRY_COMPARE(w.runs.runs().size(), 1);
    w.action("runs.actions.redo").trigger();
    QTRY_COMPARE(w.runs.runs().size(), 4);
    // Importing a trashed run again restores it, and that is reported.
    w.action("runs.actions.undo").trigger();
    QTRY_COMPARE(w.runs.runs().size(), 1);
    w.window.openPage("runs", "import:/tmp/logs");
    QTRY_COMPARE(agent.importedFolders().size(), 2);
    agent.setImported({{{.run = "logs-1", .folder = "/tmp/logs", .isRestored = true}}});
    QTRY_COMPARE(w.runs.runs().size(), 2);
    QCOMPARE(w.runs.labelText("runs.list.undo_text"), QString("Restored from the trash: /tmp/logs"));
    w.action("runs.actions.undo").trigger();
    QTRY_COMPARE(w.runs.runs().size(), 1);
}

void RunListTest::logsAreFollowedUntilThatIsEnded() {
    testing::ScriptedAgent agent;
    bridge::RunRow read{
        .id = "logs-1", .name = "logs", .state = bridge::RunState::kImported, .dir = "/tmp/logs"};
    agent.setRuns({read});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("logs-1"));
    w.runs.press("runs.header.follow");
    QTRY_COMPARE(agent.followedLogs().keys(), QStringList("/tmp/logs"));
    QVERIFY(w.runs.labelText("runs.import.text").startsWith("Looking for logs in"));
    const auto progress = agent.followedLogs().value("/tmp/logs");
    progress->runs = 2;
    progress->points = 1234;
    progress->isFollowing = true;
    QTRY_COMPARE(w.runs.labelText("runs.import.text"),
                 QString("Following /tmp/logs. Runs: 2, points imported: 1,234."));
    QCOMPARE(w.runs.find<QPushButton>("runs.import.button").text(), QString("Stop following"));
    QVERIFY(!w.runs.find<QWidget>("runs.import.progress").isVisible());
    w.runs.press("runs.import.button");
    QCOMPARE(w.runs.labelText("runs.import.text"),
             QString("No longer following /tmp/logs. Points imported: 1,234."));
    QTRY_VERIFY(agent.followedLogs().isEmpty());  // the agent's end of it, too
    // Another import ends it, and so does the agent's end.
    w.window.openPage("runs", "follow:/tmp/more");
    QTRY_COMPARE(agent.followedLogs().keys(), QStringList("/tmp/more"));
    w.window.openPage("runs", "import:/tmp/logs");
    QTRY_VERIFY(agent.followedLogs().isEmpty());
    QTRY_COMPARE(agent.importedFolders(), QStringList("/tmp/logs"));
    agent.setImported({{{.run = "logs-1", .folder = "/tmp/logs"}}});
    QTRY_COMPARE(w.runs.labelText("runs.import.text"), QString("No new data in /tmp/logs."));
    w.runs.press("runs.header.follow");
    QTRY_COMPARE(agent.followedLogs().keys(), QStringList("/tmp/logs"));
    agent.goAway();
    QTRY_COMPARE(w.runs.find<QPushButton>("runs.import.button").text(), QString("Close"));
    QVERIFY(!w.runs.labelText("runs.import.text").isEmpty());
}

/// Answers the dialog of an export, as a user does.
void saveAs(QWidget& window, const QString& filter, const QString& path) {
    QFileDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = window.findChild<QFileDialog*>("runs.export_dialog")));
    dialog->selectNameFilter(filter);
    emit dialog->filterSelected(filter);
    dialog->selectFile(path);
    QMetaObject::invokeMethod(dialog, "accept");
}

void RunListTest::aRunIsExportedWhereTheUserSays() {
    testing::TempFolder folder;
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("mlp-98"));
    w.action("runs.actions.export").trigger();
    saveAs(w.window, "Report (*.html)", folder.filePath("first"));
    QTRY_COMPARE(agent.exports().size(), 1u);
    QCOMPARE(agent.exports()[0].runs, QStringList("mlp-98"));
    QCOMPARE(agent.exports()[0].format, QString("html"));
    QCOMPARE(agent.exports()[0].path, folder.filePath("first.html"));
    QCOMPARE(w.runs.labelText("runs.export.text"), "Exporting to " + folder.filePath("first.html") + "…");
    agent.setExported({});
    QTRY_COMPARE(w.runs.labelText("runs.export.text"), "Exported to " + folder.filePath("first.html") + ".");
    QVERIFY(w.runs.find<QPushButton>("runs.export.open").isVisible());

    // A folder has no suffix; a refusal is shown in the words of the agent.
    w.action("runs.actions.export").trigger();
    saveAs(w.window, "Folder of NumPy arrays (*)", folder.filePath("arrays"));
    QTRY_COMPARE(agent.exports().size(), 2u);
    QCOMPARE(agent.exports()[1].format, QString("npy"));
    QCOMPARE(agent.exports()[1].path, folder.filePath("arrays"));
    agent.setExported(
        std::unexpected(bridge::Failure{"/a/arrays already exists; choose another name", "export.exists"}));
    QTRY_COMPARE(w.runs.labelText("runs.export.text"),
                 QString("/a/arrays already exists; choose another name"));
    QVERIFY(!w.runs.find<QPushButton>("runs.export.open").isVisible());
    w.runs.find<QPushButton>("runs.export.button").click();
    QVERIFY(!w.runs.find<QPushButton>("runs.export.button").isVisible());
}

void RunListTest::anExportCanBeCancelled() {
    testing::TempFolder folder;
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("mlp-98"));
    w.action("runs.actions.export").trigger();
    saveAs(w.window, "Report (*.html)", folder.filePath("a"));
    QTRY_COMPARE(agent.exports().size(), 1u);
    w.runs.find<QPushButton>("runs.export.button").click();
    QTRY_COMPARE(agent.cancelledExports(), 1);
    QCOMPARE(w.runs.labelText("runs.export.text"), QString("Export cancelled. Nothing was written."));
}

void RunListTest::severalRunsAreCompared() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    for (int i : {1, 2}) {
        bridge::RunDetail detail = testing::detailOf(runs[i]);
        detail.config = {{"train.epochs", "10"},
                         {"train.optimizer.adam.learning_rate", i == 1 ? "0.001" : "0.01"}};
        agent.setDetail(detail);
        agent.push(runs[i].id, points(kBatch, 1, 5 + i));
    }
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    table.selectRow(1);
    table.selectionModel()->select(table.model()->index(2, 0),
                                   QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTRY_VERIFY(w.runs.find<QTableView>("runs.compare.table").isVisible());
    QTRY_VERIFY(w.runs.rows("runs.compare.table").contains("train.optimizer.adam.learning_rate|0.001|0.01"));
    QVERIFY(!w.runs.rows("runs.compare.table").join(';').contains("epochs"));  // the same in both
    const auto& plot = w.runs.find<widgets::CurvePlot>("runs.compare.loss.chart");
    const auto raw = [&] {
        return std::ranges::count_if(plot.content().lines, [](const auto& line) { return !line.isSmoothed; });
    };
    QTRY_COMPARE(raw(), 2);
    QVERIFY(plot.content().lines.front().colour != plot.content().lines.back().colour);
    QVERIFY(table.model()->index(1, 0).data(models::RunListModel::kColourRole).isValid());
    // The same as a chart: a bar for each run, or each over the setting in which they differ.
    w.runs.find<QTabWidget>("runs.compare.tabs").setCurrentIndex(1);
    auto& chart = w.runs.find<widgets::Chart>("runs.compare.chart");
    QVERIFY(chart.isVisible());
    w.runs.find<QComboBox>("runs.compare.result").setCurrentText("loss");
    QCOMPARE(chart.asText().count('\n'), 1);
    QVERIFY2(chart.asText().startsWith(runs[1].id + ", loss: "), qPrintable(chart.asText()));
    w.runs.find<QComboBox>("runs.compare.over").setCurrentText("train.optimizer.adam.learning_rate");
    QVERIFY2(chart.asText().contains(", train.optimizer.adam.learning_rate 0.0100, loss: "),
             qPrintable(chart.asText()));
    // Its search is that of the list: there is no log here.
    w.runs.find<QTabWidget>("runs.compare.tabs").setFocus();
    w.action("shell.edit.search").trigger();
    QVERIFY(w.runs.find<QLineEdit>("runs.list.filter").hasFocus());
    w.runs.find<QTabWidget>("runs.compare.tabs").setCurrentIndex(0);
    table.selectRow(3);
    QTRY_VERIFY(!w.runs.find<QTableView>("runs.compare.table").isVisible());
}

void RunListTest::ofVeryManyRunsTheFirstAreCompared() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    table.setFocus();
    table.selectAll();
    QTRY_COMPARE(w.runs.labelText("runs.compare.title"), QString("Comparing 50 of 100 selected runs"));
    auto& differences = w.runs.find<QTableView>("runs.compare.table");
    QCOMPARE(differences.model()->columnCount(), 51);
    QTRY_VERIFY(!w.runs.labelText("runs.compare.differences").startsWith("Reading"));
}

void RunListTest::theNameStaysReadableInANarrowList() {
    using Model = models::RunListModel;
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    w.window.resize(1700, 900);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    auto& columns = w.runs.find<QSplitter>("runs.page.columns");
    const int readable = table.fontMetrics().horizontalAdvance(QString(16, 'n'));
    constexpr std::array kByImportance{Model::kState, Model::kValAccuracy, Model::kAge, Model::kEpoch};
    QSet<int> shownAtOnce;
    for (const int width : {260, 300, 340, 380, 430, 480, 560, 700}) {
        columns.setSizes({width, 1604 - width});
        QTRY_COMPARE(columns.sizes().front(), width);
        QCoreApplication::sendPostedEvents();
        QVERIFY2(table.columnWidth(Model::kName) >= readable, qPrintable(QString::number(width)));
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        const auto isShown = [&](int column) { return !table.isColumnHidden(column); };
        QVERIFY(std::ranges::is_partitioned(kByImportance, isShown));
        shownAtOnce << static_cast<int>(std::ranges::count_if(kByImportance, isShown));
    }
    QVERIFY2(shownAtOnce.size() >= 4, qPrintable(QString::number(shownAtOnce.size())));
    QVERIFY(shownAtOnce.contains(4));  // 700 pixels are enough for all
    // Names usually differ at their end, and the whole name is in the tooltip.
    QCOMPARE(table.textElideMode(), Qt::ElideMiddle);
    const QModelIndex first = table.model()->index(0, Model::kName);
    QVERIFY(first.data(Qt::ToolTipRole).toString().startsWith(first.data().toString()));
}

void RunListTest::aThousandEpochsAreShownWhole() {
    using Model = models::RunListModel;
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[0].epoch = 999;
    runs[0].epochs = 1000;
    agent.setRuns({runs[0]});
    OpenWindow w(agent);
    w.window.resize(1280, 800);
    QTRY_COMPARE(w.runs.runs().size(), 1);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    w.action("runs.columns.epoch").trigger();
    const QModelIndex epoch = table.model()->index(0, Model::kEpoch);
    QCOMPARE(epoch.data().toString(), QString("1000/1000"));
    QStyleOptionViewItem item;
    item.initFrom(&table);
    item.features = QStyleOptionViewItem::HasDisplay;
    item.text = epoch.data().toString();
    item.rect = table.visualRect(epoch);
    const int room = table.style()->subElementRect(QStyle::SE_ItemViewItemText, &item, &table).width() -
                     2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &item, &table) + 1);
    QVERIFY2(room >= table.fontMetrics().horizontalAdvance(item.text), qPrintable(QString::number(room)));
}

void RunListTest::columnsTheUserShowsStay() {
    using Model = models::RunListModel;
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    w.window.resize(1700, 900);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    auto& columns = w.runs.find<QSplitter>("runs.page.columns");
    const auto setWidth = [&](int width) {
        columns.setSizes({width, 1604 - width});
        return QTest::qWaitFor([&] { return columns.sizes().front() == width; });
    };
    QVERIFY(setWidth(260));
    QVERIFY(table.isColumnHidden(Model::kEpoch));
    w.action("runs.columns.epoch").trigger();
    w.action("runs.columns.note").trigger();
    QVERIFY(w.action("runs.columns.note").isChecked());
    for (const int column : {Model::kEpoch, Model::kNote}) QVERIFY(!table.isColumnHidden(column));
    // Wider than the list: the name stays readable, and the list scrolls.
    QVERIFY(table.columnWidth(Model::kName) >= table.fontMetrics().horizontalAdvance(QString(16, 'n')));
    QTRY_VERIFY(table.horizontalScrollBar()->maximum() > 0);
    w.action("runs.columns.state").trigger();
    w.action("runs.columns.state").trigger();
    QVERIFY(table.isColumnHidden(Model::kState));
    QVERIFY(setWidth(700));
    QVERIFY(table.isColumnHidden(Model::kState));
    QVERIFY(!table.isColumnHidden(Model::kNote));
    // The choice is remembered; columns that the width alone hid are not.
    pages::Page* page = nullptr;
    for (auto* one : w.window.findChildren<pages::Page*>())
        if (one->isAncestorOf(&table)) page = one;
    QVERIFY(page);
    const QVariantMap state = page->saveState();
    testing::ScriptedAgent other;
    other.setRuns(testing::hundredRuns(kNow));
    OpenWindow again(other, {.pages = {{"runs", state}}});
    auto& restored = again.runs.find<QTableView>("runs.list.table");
    QTRY_VERIFY(!restored.isColumnHidden(Model::kNote));
    QVERIFY(!restored.isColumnHidden(Model::kEpoch));
    QVERIFY(restored.isColumnHidden(Model::kState));
    QVERIFY(restored.isColumnHidden(Model::kLoss));
}

void RunListTest::nobodyScrollsSidewaysThroughTheTasks() {
    using Model = models::TaskListModel;
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    auto& table = w.runs.find<QTableView>("runs.tasks.table");
    QTRY_VERIFY(table.isVisible() && table.model()->rowCount() == 2);
    for (const QSize size : {QSize(1280, 800), QSize(2560, 1440), QSize(1140, 720)}) {
        w.window.resize(size);
        QTRY_COMPARE(w.window.size(), size);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        for (const int column : {Model::kTask, Model::kState, Model::kLane})
            QVERIFY2(!table.isColumnHidden(column), qPrintable(QString::number(column)));
        QVERIFY(table.columnWidth(Model::kLane) >= 90);
        QCOMPARE(table.isColumnHidden(Model::kNode), size.width() < 2560);
    }
    auto& header = static_cast<widgets::TableHeader&>(*table.horizontalHeader());
    QCOMPARE(header.shownTitle(Model::kLane),
             table.model()->headerData(Model::kLane, Qt::Horizontal).toString());
    // A title without room is not cut off: it ends in "…", and the tooltip has the whole title.
    header.setSectionResizeMode(Model::kLane, QHeaderView::Fixed);
    header.resizeSection(Model::kLane, 60);
    for (int column = 0; column < header.count(); ++column) {
        if (header.isSectionHidden(column)) continue;
        QVERIFY(header.titleWidth(column) <= header.sectionSize(column));
        QVERIFY(header.fontMetrics().horizontalAdvance(header.shownTitle(column)) <=
                header.titleWidth(column));
    }
    QVERIFY2(header.shownTitle(Model::kLane).endsWith("…"), qPrintable(header.shownTitle(Model::kLane)));
    const QPoint place(header.sectionViewportPosition(Model::kLane) + 20, header.height() / 2);
    QHelpEvent help(QEvent::ToolTip, place, header.viewport()->mapToGlobal(place));
    QApplication::sendEvent(header.viewport(), &help);
    QCOMPARE(QToolTip::text(), table.model()->headerData(Model::kLane, Qt::Horizontal).toString());
    QToolTip::hideText();
    // What has no column is in the tool tip, and the bars have a legend.
    QVERIFY(table.model()->index(0, 0).data(Qt::ToolTipRole).toString().contains("Node: local"));
    auto& key = w.runs.find<widgets::LaneKey>("runs.tasks.key");
    QVERIFY(key.isVisible() && key.width() >= key.sizeHint().width());
    QCOMPARE(key.accessibleName(), QString("input, compute, wait"));
}

void RunListTest::aProgramIsAskedToStopBeforeItCanBeKilled() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[0].strategy = "command";
    runs[0].state = bridge::RunState::kRunning;
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose(runs[0].id));
    const auto button = [&](const char* name) -> const QPushButton& {
        return w.runs.find<QPushButton>(QStringLiteral("runs.header.") + name);
    };
    QTRY_COMPARE(button("save_and_stop").text(), "Stop");
    QVERIFY(button("save_and_stop").toolTip().contains("SIGTERM"));
    for (const char* name : {"change", "profile", "stop_after_epoch", "kill"})
        QVERIFY2(button(name).isHidden(), name);
    QVERIFY(!button("pause").isHidden() && button("pause").isEnabled());  // it may ask whether it is paused
    // The run's detail has arrived: one from before the news would hide them.
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    runs[0].state = bridge::RunState::kStopping;
    agent.updateRun(runs[0]);
    QTRY_VERIFY(!button("kill").isHidden() && button("kill").isEnabled());
    QVERIFY(!button("save_and_stop").isEnabled());
    QVERIFY(!button("pause").isEnabled());
}

/// An imported run has neither a loss nor an accuracy by these names.
void RunListTest::otherMetricsAreEachShownOnce() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QVERIFY(w.runs.choose("fashion-mnist-100"));
    agent.push("fashion-mnist-100", points({"writer:0", "train", "bleu"}, 1, 3));
    const auto& left = w.runs.find<QComboBox>("runs.loss.metric");
    const auto& right = w.runs.find<QComboBox>("runs.accuracy.metric");
    QTRY_COMPARE(left.currentText(), QString("bleu"));
    agent.push("fashion-mnist-100", points({"writer:0", "train", "chrf"}, 1, 3));
    QTRY_COMPARE(right.currentText(), QString("chrf"));
    QCOMPARE(left.currentText(), QString("bleu"));
    agent.push("fashion-mnist-100", points({"writer:0", "train", "accuracy"}, 1, 3));
    QTRY_COMPARE(right.currentText(), QString("accuracy"));
}

void RunListTest::foreignTextIsShownAsItIs_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto same = [](const char* name, const QString& text) { QTest::newRow(name) << text << text; };
    same("markup", "<b>bold</b> <img src='file:///etc/passwd'>");
    same("entities", "&lt;b&gt; & &amp;");
    same("CJK and accents", "実験 7 – naïve");
    QTest::newRow("terminal escapes") << "\x1b[31mred\x1b[0m" << R"(\x1b[31mred\x1b[0m)";
    QTest::newRow("turned around") << QString::fromUtf16(u"exe.\u202Egpj\u2066") << R"(exe.\u202egpj\u2066)";
    QTest::newRow("C1 and NUL") << QString::fromUtf16(u"a\u009Bb") << R"(a\x9bb)";
}

void RunListTest::foreignTextIsShownAsItIs() {
    QFETCH(QString, text);
    QFETCH(QString, shown);
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    runs[0].name = runs[0].note = text;
    runs[0].state = bridge::RunState::kFailed;
    agent.setRuns(runs);
    auto detail = testing::detailOf(runs[0]);
    detail.failureText = text;
    detail.failureLog = {text};
    agent.setDetail(detail);
    agent.pushLog(runs[0].id, "worker:0", {text});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.labelText("runs.header.failure"), shown);
    for (const char* label : {"runs.header.failure", "runs.header.failure_log", "runs.header.title"})
        QCOMPARE(w.runs.find<QLabel>(label).textFormat(), Qt::PlainText);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    const QModelIndex name = table.currentIndex().siblingAtColumn(models::RunListModel::kName);
    QCOMPARE(name.data().toString(), shown);
    QCOMPARE(name.data(Qt::EditRole).toString(), text);  // renaming edits the name itself
    auto& log = w.runs.find<QAbstractItemView>("runs.log.lines");
    QTRY_VERIFY(log.model()->rowCount() > 0);
    QVERIFY2(log.model()->index(0, 0).data().toString().endsWith(shown),
             qPrintable(log.model()->index(0, 0).data().toString()));
    QTRY_VERIFY(table.visualRect(name).isValid());
    const QPoint place = table.visualRect(name).center();
    QHelpEvent help(QEvent::ToolTip, place, table.viewport()->mapToGlobal(place));
    QApplication::sendEvent(table.viewport(), &help);
    QVERIFY2(QToolTip::text().contains(shown.toHtmlEscaped()) || QToolTip::text().contains(shown),
             qPrintable(QToolTip::text()));
    QVERIFY2(!QToolTip::text().contains("<b>"), qPrintable(QToolTip::text()));
    QToolTip::hideText();
}

TY_WIDGET_TEST(RunListTest);
#include "tst_run_list.moc"
