// SPDX-License-Identifier: Apache-2.0
#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <algorithm>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"
#include "tests/gui/open_window.h"

using namespace trainyard;
using testing::OpenWindow;

/// The cluster editor as a user operates it.
class ClustersPageTest : public QObject {
    Q_OBJECT
  private slots:
    void aTemplateIsInAllViews();
    void noLineCrossesANameWhereverItIsNarrow();
    void rolesAreDraggedOntoMachines();
    void rolesAreDraggedOntoNodes();
    void aGpuIsChosenFromThoseThatThereAre();
    void theKeyboardAloneDrawsACluster();
    void typedTextIsDrawnAndMistakesAreFixed();
    void theTableIsEditedInPlace();
    void clustersAreSavedAndOpenedAgain();
    void aSavedClusterThatCannotBeReadIsListed();
    void aTfConfigIsPastedAndAFileDropped();
    void eachTaskCanBeStartedManually();
    void theClusterGoesToANewRun();
    void whatWasDrawnIsThereAfterARestart();
    void theMachineIsShownWithItsLoad();
    void theGpusOfTheMachineAreShown();
    void everyPluginIsDescribed();
    void theThemeIsChosenInTheSettings();
};

namespace {

struct Editor : OpenWindow {
    explicit Editor(testing::ScriptedAgent& agent, const shell::WindowMemory& memory = {})
        : OpenWindow(agent, memory) {
        window.openPage("clusters", {});
        window.activateWindow();
        auto& strategies = clusters.find<QComboBox>("clusters.flow.strategy");
        if (!QTest::qWaitFor([&] { return strategies.count() > 1; })) qFatal("no strategies came");
    }
};

const QString kServers = QStringLiteral("3 workers and 2 parameter servers");

}  // namespace

void ClustersPageTest::aTemplateIsInAllViews() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    QCOMPARE(w.clusters.drawing(), QStringList("local: "));
    QVERIFY(!w.clusters.canPress("clusters.header.use"));
    QVERIFY(w.clusters.chooseTemplate(kServers));
    QCOMPARE(w.clusters.drawing(), QStringList("local: chief:0, ps:0, ps:1, worker:0, worker:1, worker:2"));
    QCOMPARE(w.clusters.tasks().size(), 6);
    QVERIFY(w.clusters.text().contains("parameter_server"));
    QVERIFY(w.clusters.labelText("clusters.flow.text").startsWith("Every worker reads"));
    QVERIFY(w.clusters.labelText("clusters.flow.text").contains("per step"));
    QVERIFY(w.clusters.press("clusters.header.undo"));
    QCOMPARE(w.clusters.drawing(), QStringList("local: "));
    QVERIFY(w.clusters.press("clusters.header.redo"));
    QCOMPARE(w.clusters.tasks().size(), 6);
    QVERIFY(w.clusters.chooseTemplate("One machine per task"));
    QCOMPARE(w.clusters.drawing().size(), 7);
    QVERIFY(w.clusters.canPress("clusters.header.use"));
}

void ClustersPageTest::noLineCrossesANameWhereverItIsNarrow() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    for (const char* name : {"3 workers and 2 parameter servers", "A chief and two workers",
                             "Parameter servers and an evaluator", "One machine per task"}) {
        QVERIFY(w.clusters.chooseTemplate(name));
        auto& canvas = *w.clusters.find<QAbstractButton>("clusters.canvas.worker_0").parentWidget();
        for (const int width : {260, 340, 480, 700}) {
            canvas.resize(width, canvas.minimumHeight());
            QWidget* lines = nullptr;
            for (QWidget* child : canvas.findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
                if (child->testAttribute(Qt::WA_TransparentForMouseEvents)) lines = child;
            QVERIFY(lines);
            const QImage with = canvas.grab().toImage();
            lines->hide();
            const QImage without = canvas.grab().toImage();
            lines->show();
            QVERIFY(with != without);
            for (QWidget* child : canvas.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
                if (child == lines || !child->isVisible()) continue;
                // Of a chip its inside, of a card the name of its machine.
                QRect words = child->geometry().adjusted(4, 4, -4, -4);
                if (!qobject_cast<QAbstractButton*>(child))
                    words = QRect(child->geometry().topLeft() + QPoint(16, 8), QSize(110, 20));
                QVERIFY2(with.copy(words) == without.copy(words),
                         qPrintable(QStringLiteral("%1, %2, %3").arg(name, child->objectName()).arg(width)));
            }
        }
    }
}

void ClustersPageTest::rolesAreDraggedOntoMachines() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    w.clusters.dragRole("worker", "local");
    w.clusters.dragRole("worker", "local");
    w.action("clusters.actions.add_machine").trigger();
    w.clusters.type("clusters.machine_dialog.field", "gpu-a");
    QVERIFY(w.clusters.press("clusters.machine_dialog.ok"));
    w.clusters.dragTask("worker:1", "gpu-a");
    QCOMPARE(w.clusters.drawing(), QStringList({"local: worker:0", "gpu-a: worker:1"}));
    QVERIFY(w.clusters.text().contains("- gpu-a"));
    QVERIFY(w.clusters.press("clusters.palette.evaluator"));
    QCOMPARE(w.clusters.tasks().size(), 3);
}

void ClustersPageTest::rolesAreDraggedOntoNodes() {
    testing::ScriptedAgent agent;
    agent.setNodes({{.name = "gpu-a", .cpus = 16, .gpus = {{.index = 0}}, .target = "me@gpu-a"},
                    {.name = "gpu-b", .target = "gpu-b", .state = bridge::NodeState::kUnreachable}});
    Editor w(agent);
    QTRY_COMPARE(w.clusters.drawing(), QStringList({"local: ", "gpu-a: ", "gpu-b: "}));
    QCOMPARE(w.clusters.card("local").accessibleDescription(), QString("this machine, CPUs: 0 of 8"));
    QCOMPARE(w.clusters.card("gpu-b").accessibleDescription(), QString("Unreachable"));
    w.clusters.dragRole("worker", "local");
    w.clusters.dragRole("worker", "gpu-a");
    QCOMPARE(w.clusters.card("gpu-a").accessibleDescription(), QString("CPUs: 1 of 16 · GPUs: 0 of 1"));
    // The same by keyboard: Return opens what can be added to the card.
    auto& card = w.clusters.card("gpu-b");
    card.setFocus();
    QTest::keyClick(&card, Qt::Key_Return);
    w.action("clusters.machine_menu.worker").trigger();
    for (QMenu* menu : w.window.findChildren<QMenu*>("clusters.machine_menu")) menu->close();
    QCOMPARE(w.clusters.drawing(), QStringList({"local: worker:0", "gpu-a: worker:1", "gpu-b: worker:2"}));
    QVERIFY(w.window.findChild<QScrollArea*>("clusters.findings.list")->isVisible());
    QTest::keyClick(&w.clusters.chip("worker:2"), Qt::Key_Delete);
    QTest::keyClick(&w.clusters.card("gpu-b"), Qt::Key_Delete);  // it is still a node
    QCOMPARE(w.clusters.drawing(), QStringList({"local: worker:0", "gpu-a: worker:1", "gpu-b: "}));
    QTRY_VERIFY(!w.window.findChild<QScrollArea*>("clusters.findings.list")->isVisible());
    // What is drawn is what runs.
    QVERIFY(w.clusters.press("clusters.header.use"));
    QTRY_VERIFY(w.newRun.text().contains("cluster:"));
    QVERIFY2(w.newRun.text().simplified().contains("worker: - local - gpu-a"), qPrintable(w.newRun.text()));
}

void ClustersPageTest::aGpuIsChosenFromThoseThatThereAre() {
    testing::ScriptedAgent agent;
    agent.setNodes({{.name = "gpu-a",
                     .cpus = 16,
                     .gpus = {{.index = 0, .name = "H100"}, {.index = 1, .name = "H100"}},
                     .target = "me@gpu-a"},
                    {.name = "gpu-b", .target = "gpu-b"}});
    {
        testing::OpenForm w(agent);
        QVERIFY(w.newRun.openSection("Cluster"));
        auto& menu = w.newRun.find<QMenu>("new_run.cluster.worker.gpus");
        const auto texts = [&menu] {
            emit menu.aboutToShow();
            QStringList all;
            for (const QAction* action : menu.actions())
                if (!action->isSeparator()) all << action->text();
            return all;
        };
        QTRY_COMPARE(texts(), QStringList({"local", "This machine has no GPU", "gpu-a", "GPU 0: H100",
                                           "GPU 1: H100", "gpu-b", "This machine has no GPU"}));
        w.action("new_run.cluster.worker.gpus.gpu-a.1").trigger();
        QVERIFY2(w.newRun.text().contains("worker: [{node: gpu-a, gpus: [1]}]"), qPrintable(w.newRun.text()));
        emit menu.aboutToShow();
        QCOMPARE(w.action("new_run.cluster.worker.gpus.gpu-a.1").text(),
                 QString("GPU 1: H100, used by worker:0"));
        QVERIFY(!w.action("new_run.cluster.worker.gpus.gpu-b.-1").isEnabled());
        // Which GPUs a task has is checked in its own menu.
        QVERIFY(texts().contains("GPUs of worker:0"));
        QCOMPARE(w.action("new_run.cluster.worker.gpus.gpu-a.0.for.0").text(), QString("GPU 0: H100"));
        QVERIFY(w.action("new_run.cluster.worker.gpus.gpu-a.1.for.0").isChecked());
        QVERIFY(!w.action("new_run.cluster.worker.gpus.gpu-a.0.for.0").isChecked());
        w.action("new_run.cluster.worker.gpus.gpu-a.0.for.0").trigger();
        QVERIFY2(w.newRun.text().contains("worker: [{node: gpu-a, gpus: [0, 1]}]"),
                 qPrintable(w.newRun.text()));
        for (const char* gpu : {"0", "1"}) {
            emit menu.aboutToShow();
            w.action(QString("new_run.cluster.worker.gpus.gpu-a.%1.for.0").arg(gpu)).trigger();
        }
        QVERIFY2(w.newRun.text().contains("worker: [gpu-a]"), qPrintable(w.newRun.text()));
    }
    Editor w(agent);
    QTRY_COMPARE(w.clusters.drawing(), QStringList({"local: ", "gpu-a: ", "gpu-b: "}));
    w.clusters.dragRole("worker", "gpu-a");
    QTest::keyClick(&w.clusters.chip("worker:0"), Qt::Key_Menu);
    QVERIFY(w.action("clusters.task_menu.gpu_automatic").isChecked());
    w.action("clusters.task_menu.gpu_0").trigger();
    for (QMenu* menu : w.window.findChildren<QMenu*>("clusters.task_menu")) menu->close();
    QVERIFY2(w.clusters.text().contains("{node: gpu-a, gpus: [0]}"), qPrintable(w.clusters.text()));
    QCOMPARE(w.clusters.card("gpu-a").accessibleDescription(), QString("CPUs: 1 of 16 · GPUs: 1 of 2"));
}

void ClustersPageTest::theKeyboardAloneDrawsACluster() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    w.clusters.card("local").setFocus();
    w.action("clusters.actions.add_worker").trigger();
    w.action("clusters.actions.add_worker").trigger();
    w.action("clusters.actions.add_ps").trigger();
    // A new machine from a task's menu.
    QTest::keyClick(&w.clusters.chip("worker:1"), Qt::Key_Menu);
    w.action("clusters.task_menu.new_machine").trigger();
    for (QMenu* menu : w.window.findChildren<QMenu*>("clusters.task_menu")) menu->close();
    auto& field = w.clusters.find<QLineEdit>("clusters.machine_dialog.field");
    QTest::keyClicks(&field, "no such name");
    QVERIFY(!w.clusters.canPress("clusters.machine_dialog.ok"));
    field.clear();
    QTest::keyClicks(&field, "gpu-a");
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(w.clusters.drawing(), QStringList({"local: ps:0, worker:0", "gpu-a: worker:1"}));
    QTest::keyClick(&w.clusters.chip("ps:0"), Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(w.clusters.drawing(), QStringList({"local: worker:0", "gpu-a: ps:0, worker:1"}));
    QTest::keyClick(&w.clusters.chip("worker:0"), Qt::Key_F2);
    QTest::keyClicks(&w.clusters.find<QLineEdit>("clusters.port_dialog.field"), "4100");
    QTest::keyClick(&w.clusters.find<QLineEdit>("clusters.port_dialog.field"), Qt::Key_Return);
    QVERIFY(w.clusters.tasks()[0].contains("4100"));
    QTest::keyClick(&w.clusters.chip("worker:1"), Qt::Key_Delete);
    QCOMPARE(w.clusters.tasks().size(), 2);
    QTest::keyClick(&w.clusters.card("gpu-a"), Qt::Key_Delete);
    QCOMPARE(w.clusters.drawing(), QStringList("local: worker:0"));
    w.action("clusters.actions.undo").trigger();
    QCOMPARE(w.clusters.drawing(), QStringList({"local: worker:0", "gpu-a: ps:0"}));
}

void ClustersPageTest::typedTextIsDrawnAndMistakesAreFixed() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    w.clusters.find<QTabWidget>("clusters.views.tabs").setCurrentIndex(1);
    w.clusters.setText("# mine\ncluster:\n  worker: [local, local]\n");
    QCOMPARE(w.clusters.drawing(), QStringList("local: worker:0, worker:1"));
    w.clusters.setText("# mine\ncluster:\n  worker: [local, 'local:99999']\n");
    QCOMPARE(w.clusters.drawing(), QStringList("local: worker:0, worker:1"));  // the last valid text
    QVERIFY(w.clusters.labelText("clusters.text.verdict").startsWith("The text cannot be parsed yet"));
    QTRY_VERIFY(w.clusters.canPress("clusters.findings.fix_0"));
    auto& fix = w.clusters.find<QPushButton>("clusters.findings.fix_0");
    QVERIFY2(fix.accessibleName().startsWith("Fix: "), qPrintable(fix.accessibleName()));
    auto& strip = w.clusters.find<QScrollArea>("clusters.findings.list");
    for (const int width : {1280, 900}) {
        w.window.resize(width, 800);
        const auto isWhole = [&] {
            const QRect place(fix.mapTo(strip.viewport(), QPoint()), fix.size());
            return strip.viewport()->rect().contains(place) && fix.width() >= fix.sizeHint().width();
        };
        QTRY_VERIFY(isWhole());
    }
    QVERIFY(w.clusters.press("clusters.findings.fix_0"));
    QVERIFY(w.clusters.text().startsWith("# mine"));
    QVERIFY(w.clusters.labelText("clusters.text.verdict").isEmpty());
    // One that no button can fix has its fix as text.
    w.clusters.setText("# mine\ncluster:\n  master: [local]\n  chief: [local]\n");
    const auto said = [&] {
        QStringList said;
        for (const QLabel* label : strip.findChildren<QLabel*>()) said << label->text();
        return said.join('\n');
    };
    QTRY_VERIFY2(said().contains("\nFix: remove `master`"), qPrintable(said()));
    // Others appear at once at full height.
    w.clusters.setText(
        "# mine\ncluster:\n  worker: ['local:4000', 'local:4000', 'local:4001', 'local:4001']\n");
    QTRY_VERIFY(strip.isVisible() && strip.height() >= 3 * strip.fontMetrics().lineSpacing());
    const auto buttons = [&] {
        auto all = strip.findChildren<QPushButton*>();
        all.removeIf([](const QPushButton* button) { return !button->isVisible(); });
        return all;
    };
    QTRY_VERIFY(!buttons().isEmpty());
    buttons().front()->click();
    QTRY_VERIFY(strip.isVisible() && strip.height() >= 3 * strip.fontMetrics().lineSpacing());
    w.clusters.setText("# mine\ncluster:\n  worker: [local, local]\n");
    QTRY_VERIFY(!strip.isVisible());
    // An edit elsewhere keeps the comment.
    w.clusters.dragRole("ps", "local");
    QVERIFY(w.clusters.text().startsWith("# mine"));
    QVERIFY(w.clusters.text().contains("ps:"));
    // As JSON.
    w.clusters.find<QComboBox>("clusters.text.format").setCurrentIndex(1);
    w.clusters.setText(R"({"cluster": {"worker": ["127.0.0.1:5000"]}})");
    QCOMPARE(w.clusters.tasks(), QStringList("worker:0 (chief)|worker|local|5000|"));
}

void ClustersPageTest::theTableIsEditedInPlace() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    QVERIFY(w.clusters.press("clusters.table.add"));
    QVERIFY(w.clusters.press("clusters.table.add"));
    auto& table = w.clusters.find<QTableView>("clusters.table.tasks");
    table.setCurrentIndex(table.model()->index(1, 2));
    QVERIFY(w.clusters.chip("worker:1").accessibleName().contains("on local"));
    QVERIFY(table.model()->setData(table.currentIndex(), "gpu-b"));
    QVERIFY(w.clusters.chip("worker:1").accessibleName().contains("on gpu-b"));
    QVERIFY(w.clusters.press("clusters.table.ports"));
    QCOMPARE(w.clusters.tasks(),
             QStringList({"worker:0 (chief)|worker|local|2222|", "worker:1|worker|gpu-b|2222|"}));
    QVERIFY(w.clusters.press("clusters.table.remove"));
    QCOMPARE(w.clusters.tasks().size(), 1);
}

void ClustersPageTest::clustersAreSavedAndOpenedAgain() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    QVERIFY(w.clusters.chooseTemplate(kServers));
    QVERIFY(!w.clusters.canPress("clusters.header.save"));
    w.clusters.type("clusters.header.name", "servers");
    QVERIFY(w.clusters.press("clusters.header.save"));
    QTRY_COMPARE(agent.clusters().size(), 1U);
    QVERIFY(agent.clusters()[0].text.contains("ps:"));
    auto& saved = w.clusters.find<QListWidget>("clusters.library.saved");
    QTRY_COMPARE(saved.count(), 1);
    QVERIFY(w.clusters.chooseTemplate("Two workers"));
    QCOMPARE(w.clusters.tasks().size(), 2);
    saved.setCurrentRow(0);
    emit saved.itemActivated(saved.item(0));
    QCOMPARE(w.clusters.tasks().size(), 6);
    QCOMPARE(w.clusters.find<QLineEdit>("clusters.header.name").text(), QString("servers"));
    QVERIFY(w.clusters.press("clusters.library.delete"));
    QVERIFY(w.clusters.press("clusters.delete_dialog.yes"));
    QTRY_VERIFY(agent.clusters().empty());
    QCOMPARE(w.clusters.tasks().size(), 6);  // the drawing stays
    agent.goAway();
    QVERIFY(w.clusters.press("clusters.header.save"));
    QTRY_VERIFY(w.clusters.notice().startsWith("Not saved: "));
}

void ClustersPageTest::aSavedClusterThatCannotBeReadIsListed() {
    testing::ScriptedAgent agent;
    agent.setClusters({{.name = "broken", .problem = "cannot open broken.yaml: Permission denied"},
                       {.name = "pair", .text = "cluster: {worker: [local, local]}\n"}});
    Editor w(agent);
    auto& saved = w.clusters.find<QListWidget>("clusters.library.saved");
    QTRY_COMPARE(saved.count(), 2);
    QCOMPARE(saved.item(0)->text(), QString("broken (cannot be read)"));
    saved.setCurrentRow(0);
    emit saved.itemActivated(saved.item(0));
    QCOMPARE(w.clusters.notice(),
             QString("broken cannot be read: cannot open broken.yaml: Permission denied"));
    emit saved.itemActivated(saved.item(1));
    QCOMPARE(w.clusters.tasks().size(), 2);
    QVERIFY(w.clusters.press("clusters.library.delete"));
    QVERIFY(w.clusters.press("clusters.delete_dialog.yes"));
    QTRY_COMPARE(saved.count(), 1);
    // The form offers only those that it accepts.
    agent.setClusters({{.name = "broken", .problem = "gone"}});
    w.window.openPage("new_run", "example:fashion-mnist");
    QTRY_VERIFY(w.window.findChild<QComboBox*>("new_run.cluster.saved"));
    QVERIFY(w.newRun.find<QComboBox>("new_run.cluster.saved").isHidden());
}

void ClustersPageTest::aTfConfigIsPastedAndAFileDropped() {
    testing::ScriptedAgent agent;
    agent.setFile("/tmp/run.yaml", "name: a\ncluster: {worker: [local, local, local]}\n");
    Editor w(agent);
    w.action("clusters.actions.import").trigger();
    auto& text = w.clusters.find<QPlainTextEdit>("clusters.import_dialog.text");
    const QString flawed = R"({"cluster": {"worker": ["localhost:12345", })";
    text.setPlainText(flawed);
    QVERIFY(w.clusters.press("clusters.import_dialog.ok"));
    QVERIFY(text.isVisible());  // what was pasted is still there, with what is wrong about it
    QCOMPARE(text.toPlainText(), flawed);
    QVERIFY(w.clusters.labelText("clusters.import_dialog.problem")
                .startsWith("Could not import from the text: "));
    QVERIFY(w.clusters.tasks().empty());
    text.setPlainText(R"({"cluster": {"worker": ["localhost:12345", "localhost:23456"]},
                          "task": {"type": "worker", "index": 0} })");
    QVERIFY(w.clusters.press("clusters.import_dialog.ok"));
    QCOMPARE(w.clusters.notice(), QString("Imported from the text, tasks: 2. It was exported for worker:0."));
    QCOMPARE(w.clusters.tasks()[1], QString("worker:1|worker|localhost|23456|"));
    auto* page = w.clusters.find<QWidget>("clusters.page.columns").parentWidget();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile("/tmp/run.yaml")});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(page, &drop);
    QTRY_COMPARE(w.clusters.tasks().size(), 3);
    QCOMPARE(w.clusters.notice(), QString("Imported from run.yaml, tasks: 3. Skipped: name."));
    w.window.openPage("clusters", "/tmp/missing.yaml");
    QTRY_COMPARE(w.clusters.notice(), QString("/tmp/missing.yaml: no such file"));
}

void ClustersPageTest::eachTaskCanBeStartedManually() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    QVERIFY(w.clusters.chooseTemplate("Two workers and an evaluator"));
    w.clusters.find<QTabWidget>("clusters.views.tabs").setCurrentIndex(2);
    QVERIFY(!w.clusters.canPress("clusters.export.copy"));
    QVERIFY(w.clusters.press("clusters.export.ports"));
    w.clusters.find<QComboBox>("clusters.export.task").setCurrentIndex(2);
    QVERIFY(w.clusters.press("clusters.export.copy"));
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString("TF_CONFIG='{\"cluster\":{\"worker\":[\"127.0.0.1:2222\",\"127.0.0.1:2223\"]},"
                     "\"task\":{\"index\":1,\"type\":\"worker\"}}' trainyard-worker run.yaml\n"));
}

void ClustersPageTest::theClusterGoesToANewRun() {
    testing::ScriptedAgent agent;
    Editor w(agent);
    QVERIFY(w.clusters.chooseTemplate(kServers));
    QVERIFY(w.clusters.press("clusters.header.use"));
    // The run file is in an editor of that page, whatever its name.
    const auto shows = [&] {
        const auto editors = w.window.findChildren<QPlainTextEdit*>(QRegularExpression("^new_run\\."));
        return std::ranges::any_of(editors, [](const QPlainTextEdit* editor) {
            return editor->toPlainText().contains("parameter_server");
        });
    };
    QTRY_VERIFY(shows());
}

void ClustersPageTest::whatWasDrawnIsThereAfterARestart() {
    testing::ScriptedAgent agent;
    shell::WindowMemory memory;
    {
        Editor w(agent);
        QVERIFY(w.clusters.chooseTemplate(kServers));
        w.clusters.type("clusters.header.name", "mine");
        memory = w.window.memory();
    }
    Editor again(agent, memory);
    QCOMPARE(again.clusters.tasks().size(), 6);
    QCOMPARE(again.clusters.find<QLineEdit>("clusters.header.name").text(), QString("mine"));
    QVERIFY(!again.clusters.canPress("clusters.header.undo"));
}

void ClustersPageTest::theMachineIsShownWithItsLoad() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.load.local"));
    QCOMPARE(w.runs.labelText("nodes.load.local"), QString("2.5 of 8"));
    QCOMPARE(w.runs.labelText("nodes.memory.local"), QString("10.0 GB of 16.0 GB free"));
}

void ClustersPageTest::theGpusOfTheMachineAreShown() {
    testing::ScriptedAgent agent;
    agent.setGpus(
        {{.index = 0,
          .name = "Example",
          .memoryBytes = 80'000'000'000,
          .memoryFreeBytes = 20'000'000'000,
          .used = 0.37},
         {.index = 1, .name = "Example", .memoryBytes = 80'000'000'000, .memoryFreeBytes = 80'000'000'000},
         {.index = 2, .error = "GPU is lost"}});
    OpenWindow w(agent);
    w.window.openPage("nodes", {});
    QTRY_VERIFY(w.window.findChild<QLabel*>("nodes.gpu_error.local.2"));
    QCOMPARE(w.runs.labelText("nodes.gpu_used.local.0"), QString("37 %"));
    QCOMPARE(w.runs.labelText("nodes.gpu_memory.local.0"), QString("20.0 GB of 80.0 GB free"));
    QVERIFY(!w.window.findChild<QLabel*>("nodes.gpu_used.local.1")->isVisible());  // it is not reported
    QCOMPARE(w.runs.labelText("nodes.gpu_memory.local.1"), QString("80.0 GB of 80.0 GB free"));
    QCOMPARE(w.runs.labelText("nodes.gpu_error.local.2"), QString("GPU is lost"));
    QVERIFY(w.runs.labelText("nodes.gpus.local").startsWith("GPUs: 3"));
}

void ClustersPageTest::everyPluginIsDescribed() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("plugins", {});
    auto& list = w.runs.find<QListWidget>("plugins.list.plugins");
    QTRY_COMPARE(list.count(), 2 + 4 + 2);  // with two headings
    QCOMPARE(list.currentRow(), 1);
    w.window.openPage("plugins", "parameter_server");
    const QString detail = w.runs.find<QTextBrowser>("plugins.detail.text").toPlainText();
    QVERIFY(detail.startsWith("Parameter server"));
    QVERIFY(detail.contains("bipartite"));
    QVERIFY(detail.contains("partitioner"));
    w.window.openPage("plugins", "parameter_server_loop");
    const QString program = w.runs.find<QTextBrowser>("plugins.detail.text").toPlainText();
    QVERIFY(program.startsWith("Parameter server loop"));
    QVERIFY(program.contains("schedules its closures"));
}

void ClustersPageTest::theThemeIsChosenInTheSettings() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.openPage("settings", {});
    QTRY_COMPARE(w.runs.labelText("settings.agent.text"), QString("scripted agent"));
    QVERIFY(w.runs.press("settings.look.theme_dark"));
    QVERIFY(w.action("shell.view.theme_dark").isChecked());
    QVERIFY(w.runs.press("settings.look.theme_light"));
    QVERIFY(w.action("shell.view.theme_light").isChecked());
}

TY_WIDGET_TEST(ClustersPageTest);
#include "tst_clusters_page.moc"
