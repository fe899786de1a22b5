// SPDX-License-Identifier: Apache-2.0
// The New run page: a form, its text, and their findings.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"
#include "ui/widgets/traffic_view.h"

using namespace trainyard;
using testing::kRun;
using testing::OpenForm;
using testing::OpenWindow;

class NewRunTest : public QObject {
    Q_OBJECT
  private slots:
    void typingInAFieldChangesTheTextAndNothingElse();
    void typingInTheTextChangesTheFields();
    void invalidYamlClosesTheFormAndShowsThePosition();
    void anotherAlternativeBringsItsOwnFields();
    void aPluginsOptionsAreFields();
    void aProgramsOptionsAreFieldsWithTheirErrors();
    void aProgramIsRunFromTheForm();
    void theKindOfRunFollowsTheText();
    void theVariablesOfAProgramAreRows();
    void everythingOfAProgramIsInReachOfTheKeyboard();
    void aSavedClusterIsTakenAsOneStep();
    void withoutSavedClustersItShowsWhereToMakeThem();
    void aDraftIsStoredSoonAfterAnEdit();
    void anUntitledDraftHasANameInTheSessionsLanguage();
    void theTrafficOfTheServersIsAPicture();
    void rolesAreCountedAndNamed();
    void theEstimateTheShardsAndTheTasksAreShown();
    void theCommandSaysTheSame();
    void aRunIsSavedAndRemembered();
    void theRecordOfARunIsOpenedAsACopy();
    void aFileThatCannotBeReadIsNoEmptyFile();
    void whatOthersHandOverIsTaken();
    void everythingIsInReachOfTheKeyboard();
    void theDraftSurvivesTheWindow();
};

void NewRunTest::typingInAFieldChangesTheTextAndNothingElse() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Data"));
    QCOMPARE(w.field("train.data.batch_size"), QString("32"));
    w.newRun.type("new_run.train.data.batch_size", "48");
    QCOMPARE(w.newRun.text(), QString(kRun).replace("32   # small", "48   # small"));
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QTRY_COMPARE(agent.starts(), 1);
    QCOMPARE(agent.startedText(), w.newRun.text());
}

void NewRunTest::typingInTheTextChangesTheFields() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 9\n  loss: mean_squared_error"));
    QCOMPARE(w.field("train.epochs"), QString("9"));
    QCOMPARE(w.newRun.find<QComboBox>("new_run.train.loss").currentText(), QString("mean_squared_error"));
    w.newRun.find<QPlainTextEdit>("new_run.preview.text").undo();
    QCOMPARE(w.field("train.epochs"), QString("3"));
    // The form's own changes are undone the same way.
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.type("new_run.train.epochs", "5");
    w.newRun.find<QPlainTextEdit>("new_run.preview.text").undo();
    QCOMPARE(w.field("train.epochs"), QString("3"));
}

void NewRunTest::invalidYamlClosesTheFormAndShowsThePosition() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.newRun.write("name: r\ntrain: [\n");
    auto& problem = w.newRun.find<QLabel>("new_run.form.problem");
    QVERIFY(problem.isVisible());
    QVERIFY2(problem.text().contains("cannot be parsed"), qPrintable(problem.text()));
    QVERIFY(!w.newRun.find<QLineEdit>("new_run.train.epochs").isEnabled());
    w.newRun.write(kRun);
    QVERIFY(!problem.isVisible());
    QVERIFY(w.newRun.find<QLineEdit>("new_run.train.epochs").isEnabled());
}

void NewRunTest::anotherAlternativeBringsItsOwnFields() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Training"));
    QVERIFY(w.newRun.choose("new_run.train.optimizer", "SGD"));
    QVERIFY(w.newRun.text().contains("optimizer: {sgd: {}}"));
    w.newRun.type("new_run.train.optimizer.sgd.momentum", "0.9");
    QVERIFY(w.newRun.choose("new_run.train.optimizer.sgd.learning_rate", "Exponential decay"));
    w.newRun.type("new_run.train.optimizer.sgd.learning_rate.exponential_decay.decay_steps", "100");
    QVERIFY2(w.newRun.text().contains("decay_steps: 100") && w.newRun.text().contains("momentum: 0.9"),
             qPrintable(w.newRun.text()));
    QVERIFY(w.newRun.openSection("Data"));
    QVERIFY(w.newRun.choose("new_run.train.data.shuffle", "Buffer"));
    w.newRun.type("new_run.train.data.shuffle.buffer", "500");
    QVERIFY(w.newRun.text().contains("shuffle: {buffer: 500}"));
    QVERIFY(!w.newRun.choose("new_run.train.data.train", "no such thing"));
}

void NewRunTest::aPluginsOptionsAreFields() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Strategy"));
    QVERIFY(w.newRun.choose("new_run.strategy", "Parameter server"));
    QVERIFY(w.newRun.choose("new_run.strategy.parameter_server.partitioner", "Least size"));
    w.newRun.type("new_run.strategy.parameter_server.partitioner.min_size.max_shards", "2");
    QVERIFY2(w.newRun.text().contains("parameter_server: {partitioner: {min_size: {max_shards: 2}}}"),
             qPrintable(w.newRun.text()));
    // What this version does not support cannot be selected, and is marked so.
    auto& device = w.newRun.find<QComboBox>("new_run.device");
    const int cuda = device.findText("cuda", Qt::MatchStartsWith);
    if (cuda >= 0 && device.itemText(cuda) != "cuda")
        QVERIFY(device.itemData(cuda, Qt::ToolTipRole).toString().startsWith("This version can't"));
}

void NewRunTest::aProgramsOptionsAreFieldsWithTheirErrors() {
    testing::TempFolder folder;
    QFile manifest(folder.filePath("manifest.json"));
    QVERIFY(manifest.open(QIODevice::WriteOnly));
    manifest.write(R"({"id": "my_loop", "kind": "program", "version": "1.0.0", "sdk": "4", "torch": "2.11.0",
        "library": "my.so", "title": {"en": "My loop", "ja": "私のループ", "zh_CN": "我的循环", "ko": "내 루프"},
        "help": {"en": "Mine.", "ja": "私の。", "zh_CN": "我的。", "ko": "내 것."},
        "options": {"type": "object", "additionalProperties": false, "properties": {
            "rounds": {"title": {"en": "Rounds", "ja": "回数", "zh_CN": "轮数", "ko": "횟수"}, "type": "integer",
                       "description": {"en": "How often it goes round.", "ja": "何回。", "zh_CN": "几轮。", "ko": "몇 번."},
                       "minimum": 1, "default": 8},
            "style": {"title": {"en": "Style", "ja": "型", "zh_CN": "样式", "ko": "양식"},
                      "enum": ["plain", "fancy"], "default": "plain"}}}})");
    manifest.close();
    testing::ScriptedAgent agent;
    agent.addPlugin(folder.path());
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Model"));
    QVERIFY(w.newRun.choose("new_run.train.program", "My loop"));
    QVERIFY2(w.newRun.text().contains("program: {plugin: my_loop}"), qPrintable(w.newRun.text()));
    auto& rounds = w.newRun.find<QLineEdit>("new_run.train.program.options.rounds");
    QCOMPARE(rounds.placeholderText(), QString("8"));
    QCOMPARE(rounds.accessibleName(), QString("Rounds"));
    w.newRun.type("new_run.train.program.options.rounds", "12");
    QVERIFY(w.newRun.choose("new_run.train.program.options.style", "fancy"));
    QVERIFY2(w.newRun.text().contains("program: {plugin: my_loop, options: {rounds: 12, style: fancy}}"),
             qPrintable(w.newRun.text()));
    agent.setFindings({{bridge::Severity::kError, "program.options",
                        "0 is out of range (expected at least 1)", "train.program.options.rounds"}});
    w.newRun.type("new_run.train.program.options.rounds", "0");
    const auto labels = rounds.parentWidget()->findChildren<QLabel*>();
    QTRY_VERIFY(std::ranges::any_of(
        labels, [](const QLabel* l) { return l->isVisible() && l->text().startsWith("0 is out of range"); }));
    // A built-in program has none, and another one's are not kept.
    QVERIFY(w.newRun.choose("new_run.train.program", "Custom training"));
    QVERIFY2(w.newRun.text().contains("plugin: custom_training"), qPrintable(w.newRun.text()));
    QVERIFY(!w.window.findChild<QLineEdit*>("new_run.train.program.options.rounds"));
}

namespace {

/// A window whose New run page has an empty command, started from the page's first view.
struct OpenProgram : OpenWindow {
    explicit OpenProgram(testing::ScriptedAgent& agent) : OpenWindow(agent) {
        window.openPage("new_run", {});
        if (!QTest::qWaitFor([&] { return newRun.press("new_run.choices.program"); })) qFatal("no button");
        if (!QTest::qWaitFor([&] { return window.findChild<QPlainTextEdit*>("new_run.command"); }))
            qFatal("no fields");
    }
    void typeCommand(const QString& text) {
        auto& edit = newRun.find<QPlainTextEdit>("new_run.command");
        edit.selectAll();
        QTest::keyClicks(&edit, text);
    }
    QStringList sections() {
        QStringList titles;
        const auto& list = newRun.find<QListWidget>("new_run.sections.list");
        for (int i = 0; i < list.count(); ++i) titles << list.item(i)->text();
        return titles;
    }
};

}  // namespace

void NewRunTest::aProgramIsRunFromTheForm() {
    testing::ScriptedAgent agent;
    agent.setFindings({{bridge::Severity::kError, "spec.out_of_range", "too short", "command"}});
    OpenProgram w(agent);
    QVERIFY(w.newRun.find<QRadioButton>("new_run.kind.command").isChecked());
    QTRY_COMPARE(w.sections(), QStringList({"Program  (1)", "Cluster", "Failures"}));
    auto& edit = w.newRun.find<QPlainTextEdit>("new_run.command");
    const auto labels = edit.parentWidget()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* l) { return l->isVisible() && l->text().startsWith("too short"); }));
    agent.setFindings({});
    w.typeCommand("python3 'my script.py' --lr 0.1");
    QCOMPARE(
        w.newRun.text(),
        QString("trainyard: 1\nname: my-program\ncommand: [python3, \"my script.py\", \"--lr\", \"0.1\"]\n"));
    const auto& arguments = w.newRun.find<QLabel>("new_run.command.arguments");
    QCOMPARE(arguments.accessibleDescription(), QString("python3\nmy script.py\n--lr\n0.1"));
    QVERIFY(w.newRun.find<QLabel>("new_run.command.note").isHidden());
    w.newRun.type("new_run.cwd", "/data/mine");
    QVERIFY(w.newRun.openSection("Failures"));
    QCOMPARE(w.newRun.find<QLineEdit>("new_run.on_failure.stall_seconds").placeholderText(), QString("0"));
    w.newRun.type("new_run.stop_grace_seconds", "30");
    QVERIFY(w.newRun.openSection("Cluster"));
    w.newRun.find<QSpinBox>("new_run.cluster.ps.count").setValue(1);  // any role, without a strategy
    w.newRun.find<QSpinBox>("new_run.cluster.chief.count").setValue(1);
    QCOMPARE(w.newRun.text(),
             QString("trainyard: 1\nname: my-program\ncluster: {ps: [local], chief: [local]}\n"
                     "command: [python3, \"my script.py\", \"--lr\", \"0.1\"]\ncwd: /data/mine\n"
                     "stop_grace_seconds: 30\n"));
    // Only what applies is shown.
    QVERIFY(!w.window.findChild<QWidget*>("new_run.seed"));
    QVERIFY(!w.window.findChild<QWidget*>("new_run.strategy"));
    const auto& tabs = w.newRun.find<QTabBar>("new_run.preview.tabs");
    QStringList shown;
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.isTabVisible(i)) shown << tabs.tabText(i);
    QCOMPARE(shown, QStringList({"YAML", "TF_CONFIG", "Command"}));
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    QVERIFY(w.newRun.press("new_run.preview.run"));
    QTRY_COMPARE(agent.starts(), 1);
    QCOMPARE(agent.startedText(), w.newRun.text());
}

void NewRunTest::theKindOfRunFollowsTheText() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    auto& command = w.newRun.find<QRadioButton>("new_run.kind.command");
    const auto& training = w.newRun.find<QRadioButton>("new_run.kind.train");
    QVERIFY(training.isChecked());
    const QString text = w.newRun.text();
    QTest::mouseClick(&command, Qt::LeftButton, {}, QPoint(8, command.height() / 2));
    QCOMPARE(w.newRun.text(), QString("# mine\ntrainyard: 1\nname: r   # its name\ncommand: []\n"));
    QVERIFY(w.newRun.find<QPlainTextEdit>("new_run.command").isVisible());
    w.action("new_run.actions.undo").trigger();  // comments too
    QCOMPARE(w.newRun.text(), text);
    QVERIFY(training.isChecked());
    QCOMPARE(w.field("train.epochs"), QString("3"));
    w.newRun.write("name: s\ncommand: [sh, -c, \"a > 'b c' d\"]\nenv: {A: x}\n");
    QVERIFY(command.isChecked());
    auto& edit = w.newRun.find<QPlainTextEdit>("new_run.command");
    QCOMPARE(edit.toPlainText(), QString("sh -c 'a > '\\''b c'\\'' d'"));
    QVERIFY(w.newRun.find<QLabel>("new_run.command.note").isHidden());
    // What only a shell does is named beside the field; what is shown there is what runs.
    edit.setPlainText("FAST=1 python3 a.py > log 'b");
    const QString note = w.newRun.labelText("new_run.command.note");
    for (const char* words : {"never closed", "“FAST=1”", "“>”", "sh -c"})
        QVERIFY2(note.contains(words), qPrintable(note));
    QVERIFY2(w.newRun.text().contains("command: [\"FAST=1\", python3, a.py, \">\", log, b]"),
             qPrintable(w.newRun.text()));
    edit.setPlainText({});
    QVERIFY2(w.newRun.text().contains("command: []"), qPrintable(w.newRun.text()));
    QVERIFY(command.isChecked());
    // A saved cluster brings no strategy.
    w.window.openPage("new_run", "cluster:strategy: {mirrored: {}}\ncluster: {worker: [local, local]}\n");
    QVERIFY(w.newRun.text().contains("worker: [local, local]") && !w.newRun.text().contains("strategy"));
}

void NewRunTest::theVariablesOfAProgramAreRows() {
    testing::ScriptedAgent agent;
    OpenProgram w(agent);
    const auto env = [&] { return w.newRun.text().section("env: ", 1).section('\n', 0, 0); };
    QVERIFY(w.newRun.press("new_run.env.add"));
    w.newRun.type("new_run.env.0.name", "ZED");
    w.newRun.type("new_run.env.0.value", "1");
    QVERIFY(w.newRun.press("new_run.env.add"));
    w.newRun.type("new_run.env.1.value", "two");
    QCOMPARE(env(), QString("{ZED: \"1\"}"));
    QVERIFY(w.newRun.labelText("new_run.env.problem").contains("Row 2 has no name"));
    w.newRun.type("new_run.env.1.name", "ALPHA");  // stays where it is typed
    QVERIFY2(w.newRun.text().contains("ALPHA: two"), qPrintable(w.newRun.text()));
    QCOMPARE(w.newRun.labelText("new_run.env.problem"), QString());
    QCOMPARE(w.newRun.find<QLineEdit>("new_run.env.0.name").text(), QString("ZED"));
    QCOMPARE(w.newRun.find<QLineEdit>("new_run.env.1.name").accessibleName(), QString("Variable 2: name"));
    QVERIFY(w.newRun.press("new_run.env.0.remove"));
    QCOMPARE(env(), QString("{ALPHA: two}"));
    QCOMPARE(w.newRun.find<QLineEdit>("new_run.env.0.name").text(), QString("ALPHA"));
    QVERIFY(w.newRun.press("new_run.env.0.remove"));
    QVERIFY2(!w.newRun.text().contains("env"), qPrintable(w.newRun.text()));
    w.newRun.write("name: r\ncommand: [a]\nenv: {B: b, C: c}\n");
    QCOMPARE(w.newRun.find<QLineEdit>("new_run.env.1.value").text(), QString("c"));
}

void NewRunTest::everythingOfAProgramIsInReachOfTheKeyboard() {
    testing::ScriptedAgent agent;
    OpenProgram w(agent);
    w.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QVERIFY(w.newRun.press("new_run.env.add"));
    w.newRun.find<QRadioButton>("new_run.kind.command").setFocus();
    QStringList seen;
    for (int i = 0; i < 30 && !seen.contains("new_run.preview.text"); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        if (const QWidget* now = QApplication::focusWidget()) seen << now->objectName();
    }
    const QStringList expected{"new_run.sections.list", "new_run.name",         "new_run.command",
                               "new_run.env.0.name",    "new_run.env.0.value",  "new_run.env.0.remove",
                               "new_run.env.add",       "new_run.cwd",          "new_run.cwd.browse",
                               "new_run.logdir",        "new_run.logdir.browse"};
    QCOMPARE(seen.mid(0, expected.size()), expected);
    w.newRun.find<QPlainTextEdit>("new_run.command").setFocus();
    QVERIFY(w.newRun.labelText("new_run.form.help").contains("Required."));
    // An arrow key changes the kind, and back.
    auto& command = w.newRun.find<QRadioButton>("new_run.kind.command");
    command.setFocus();
    QTest::keyClick(&command, Qt::Key_Up);
    QVERIFY2(w.newRun.text().contains("train:") && !w.newRun.text().contains("command"),
             qPrintable(w.newRun.text()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QVERIFY(w.newRun.text().contains("command: []"));
}

void NewRunTest::aSavedClusterIsTakenAsOneStep() {
    testing::ScriptedAgent agent;
    agent.setClusters({{"pair", "strategy: {mirrored: {}}\ncluster: {worker: [local, local]}\n", 0}});
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Cluster"));
    const QString before = w.newRun.text();
    auto& saved = w.newRun.find<QComboBox>("new_run.cluster.saved");
    QTRY_VERIFY(saved.isVisible());
    QVERIFY(w.newRun.choose("new_run.cluster.saved", "pair"));
    QVERIFY2(w.newRun.text().contains("strategy: {mirrored: {}}\ncluster: {worker: [local, local]}"),
             qPrintable(w.newRun.text()));
    QCOMPARE(w.newRun.find<QSpinBox>("new_run.cluster.worker.count").value(), 2);
    w.action("new_run.actions.undo").trigger();
    QCOMPARE(w.newRun.text(), before);
    w.action("new_run.actions.redo").trigger();
    QVERIFY(w.newRun.text().contains("mirrored"));
    // One saved by another page meanwhile is listed on return.
    agent.setClusters({{"one", "cluster: {worker: [local]}\n", 0}, {"pair", "cluster: {}\n", 0}});
    w.window.openPage("clusters", {});
    w.window.openPage("new_run", {});
    QTRY_COMPARE(saved.count(), 2);
}

void NewRunTest::withoutSavedClustersItShowsWhereToMakeThem() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Cluster"));
    QVERIFY(!w.newRun.find<QComboBox>("new_run.cluster.saved").isVisible());
    const auto labels = w.window.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(
        labels, [](const QLabel* l) { return l->isVisible() && l->text().contains("Clusters page"); }));
}

void NewRunTest::aDraftIsStoredSoonAfterAnEdit() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QSignalSpy stored(&w.window, &shell::MainWindow::memoryChanged);
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 44"));
    QTRY_COMPARE(stored.size(), 1);
    QVERIFY(w.window.memory().pages["new_run"]["text"].toString().contains("epochs: 44"));
}

void NewRunTest::anUntitledDraftHasANameInTheSessionsLanguage() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.window.openPage("new_run", "text:" + QString(kRun));
    QTRY_VERIFY(w.newRun.labelText("new_run.header.title").startsWith("Untitled"));
    QCOMPARE(w.window.memory().pages["new_run"]["name"].toString(), QString());
}

void NewRunTest::theTrafficOfTheServersIsAPicture() {
    testing::ScriptedAgent agent;
    bridge::RunPreview preview;
    preview.estimate = bridge::Estimate{.replicas = 2};
    preview.estimate->traffic = {{"ps:0", 3'000'000, 3'000'000, 3'000'000},
                                 {"ps:1", 1'000'000, 1'000'000, 1'000'000}};
    agent.setPreview(preview);
    OpenForm w(agent);
    auto& traffic = w.newRun.find<widgets::TrafficView>("new_run.preview.traffic");
    QCOMPARE(traffic.asText(), QString("▲ ps:0, sent per step, MB: 3\n▲ ps:0, received, MB: 3\n"
                                       "ps:1, sent per step, MB: 1\nps:1, received, MB: 1"));
    QCOMPARE(traffic.accessibleDescription(),
             QString("ps:0 holds 3.0 MB, sends 3.0 MB and receives 3.0 MB per step (hot spot)\n"
                     "ps:1 holds 1.0 MB, sends 1.0 MB and receives 1.0 MB per step"));
    QVERIFY(!traffic.isHidden());
    preview.estimate->traffic[0] = preview.estimate->traffic[1];
    agent.setPreview(preview);
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 4"));
    QTRY_VERIFY(!traffic.accessibleDescription().contains("hot spot"));  // both the same
    preview.estimate->traffic.clear();
    agent.setPreview(preview);
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 5"));
    QTRY_VERIFY(traffic.isHidden());
}

void NewRunTest::rolesAreCountedAndNamed() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Cluster"));
    w.newRun.find<QSpinBox>("new_run.cluster.worker.count").setValue(2);
    QVERIFY(w.newRun.text().contains("cluster: {worker: [local, local]}"));
    QVERIFY(!w.newRun.find<QLineEdit>("new_run.cluster.ps").isVisible());  // this strategy has none
    w.newRun.type("new_run.cluster.worker", "local, gpu-b:4000, c");
    QVERIFY2(w.newRun.text().contains("worker: [local, gpu-b:4000, c]"), qPrintable(w.newRun.text()));
    QCOMPARE(w.newRun.find<QSpinBox>("new_run.cluster.worker.count").value(), 3);
    QVERIFY(w.newRun.openSection("Strategy"));
    QVERIFY(w.newRun.choose("new_run.strategy", "Parameter server"));
    QVERIFY(w.newRun.openSection("Cluster"));
    w.newRun.find<QSpinBox>("new_run.cluster.ps.count").setValue(1);
    QVERIFY2(w.newRun.text().contains("ps: [local]"), qPrintable(w.newRun.text()));
    QCOMPARE(w.newRun.find<QSpinBox>("new_run.cluster.chief.count").maximum(), 1);
    w.newRun.find<QSpinBox>("new_run.cluster.ps.count").setValue(0);
    QVERIFY(!w.newRun.text().contains("ps:"));
}

void NewRunTest::theEstimateTheShardsAndTheTasksAreShown() {
    testing::ScriptedAgent agent;
    bridge::RunPreview preview;
    preview.estimate = bridge::Estimate{.replicas = 2,
                                        .batchPerReplica = 64,
                                        .globalBatch = 128,
                                        .stepsPerEpoch = 469,
                                        .totalSteps = 1407,
                                        .firstRate = 0.001,
                                        .lastRate = 0.001,
                                        .parameters = 407050,
                                        .weightBytes = 1628200,
                                        .layers = {{"dense", "dense", {10}, 5130}}};
    preview.shards = {{.task = "worker:0",
                       .policy = "data",
                       .reason = "one file, two workers",
                       .samples = 30000,
                       .total = 60000}};
    preview.tasks = {
        {"worker:0", R"({"cluster":{"worker":["127.0.0.1:0"]},"task":{"type":"worker","index":0}})", false}};
    agent.setPreview(preview);
    OpenForm w(agent);
    const QString sums = w.newRun.labelText("new_run.preview.estimate");
    QVERIFY2(sums.contains("64 per replica × 2 replicas = 128"), qPrintable(sums));
    QVERIFY(sums.contains("407,050") && sums.contains("469 per epoch, 1,407 total"));
    QCOMPARE(w.newRun.rows("new_run.preview.layers"), QStringList("dense|10|5,130"));
    QCOMPARE(w.newRun.rows("new_run.preview.shards"), QStringList("worker:0|data|30,000|0|0"));
    QVERIFY(w.newRun.labelText("new_run.preview.shard_reason").contains("one file, two workers"));
    QVERIFY(w.newRun.find<QPlainTextEdit>("new_run.preview.tf_config")
                .toPlainText()
                .contains("\"type\": \"worker\""));
}

void NewRunTest::theCommandSaysTheSame() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    const auto command = [&] {
        return w.newRun.find<QPlainTextEdit>("new_run.preview.command").toPlainText();
    };
    QCOMPARE(command(), QString("cd /tmp\ntrainyard --headless run r.yaml\n"));
    w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 4"));
    QCOMPARE(command(), QString("cd /tmp\ntrainyard --headless run r.yaml \\\n    --set train.epochs=4\n"));
    w.window.openPage("new_run", "text:name: x y\n");
    QCOMPARE(command(),
             QString("cat > 'x y.yaml' <<'EOF'\nname: x y\nEOF\ntrainyard --headless run 'x y.yaml'\n"));
}

void NewRunTest::theRecordOfARunIsOpenedAsACopy() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    const QString record = "/home/runs/r-1/run.yaml";
    agent.setRecord(record, "trainyard: 1\nname: recorded\n");
    w.window.openPage("new_run", record);
    QTRY_COMPARE(w.newRun.labelText("new_run.header.title"), QString("Untitled"));
    QTRY_VERIFY(w.newRun.text().contains("recorded"));
    QCOMPARE(w.newRun.find<QPushButton>("new_run.choices.save").text(), QString("Save…"));
    QVERIFY(w.newRun.press("new_run.choices.show"));
    auto& recent = w.newRun.find<QListWidget>("new_run.choices.recent");
    QCOMPARE(recent.count(), 1);
    QCOMPARE(recent.item(0)->toolTip(), QString("/tmp/r.yaml"));
    // A draft of an older version that still has such a place loses it, not the record.
    shell::WindowMemory memory;
    memory.page = "new_run";
    memory.pages["new_run"] = {{"text", "name: mine\n"}, {"file", record}, {"name", record}, {"folder", "/"}};
    OpenWindow again(agent, memory);
    QTRY_VERIFY(again.newRun.canPress("new_run.choices.save"));
    QVERIFY(again.newRun.press("new_run.choices.save"));
    QTRY_VERIFY(again.newRun.verdict().startsWith("Not saved: "));
    QCOMPARE(again.newRun.labelText("new_run.header.title"), QString("Untitled"));
    QCOMPARE(again.newRun.find<QPushButton>("new_run.choices.save").text(), QString("Save…"));
    QVERIFY(agent.files().empty());
}

void NewRunTest::aFileThatCannotBeReadIsNoEmptyFile() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    agent.setRunFile("/tmp/missing.yaml", "");
    agent.setFindings({{.severity = bridge::Severity::kError,
                        .code = "spec.unreadable",
                        .message = "cannot open /tmp/missing.yaml: No such file or directory"}});
    w.window.openPage("new_run", "/tmp/missing.yaml");
    const auto findings = [&] { return w.newRun.rows("new_run.findings.table").join(';'); };
    QTRY_VERIFY(findings().contains("cannot open"));
    QVERIFY(!w.newRun.canPress("new_run.choices.save"));
    // What is asked for again is the file, not an empty text.
    w.window.openPage("runs", {});
    w.window.openPage("new_run", {});
    agent.goAway();
    agent.comeBack();
    QVERIFY2(findings().contains("cannot open"), qPrintable(findings()));
    agent.setFindings({});
    agent.setRunFile("/tmp/missing.yaml", "name: there by now\n");
    w.action("new_run.actions.run").trigger();
    QTRY_COMPARE(w.newRun.text(), QString("name: there by now\n"));
    QTRY_VERIFY(w.newRun.canPress("new_run.choices.save"));
}

void NewRunTest::aRunIsSavedAndRemembered() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.type("new_run.train.epochs", "7");
    QCOMPARE(w.newRun.labelText("new_run.header.title"), QString("r.yaml (changed)"));
    QVERIFY(w.newRun.press("new_run.choices.save"));
    QTRY_COMPARE(w.newRun.labelText("new_run.header.title"), QString("r.yaml"));
    QCOMPARE(agent.files().at("/tmp/r.yaml"), w.newRun.text());
    QVERIFY(w.newRun.press("new_run.choices.show"));
    QCOMPARE(w.newRun.find<QListWidget>("new_run.choices.recent").item(0)->toolTip(), QString("/tmp/r.yaml"));
    QVERIFY(w.newRun.press("new_run.choices.back"));
    QVERIFY(w.newRun.find<QLineEdit>("new_run.train.epochs").isVisible());
}

void NewRunTest::whatOthersHandOverIsTaken() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.window.openPage("new_run",
                      "cluster:name: drawn\nstrategy: {mirrored: {}}\ncluster: {worker: [local]}\n");
    QVERIFY(w.newRun.text().startsWith("# mine\n"));
    QVERIFY(!w.newRun.text().contains("drawn"));  // the rest of the user's text stays
    QVERIFY2(w.newRun.text().contains("strategy: {mirrored: {}}\ncluster: {worker: [local]}"),
             qPrintable(w.newRun.text()));
    w.window.openPage("new_run", "text:name: other\n");
    QCOMPARE(w.newRun.text(), QString("name: other\n"));
    QTRY_VERIFY(w.newRun.canPress("new_run.preview.run"));
    w.window.openPage("new_run", {});
    QCOMPARE(w.newRun.text(), QString("name: other\n"));
}

void NewRunTest::everythingIsInReachOfTheKeyboard() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    w.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&w.window));
    QVERIFY(w.newRun.openSection("Training"));
    w.newRun.find<QListWidget>("new_run.sections.list").setFocus();
    QStringList seen;
    for (int i = 0; i < 60 && !seen.contains("new_run.preview.text"); ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        if (const QWidget* now = QApplication::focusWidget()) seen << now->objectName();
    }
    for (const char* field :
         {"new_run.train.optimizer", "new_run.train.epochs", "new_run.seed", "new_run.preview.text"})
        QVERIFY2(seen.contains(field), qPrintable(QString(field) + " not in " + seen.join(' ')));
    // The focused field is explained.
    w.newRun.find<QLineEdit>("new_run.train.max_steps").setFocus();
    QVERIFY(w.newRun.labelText("new_run.form.help").contains("no limit"));
}

void NewRunTest::theDraftSurvivesTheWindow() {
    testing::ScriptedAgent agent;
    shell::WindowMemory memory;
    {
        OpenForm w(agent);
        w.newRun.write(QString(kRun).replace("epochs: 3", "epochs: 8"));
        memory = w.window.memory();
    }
    OpenWindow again(agent, memory);
    QTRY_COMPARE(again.newRun.labelText("new_run.header.title"), QString("r.yaml (changed)"));
    QVERIFY(again.newRun.text().contains("epochs: 8"));
    QTRY_COMPARE(again.newRun.verdict(), QString("Ready to run."));
}

TY_WIDGET_TEST(NewRunTest);
#include "tst_new_run.moc"
