// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/models/run_list_model.h"
#include "ui/models/tensor_tree_model.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/end_notice.h"
#include "ui/widgets/curves/curve_plot.h"
#include "ui/widgets/theme.h"

using namespace trainyard;
using namespace std::chrono_literals;
using testing::kBatch;
using testing::kNow;
using testing::OpenWindow;
using testing::points;

class WindowTest : public QObject {
    Q_OBJECT
  private slots:
    void withNoRunItTeachesTheNextStep();
    void aHundredRunsAreThereAtOnce();
    void theChosenRunShowsEverythingLive();
    void closingAndOpeningAgainLeavesNoGap();
    void stoppingAsksTheAgent();
    void killingAsksFirst();
    void questionsAboutARunCloseWhenItEnds();
    void aRunFileWithErrorsCannotRun();
    void anExampleIsStartedAndShown();
    void theLogShowsOneTaskAndFindsText();
    void whatWasChosenIsRememberedAndRestored();
    void theSettingsFocusTheCurrentChoice();
    void runsAreThereWhereAnotherPageWasShownFirst();
    void whatIsSetIsStoredAtOnce();
    void anotherAgentIsChosenInTheWindow();
    void theCommandListFindsActionsAndRuns();
    void filesAreDroppedOnTheWindow();
    void theEndOfARunIsAnnounced();
    void screenReadersReceiveWhatIsSeen();
    void noPartShowsAWindowOfItsOwn();
    void everyControlHasItsNames();
};

void WindowTest::withNoRunItTeachesTheNextStep() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("runs.welcome.new_run"));
    QVERIFY(w.runs.press("runs.welcome.example"));  // the first click
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    QVERIFY(w.runs.press("shell.rail.runs"));
    QTRY_VERIFY(w.runs.canPress("runs.welcome.new_run"));
    QVERIFY(w.runs.press("runs.welcome.new_run"));
    QVERIFY(w.newRun.find<QPushButton>("new_run.choices.open").isVisible());
}

void WindowTest::aHundredRunsAreThereAtOnce() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    w.window.resize(1280, 800);  // a narrower list has no state
    QTRY_COMPARE(w.runs.runs().size(), 100);
    QTRY_VERIFY(w.runs.runs().front().startsWith("fashion-mnist-100|running|"));
    w.runs.type("runs.list.filter", "failed");
    QVERIFY(w.runs.runs().size() < 20);
    for (const QString& line : w.runs.runs()) QVERIFY(line.contains("failed"));
    w.runs.type("runs.list.filter", "state:fail mlp");
    QVERIFY(!w.runs.runs().empty());
    for (const QString& line : w.runs.runs()) QVERIFY(line.startsWith("mlp") && line.contains("failed"));
}

void WindowTest::theChosenRunShowsEverythingLive() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    const QString live = "fashion-mnist-100";
    agent.push(live, points(kBatch, 1, 10));
    agent.push(live, {.events = {{.seq = 1}}, .lastSeq = 1});
    agent.pushLog(live, "worker:0", {"hello"});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 10);
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    QTRY_COMPARE(w.runs.rows("runs.events.table").size(), 1);
    QTRY_COMPARE(w.runs.logLines(), QStringList("hello"));
    agent.push(live, points(kBatch, 11, 15));
    agent.push(live, points({"worker:0", "validation", "epoch_loss"}, 15, 15));
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 16);
    bridge::Progress progress{.step = 2345, .totalSteps = 4690, .etaSeconds = 60};
    agent.push(live, {.progress = progress});
    QTRY_COMPARE(w.runs.find<QProgressBar>("runs.header.progress").value(), 500);
    QCOMPARE(w.runs.labelText("runs.header.eta"), QString("ETA 00:01:00"));  // as the agent says
    agent.push(live, {.progress = bridge::Progress{.step = 2345, .msPerStep = 40}});
    QTRY_COMPARE(w.runs.labelText("runs.header.eta"), QString("ETA 00:01:33"));  // 2345 steps of 40 ms
    QVERIFY(w.runs.choose("mlp-98"));
    QTRY_COMPARE(w.runs.labelText("runs.header.failure"),
                 QString("worker:1 (pid 4711) was killed by signal 9 (SIGKILL) at step 110"));
    QCOMPARE(w.runs.labelText("runs.header.eta"), QString());
    QCOMPARE(w.runs.drawnPoints("loss"), 0);
}

void WindowTest::closingAndOpeningAgainLeavesNoGap() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.push("fashion-mnist-100", points(kBatch, 1, 10));
    {
        OpenWindow w(agent);
        QTRY_COMPARE(w.runs.drawnPoints("loss"), 10);
        QSignalSpy closed(&w.window, &shell::MainWindow::closed);
        w.window.close();
        QCOMPARE(closed.size(), 1);
    }
    QVERIFY(agent.stops().empty());
    agent.push("fashion-mnist-100", points(kBatch, 11, 30));
    OpenWindow again(agent);
    QTRY_COMPARE(again.runs.drawnPoints("loss"), 30);
}

void WindowTest::stoppingAsksTheAgent() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("runs.header.stop_after_epoch"));
    QVERIFY(w.runs.press("runs.header.stop_after_epoch"));
    QTRY_COMPARE(agent.stops().size(), 1U);
    QCOMPARE(agent.stops()[0], std::pair(QString("fashion-mnist-100"), bridge::StopAfter::kEpoch));
    w.action("runs.actions.save_and_stop").trigger();
    QTRY_COMPARE(agent.stops().size(), 2U);
    QCOMPARE(agent.stops()[1].second, bridge::StopAfter::kSave);
    QVERIFY(w.runs.choose("mnist-cnn-99"));  // a finished one
    QTRY_VERIFY(!w.runs.canPress("runs.header.save_and_stop"));
    QVERIFY(!w.runs.press("runs.header.kill"));
}

void WindowTest::killingAsksFirst() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("runs.header.kill"));
    QVERIFY(w.runs.press("runs.header.kill"));
    auto& question = w.runs.find<QMessageBox>("runs.kill_dialog");
    QVERIFY(question.informativeText().startsWith("There is no checkpoint yet. All progress will be lost."));
    const bridge::EventRow saved{.seq = 1, .kind = bridge::EventKind::kCheckpoint, .step = 1407};
    agent.push("fashion-mnist-100",
               {.events = {saved}, .progress = bridge::Progress{.step = 1747}, .lastSeq = 1});
    QTRY_VERIFY(question.informativeText().startsWith(
        "Progress since the last checkpoint (step 1,407) will be lost. Steps lost: 340."));
    QVERIFY(w.runs.press("runs.kill_dialog.keep"));
    QTRY_VERIFY(!w.window.findChild<QMessageBox*>("runs.kill_dialog"));
    QVERIFY(agent.stops().empty());
    QVERIFY(w.runs.press("runs.header.kill"));
    QVERIFY(w.runs.press("runs.kill_dialog.kill"));
    QTRY_COMPARE(agent.stops().size(), 1U);
    QCOMPARE(agent.stops()[0].second, bridge::StopAfter::kNow);
}

void WindowTest::questionsAboutARunCloseWhenItEnds() {
    testing::ScriptedAgent agent;
    auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    OpenWindow w(agent);
    QTRY_VERIFY(w.runs.canPress("runs.header.kill"));
    QVERIFY(w.runs.press("runs.header.kill"));
    const QPointer<QMessageBox> question = &w.runs.find<QMessageBox>("runs.kill_dialog");
    auto run = *std::ranges::find(runs, QString("fashion-mnist-100"), &bridge::RunRow::id);
    run.state = bridge::RunState::kStopping;
    agent.updateRun(run);
    QTRY_VERIFY(!w.runs.canPress("runs.header.save_and_stop"));
    QVERIFY(question && question->isVisible());
    run.state = bridge::RunState::kSucceeded;
    agent.updateRun(run);
    QTRY_VERIFY(!question);
    QVERIFY(agent.stops().empty());
}

/// A screen of 900x600, less what the desktop's frame takes.
void WindowTest::aRunFileWithErrorsCannotRun() {
    testing::ScriptedAgent agent;
    agent.setFindings({{bridge::Severity::kError, "spec.unknown_key", "unknown key `epoch`", "train.epoch",
                        "/tmp/r.yaml", 4}});
    OpenWindow w(agent);
    w.window.openPage("new_run", "/tmp/r.yaml");
    QTRY_COMPARE(w.newRun.findings(), QStringList("error|train.epoch, line 4|unknown key `epoch`"));
    QCOMPARE(w.newRun.verdict(), QString("Cannot run yet. Errors to fix: 1"));
    QVERIFY(!w.newRun.press("new_run.preview.run"));
    agent.setFindings({{bridge::Severity::kHint, "spec.hint", "a hint", "seed"}});
    QVERIFY(w.newRun.press("new_run.preview.read_again"));
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run. Hints: 1"));
    QVERIFY(w.newRun.find<QPushButton>("new_run.preview.run").isEnabled());
}

void WindowTest::anExampleIsStartedAndShown() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.setStartOutcome({.run = "fashion-mnist-101"});
    OpenWindow w(agent);
    w.action("shell.file.new_run").trigger();
    QVERIFY(w.newRun.chooseExample("fashion-mnist"));
    QTRY_COMPARE(w.newRun.verdict(), QString("Ready to run."));
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QTRY_COMPARE(agent.starts(), 1);
    auto fresh = testing::hundredRuns(kNow + 10).front();
    fresh.id = "fashion-mnist-101";
    agent.updateRun(fresh);
    QTRY_COMPARE(w.runs.runs().size(), 101);
    auto& table = w.runs.find<QTableView>("runs.list.table");
    QTRY_VERIFY(table.isVisible());
    QTRY_COMPARE(table.currentIndex().siblingAtColumn(0).data().toString(), QString("fashion-mnist-101"));
}

void WindowTest::theLogShowsOneTaskAndFindsText() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.pushLog("fashion-mnist-100", "worker:1", {"loss 0.5", "saved"});
    agent.pushLog("fashion-mnist-100", "worker:10", {"loss 0.6"});
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.logLines().size(), 3);
    auto& task = w.runs.find<QComboBox>("runs.log.task");
    task.setCurrentIndex(task.findText("worker:1"));
    QCOMPARE(w.runs.logLines(), QStringList({"[worker:1] loss 0.5", "[worker:1] saved"}));
    task.setCurrentIndex(0);
    w.runs.type("runs.log.search", "LOSS");
    auto& lines = w.runs.find<QListView>("runs.log.lines");
    QTRY_COMPARE(w.runs.labelText("runs.log.hits"), QString("Matches: 2"));
    QCOMPARE(lines.currentIndex().data().toString(), QString("[worker:10] loss 0.6"));  // the newest
    QVERIFY(w.runs.press("runs.log.previous"));
    QCOMPARE(lines.currentIndex().data().toString(), QString("[worker:1] loss 0.5"));
    QTest::keyClick(&w.runs.find<QLineEdit>("runs.log.search"), Qt::Key_Return);
    QCOMPARE(lines.currentIndex().data().toString(), QString("[worker:10] loss 0.6"));
    w.runs.type("runs.log.search", "nowhere");
    QTRY_COMPARE(w.runs.labelText("runs.log.hits"), QString("Not found"));
}

void WindowTest::whatWasChosenIsRememberedAndRestored() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    shell::WindowMemory memory;
    {
        OpenWindow w(agent);
        QTRY_COMPARE(w.runs.runs().size(), 100);
        QVERIFY(w.runs.choose("mlp-92"));
        w.action("shell.view.theme_dark").trigger();
        memory = w.window.memory();
    }
    const QString file =
        QDir(QDir::tempPath())
            .filePath(QStringLiteral("tst_window_%1.ini").arg(QCoreApplication::applicationPid()));
    shell::saveMemory(file, memory);
    OpenWindow again(agent, shell::loadMemory(file));
    QVERIFY(QFile::remove(file));
    auto& table = again.runs.find<QTableView>("runs.list.table");
    QTRY_COMPARE(table.currentIndex().siblingAtColumn(0).data().toString(), QString("mlp-92"));
    QVERIFY(again.action("shell.view.theme_dark").isChecked());
}

/// Of the themes, the current one has the keyboard: the first one would look like the choice.
void WindowTest::theSettingsFocusTheCurrentChoice() {
    testing::ScriptedAgent agent;
    shell::WindowMemory memory;
    memory.theme = shell::ThemeChoice::kDark;
    for (const char* first : {"runs", "settings"}) {
        memory.page = QString::fromLatin1(first);
        OpenWindow w(agent, memory);
        if (memory.page == "runs") w.action("shell.view.settings").trigger();
        QTRY_COMPARE(w.window.focusWidget(), &w.runs.find<QPushButton>("settings.look.theme_dark"));
    }
}

void WindowTest::runsAreThereWhereAnotherPageWasShownFirst() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    shell::WindowMemory memory;
    memory.page = "settings";
    memory.pages["runs"] = {{"run", "mlp-92"}};
    OpenWindow w(agent, memory);
    QTRY_COMPARE(w.bridge.runs().size(), 100);
    w.window.openPage("runs", {});
    QCOMPARE(w.runs.runs().size(), 100);
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("mlp-92"));
    QCOMPARE(w.runs.find<QTableView>("runs.list.table").selectionModel()->selectedRows().size(), 1);
}

void WindowTest::whatIsSetIsStoredAtOnce() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    QSignalSpy changed(&w.window, &shell::MainWindow::memoryChanged);
    QSignalSpy renewed(&w.window, &shell::MainWindow::renewalWanted);
    w.window.openPage("settings", {});
    QVERIFY(w.runs.press("settings.look.theme_dark"));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(w.window.memory().theme, shell::ThemeChoice::kDark);
    QVERIFY(renewed.empty());  // a theme needs no new window
    auto& language = w.runs.find<QComboBox>("settings.look.language");
    QCOMPARE(language.count(), 5);
    QCOMPARE(language.currentText(), QString("System"));
    QTest::keyClick(&language, Qt::Key_Down);  // opens the list and selects nothing
    QVERIFY(language.view()->isVisible());
    QCOMPARE(language.currentText(), QString("System"));
    QTest::keyClick(language.view(), Qt::Key_Escape);
    language.setCurrentIndex(language.findText("日本語"));
    emit language.activated(language.currentIndex());
    QCOMPARE(changed.size(), 2);
    QCOMPARE(renewed.size(), 1);
    QCOMPARE(w.window.memory().language, QString("ja"));
    testing::TempFolder folder;
    shell::saveMemory(folder.filePath("window.ini"), w.window.memory());
    QCOMPARE(shell::loadMemory(folder.filePath("window.ini")).language, QString("ja"));
    QVERIFY(shell::loadMemory(folder.filePath("window.ini")).theme == shell::ThemeChoice::kDark);
}

void WindowTest::anotherAgentIsChosenInTheWindow() {
    testing::ScriptedAgent agent;
    OpenWindow w(agent);
    w.window.setAgentRules({.problemOf =
                                [](const shell::AgentChoice& choice) {
                                    return choice.address.startsWith("ssh:") ? QString("not built yet")
                                                                             : QString();
                                },
                            .usualHome = "/home/somebody/.local/share/trainyard",
                            .homeOfStart = {},
                            .addressOfStart = {}});
    QSignalSpy renewed(&w.window, &shell::MainWindow::renewalWanted);
    w.window.openPage("settings", {});
    QVERIFY(w.runs.press("settings.agent.change"));
    w.runs.type("shell.agent_dialog.home", "there");
    QVERIFY(!w.runs.canPress("shell.agent_dialog.connect"));
    QVERIFY(w.runs.labelText("shell.agent_dialog.problem").contains("absolute path"));
    w.runs.type("shell.agent_dialog.home", "/data/trainyard");
    w.runs.type("shell.agent_dialog.address", "ssh://gpu");
    QCOMPARE(w.runs.labelText("shell.agent_dialog.problem"), QString("not built yet"));
    w.runs.type("shell.agent_dialog.address", "unix:/run/a.sock");
    QVERIFY(w.runs.press("shell.agent_dialog.connect"));
    QCOMPARE(renewed.size(), 1);
    QCOMPARE(w.window.memory().agent, (shell::AgentChoice{"/data/trainyard", "unix:/run/a.sock"}));
    testing::TempFolder folder;
    shell::saveMemory(folder.filePath("window.ini"), w.window.memory());
    QCOMPARE(shell::loadMemory(folder.filePath("window.ini")).agent, w.window.memory().agent);
    // Options given at the start take precedence, and the dialog shows it.
    w.window.setAgentRules({.problemOf = {}, .usualHome = {}, .homeOfStart = "/h", .addressOfStart = {}});
    w.action("shell.file.agent").trigger();
    QTRY_VERIFY(!w.window.findChildren<QLineEdit*>("shell.agent_dialog.home").back()->isEnabled());
    // Until another one is chosen, here from the menu.
    w.window.setAgentRules(
        {.problemOf = {}, .usualHome = {}, .homeOfStart = {}, .addressOfStart = "ssh://gpu"});
    QCOMPARE(w.action("shell.file.agents.1").text(), QString("ssh://gpu"));
    QVERIFY(w.action("shell.file.agents.1").isChecked());
    QSignalSpy chosen(&w.window, &shell::MainWindow::agentChosen);
    w.action("shell.file.agents.1").trigger();
    QCOMPARE(chosen.size(), 0);
    w.action("shell.file.agents.0").trigger();
    QCOMPARE(chosen.size(), 1);
    QVERIFY(w.window.memory().agent.address.isEmpty());
    QStringList agents{"ssh://a", "ssh://b"};
    shell::remember({{}, "ssh://b"}, agents);
    shell::remember({"/data/trainyard", {}}, agents);
    QCOMPARE(agents, (QStringList{"ssh://b", "ssh://a"}));
}

void WindowTest::theCommandListFindsActionsAndRuns() {
    using shell::CommandPalette;
    QVERIFY(CommandPalette::fit("Save and stop", "stop") > CommandPalette::fit("Save and stop", "top"));
    QVERIFY(CommandPalette::fit("Save and stop", "sas") > 0);
    QCOMPARE(CommandPalette::fit("Save and stop", "xyz"), 0);
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    w.action("shell.view.commands").trigger();
    w.runs.type("shell.palette.search", "mlp-92");
    auto& search = w.runs.find<QLineEdit>("shell.palette.search");
    QTest::keyClick(&search, Qt::Key_Return);
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("mlp-92"));
    QTRY_VERIFY(!w.window.findChild<QDialog*>("shell.palette"));
    w.action("shell.view.commands").trigger();
    w.runs.type("shell.palette.search", "checkp");
    // What Return will run is marked.
    const auto& list = w.runs.find<QListWidget>("shell.palette.list");
    const QRect first = list.visualItemRect(list.item(0));
    QVERIFY(first.height() >= list.fontMetrics().height() + 8);
    QCOMPARE(list.viewport()->grab().toImage().pixelColor(first.right() - 8, first.center().y()),
             widgets::Theme::current().colour("selection"));
    QTest::keyClick(&w.runs.find<QLineEdit>("shell.palette.search"), Qt::Key_Return);
    QTRY_VERIFY(w.runs.find<QLabel>("checkpoints.page.empty").isVisible());
}

void WindowTest::filesAreDroppedOnTheWindow() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.setFile("/tmp/tf_config.json",
                  R"({"cluster": {"worker": ["a:1", "b:2"]}, "task": {"type": "worker", "index": 0}})");
    agent.setFile("/tmp/run.json", R"({"trainyard": 1, "cluster": {"worker": ["local"]}})");
    OpenWindow w(agent);
    const auto drop = [&](const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&w.window, &enter);
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&w.window, &drop);
        return enter.isAccepted();
    };
    const auto isOpen = [&](const QString& page) {
        return w.runs.find<QAbstractButton>("shell.rail." + page).isChecked();
    };
    QVERIFY(drop("/tmp/some.yaml"));
    QTRY_VERIFY(isOpen("new_run"));
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    QVERIFY(drop("/tmp/tf_config.json"));
    QTRY_VERIFY(isOpen("clusters"));
    QTRY_COMPARE(w.clusters.tasks().size(), 2);
    QVERIFY(drop("/tmp/run.json"));
    QTRY_VERIFY(isOpen("new_run"));
    QVERIFY(drop("/tmp/of-no-run/ckpt-7"));
    QTRY_VERIFY(isOpen("checkpoints"));
    QTRY_COMPARE(w.runs.labelText("checkpoints.detail.empty"),
                 QString("no checkpoint at /tmp/of-no-run/ckpt-7"));
    QVERIFY(drop("/tmp/logs"));
    QTRY_COMPARE(agent.importedFolders(), QStringList("/tmp/logs"));
    QVERIFY(isOpen("runs"));
    QVERIFY(w.runs.find<QWidget>("runs.import.progress").isVisible());
    bridge::RunRow read{
        .id = "logs-1", .name = "logs", .state = bridge::RunState::kImported, .dir = "/tmp/logs"};
    agent.updateRun(read);
    agent.setImported({{{.run = "logs-1", .folder = "/tmp/logs", .points = 12, .isNew = true}}});
    QTRY_COMPARE(w.runs.labelText("runs.header.title"), QString("logs-1"));
    QVERIFY(!w.runs.find<QWidget>("runs.import.text").isVisible());
    QVERIFY(!w.runs.find<QWidget>("runs.tasks.table").isVisible());
    QVERIFY(!w.runs.canPress("runs.header.again"));
    QVERIFY(w.runs.canPress("runs.list.undo"));
    w.runs.press("runs.header.read_on");
    QTRY_COMPARE(agent.importedFolders(), QStringList({"/tmp/logs", "/tmp/logs"}));
    agent.setImported(std::unexpected(bridge::Failure{"the disk is gone", "unavailable"}));
    QTRY_COMPARE(w.runs.labelText("runs.import.text"), QString("the disk is gone"));
}

void WindowTest::theEndOfARunIsAnnounced() {
    shell::EndNotice notice;
    QSignalSpy told(&notice, &shell::EndNotice::told);
    bridge::RunRow run{.id = "a-1", .name = "a", .state = bridge::RunState::kSucceeded};
    notice.take({{run}, true});
    QCOMPARE(told.size(), 0);  // it had ended before the window connected
    run.state = bridge::RunState::kRunning;
    notice.take({{run}, false});
    run.state = bridge::RunState::kFailed;
    run.failure = "worker:1 was killed";
    notice.take({{run}, false});
    notice.take({{run}, false});
    QCOMPARE(told.size(), 1);
    QCOMPARE(told[0], QVariantList({"a-1: failed", "worker:1 was killed"}));
}

void WindowTest::screenReadersReceiveWhatIsSeen() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(kNow));
    agent.push("fashion-mnist-100", points(kBatch, 1, 10));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.drawnPoints("loss"), 10);
    const auto told = [&w](const char* name) {
        return QAccessible::queryAccessibleInterface(&w.runs.find<QWidget>(name));
    };
    QCOMPARE(told("runs.header.title")->text(QAccessible::Name), QString("Run"));
    QCOMPARE(told("runs.header.title")->text(QAccessible::Description), QString("fashion-mnist-100"));
    QVERIFY(told("runs.loss.chart")->text(QAccessible::Description).contains("at step 10"));
    QCOMPARE(told("runs.loss.metric")->text(QAccessible::Description), QString("Metric"));
}

/// A part that is shown before it is in the window is a window for a moment, which takes the focus.
void WindowTest::noPartShowsAWindowOfItsOwn() {
    class Windows : public QObject {
      public:
        Windows() { qApp->installEventFilter(this); }
        bool eventFilter(QObject* object, QEvent* event) override {
            const auto* widget = qobject_cast<QWidget*>(object);
            if (event->type() == QEvent::Show && widget && widget->isWindow())
                shown << widget->metaObject()->className();
            return false;
        }
        QStringList shown;
    } windows;
    testing::ScriptedAgent agent;
    testing::setRunsWithMedia(agent);
    OpenWindow w(agent);
    for (const auto& page : pages::allPages()) w.window.openPage(page.id, {});
    w.window.openPage("runs", {});
    QTRY_COMPARE(w.runs.runs().size(), 100);
    w.runs.find<QTableView>("runs.list.table").selectAll();
    w.runs.find<QTabWidget>("runs.compare.tabs").setCurrentIndex(1);
    QCOMPARE(windows.shown, QStringList({"trainyard::shell::MainWindow"}));
}

void WindowTest::everyControlHasItsNames() {
    testing::ScriptedAgent agent;
    testing::setRunsWithMedia(agent);
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    w.runs.find<QTableView>("runs.list.table").selectAll();  // which makes the comparison
    w.runs.find<QTableView>("runs.list.table").selectRow(0);
    for (const auto& page : pages::allPages()) w.window.openPage(page.id, {});
    QTRY_VERIFY(w.window.findChild<QAction*>("nodes.history.local.save"));  // of a node's card
    QTRY_VERIFY(w.window.findChild<QWidget*>("runs.pr_curves.step"));
    w.window.openPage("new_run", "example:fashion-mnist");
    QTRY_VERIFY(w.window.findChild<QLineEdit*>("new_run.seed"));
    QTRY_VERIFY(w.runs.canPress("shell.rail.runs"));
    QVERIFY(w.runs.press("shell.rail.runs"));
    QTRY_VERIFY(w.runs.canPress("runs.header.kill"));
    QVERIFY(w.runs.press("runs.header.kill"));
    w.action("runs.actions.change").trigger();
    w.action("runs.actions.profile").trigger();
    agent.setStacks(std::vector<bridge::TaskStacks>());
    w.action("runs.actions.stacks").trigger();
    QTRY_COMPARE(w.runs.rows("runs.tasks.table").size(), 2);
    w.runs.find<QTableView>("runs.tasks.table").selectRow(0);
    QTRY_VERIFY(w.runs.find<QPushButton>("runs.tasks.drill").isEnabled());
    w.runs.find<QPushButton>("runs.tasks.drill").click();
    QTRY_VERIFY(w.window.findChild<QPushButton*>("runs.drill_dialog.kill"));
    w.action("shell.view.commands").trigger();
    w.action("shell.help.keys").trigger();
    w.action("shell.help.about").trigger();
    const QStringList controls = testing::interactiveControls(w.window);
    for (const QString& unspoken : testing::unspokenButtons(w.window)) QVERIFY2(false, qPrintable(unspoken));
    QVERIFY(w.runs.press("runs.kill_dialog.keep"));
    for (const QString& control : controls) QVERIFY2(!control.contains('?'), qPrintable(control));

    QFile document(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/automation.md"));
    QVERIFY(document.open(QIODevice::ReadOnly));
    QStringList listed;
    for (const QString& line : QString::fromUtf8(document.readAll()).split('\n'))
        if (line.startsWith("| `")) listed << line;
    QStringList expected;
    for (const QString& control : controls) {
        const QStringList parts = control.split(" | ");
        expected << QStringLiteral("| `%1` | %2 | %3 |").arg(parts[0], parts[1], parts[2]);
    }
    if (listed != expected) qInfo("docs/automation.md should list:\n%s", qPrintable(expected.join('\n')));
    QCOMPARE(listed, expected);
}

TY_WIDGET_TEST(WindowTest);
#include "tst_window.moc"
