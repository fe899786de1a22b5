// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/support/strategies.h"
#include "ui/models/cluster_model.h"
#include "ui/models/gpu_choices.h"

using namespace trainyard;
using namespace trainyard::models;

/// The cluster editor's model: tables and texts in, lines out.
class ClusterModelsTest : public QObject {
    Q_OBJECT
  private slots:
    void tasksAreAddedMovedAndRemovedWithUndo();
    void theTableIsEditable();
    void yamlAndBack();
    void whatIsTypedIsOneStep();
    void unreadableTextReportsThePosition();
    void aRunFileLosesWhatIsNoCluster();
    void aKeyThatIsNoRoleIsKept();
    void tfConfigAndBack();
    void oneTaskEach();
    void lintReportsAndFixes();
    void linesFollowTheTopology();
    void nodesAreMachinesWithSlots();
    void aMachineKeepsItsPlace();
    void whatANodeCannotCarryIsReported();
    void templatesAreGood_data();
    void templatesAreGood();
    void theGpusOfAMachineAreOnOffer();
};

namespace {

QStringList tableLines(const ClusterModel& model) {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        all << cells.join('|');
    }
    return all;
}

ClusterDraft draftOf(const QString& yaml) {
    const ReadCluster read = readCluster(yaml, testing::strategies());
    if (!read.isReadable) qFatal("not readable: %s", qPrintable(read.findings[0].message.text));
    return read.draft;
}

QStringList codes(const std::vector<bridge::Finding>& findings) {
    QStringList all;
    for (const bridge::Finding& finding : findings) all << finding.code;
    return all;
}

std::vector<bridge::NodeRow> threeNodes() {
    return {{.name = "local", .cpus = 4},
            {.name = "gpu-a", .cpus = 16, .gpus = {{.index = 0}, {.index = 1}}, .target = "me@gpu-a"},
            {.name = "gpu-b", .cpus = 8, .target = "gpu-b", .state = bridge::NodeState::kUnreachable}};
}

QStringList gpuLines(const bridge::NodeRow& machine, const std::map<int, QString>& holders = {}) {
    QStringList lines;
    for (const GpuChoice& choice : gpuChoices(machine, holders))
        lines << QStringLiteral("%1|%2").arg(choice.index).arg(choice.text);
    return lines;
}

QStringList slotLines(const ClusterModel& model) {
    QStringList all;
    for (const QString& machine : model.drawn().machines) {
        const MachineSlots has = slotsOf(model.draft(), model.nodes(), machine);
        all << QStringLiteral("%1: CPUs %2/%3, GPUs %4/%5%6%7")
                   .arg(machine)
                   .arg(has.coresTaken)
                   .arg(has.cores)
                   .arg(has.gpusTaken)
                   .arg(has.gpus)
                   .arg(has.isNode ? "" : ", no node", has.isOffline ? ", " + has.state : QString());
    }
    return all;
}

const QString kGuide1 = QStringLiteral(
    "strategy: {multi_worker_mirrored: {}}\ncluster: {worker: ['localhost:12345', 'localhost:23456']}\n");

}  // namespace

void ClusterModelsTest::tasksAreAddedMovedAndRemovedWithUndo() {
    ClusterModel model;
    const QAbstractItemModelTester tester(&model);
    QVERIFY(model.addTask("worker", "local"));
    QVERIFY(model.addTask("ps", "local"));
    QVERIFY(model.addTask("chief", "gpu-a"));
    QVERIFY(model.addTask("worker", "local"));
    QVERIFY(!model.addTask("wroker", "local"));
    QVERIFY(!model.addTask("worker", "no such/name"));
    QCOMPARE(tableLines(model),
             QStringList({"chief:0|chief|gpu-a|automatic|", "worker:0|worker|local|automatic|",
                          "worker:1|worker|local|automatic|", "ps:0|ps|local|automatic|"}));
    QCOMPARE(model.draft().machines, QStringList({"local", "gpu-a"}));
    QVERIFY(model.moveTask(0, "local"));
    QVERIFY(!model.moveTask(0, "localhost"));                           // the same machine
    QCOMPARE(model.draft().machines, QStringList({"local", "gpu-a"}));  // it stays, empty
    QVERIFY(model.removeMachine("gpu-a"));
    QVERIFY(model.removeTask(1));
    QCOMPARE(tableLines(model),
             QStringList({"chief:0|chief|local|automatic|", "worker:0|worker|local|automatic|",
                          "ps:0|ps|local|automatic|"}));
    QVERIFY(model.setRole(2, "worker"));
    QCOMPARE(model.draft().taskName(2), QString("worker:1"));
    while (model.undoStack().canUndo()) model.undoStack().undo();
    QVERIFY(tableLines(model).empty());
    QCOMPARE(model.draft().machines, QStringList("local"));
    while (model.undoStack().canRedo()) model.undoStack().redo();
    QCOMPARE(model.rowCount(), 3);
    // Without its tasks, the only machine remains: the next one needs a place.
    QVERIFY(model.removeMachine("local"));
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.draft().machines, QStringList("local"));
    QVERIFY(!model.removeMachine("local"));
}

void ClusterModelsTest::theTableIsEditable() {
    ClusterModel model;
    model.replace(draftOf(kGuide1), "open");
    const auto set = [&](int row, int column, const QVariant& value) {
        return model.setData(model.index(row, column), value);
    };
    QVERIFY(set(0, ClusterModel::kPort, 4100));
    QVERIFY(!set(0, ClusterModel::kPort, 70000));
    QVERIFY(set(1, ClusterModel::kMachine, "gpu-b"));
    QVERIFY(!set(1, ClusterModel::kMachine, "gpu b"));
    QVERIFY(set(1, ClusterModel::kCpus, "0-3, 6"));
    QCOMPARE(tableLines(model),
             QStringList({"worker:0 (chief)|worker|localhost|4100|", "worker:1|worker|gpu-b|23456|0-3,6"}));
    QCOMPARE(draftOf(clusterYaml(model.draft())).tasks, model.draft().tasks);
    QVERIFY(set(0, ClusterModel::kRole, "chief"));
    QCOMPARE(model.draft().taskName(0), QString("chief:0"));
    QVERIFY(!(model.flags(model.index(0, ClusterModel::kTask)) & Qt::ItemIsEditable));
}

void ClusterModelsTest::yamlAndBack() {
    const QString yaml =
        "strategy:\n  parameter_server:\n    mode: sync\n"
        "cluster:\n  chief:\n    - local\n  worker:\n    - gpu-a:2222\n    - \"[::1]:2223\"\n  ps:\n    - "
        "local\n"
        "tf_config:\n  environment: cloud\n";
    const ClusterDraft draft = draftOf(yaml);
    QCOMPARE(clusterYaml(draft), yaml);
    QCOMPARE(draft.machines, QStringList({"local", "gpu-a"}));
    QCOMPARE(draft.tasks[2].port, 2223);
    QCOMPARE(draftOf(""), ClusterDraft());
}

void ClusterModelsTest::whatIsTypedIsOneStep() {
    ClusterModel model;
    QSignalSpy changed(&model, &ClusterModel::draftChanged);
    model.takeTyped(draftOf("cluster: {worker: [local]}"));
    model.takeTyped(draftOf("cluster: {worker: [local, local]}"));
    QCOMPARE(changed.size(), 2);
    QCOMPARE(model.undoStack().count(), 1);
    model.addTask("ps", "local");
    model.undoStack().undo();
    QCOMPARE(model.rowCount(), 2);
    model.undoStack().undo();
    QCOMPARE(model.rowCount(), 0);
}

void ClusterModelsTest::unreadableTextReportsThePosition() {
    const auto read = [](const QString& text) { return readCluster(text, testing::strategies()); };
    QCOMPARE(read("cluster: [").isReadable, false);
    const ReadCluster role = read("cluster:\n  worker:\n    - local\n  wroker: [local]\n");
    QVERIFY(!role.isReadable);
    QCOMPARE(role.findings[0].code, QString("cluster.unknown_role"));
    QCOMPARE(role.findings[0].line, 4);
    const ReadCluster port = read("cluster:\n  worker:\n    - local:99999\n");
    QVERIFY(!port.isReadable);
    QCOMPARE(port.findings[0].line, 3);
    QCOMPARE(fixedText("cluster:\n  worker:\n    - local:99999\n", port.findings[0]).value_or(""),
             QString("cluster:\n  worker:\n    - local\n"));
    QVERIFY(!read("clustre: {}").isReadable);
    QVERIFY(!read("- local").isReadable);
    QVERIFY(!read("cluster: {worker: local}").isReadable);
    QVERIFY(!read("strategy: {a: {}, b: {}}").isReadable);
}

void ClusterModelsTest::aRunFileLosesWhatIsNoCluster() {
    const ReadCluster read = readCluster(
        "trainyard: 1\nname: a\ntrain: {epochs: 2}\nstrategy: one_device\ncluster: {worker: [local]}\n",
        testing::strategies());
    QVERIFY(read.isReadable);
    QCOMPARE(read.leftOut, QStringList({"name", "train", "trainyard"}));
    QCOMPARE(read.draft.strategy, QString("one_device"));
    QCOMPARE(read.draft.tasks.size(), 1U);
}

void ClusterModelsTest::aKeyThatIsNoRoleIsKept() {
    const QString given =
        "cluster:\n  worker:\n    - local\n    - box-a\n  allow_clear_text: true\n  subnet: 10.78.0.0/24\n";
    const ReadCluster read = readCluster(given, testing::strategies());
    QVERIFY(read.isReadable);
    QVERIFY(read.draft.allowsClearText);
    QCOMPARE(read.draft.subnet, QString("10.78.0.0/24"));
    QCOMPARE(read.draft.tasks.size(), 2U);
    QCOMPARE(clusterYaml(read.draft), given);
    ClusterDraft edited = read.draft;
    edited.tasks.pop_back();
    QVERIFY(editedYaml(given, edited).contains("allow_clear_text: true"));
    QVERIFY(clusterSetting(edited).contains("\"allow_clear_text\":true"));
    QVERIFY(clusterSetting(edited).contains("\"subnet\":\"10.78.0.0/24\""));
    QVERIFY(!sharedTfConfig(edited).contains("allow_clear_text"));
    QVERIFY(!sharedTfConfig(edited).contains("subnet"));
    edited.allowsClearText = false;
    QVERIFY(!editedYaml(given, edited).contains("allow_clear_text"));
}

void ClusterModelsTest::tfConfigAndBack() {
    const QString guide4 = R"({"cluster": {"worker": ["host1:2222", "host2:2222", "host3:2222"],
        "ps": ["host4:2222", "host5:2222"], "chief": ["host6:2222"]}, "task": {"type": "worker", "index": 1},
        "environment": "cloud"})";
    const ReadCluster read = readCluster(guide4, testing::strategies());
    QVERIFY(read.isReadable);
    QCOMPARE(read.task, QString("worker:1"));
    QCOMPARE(read.draft.tasks.size(), 6U);
    QCOMPARE(read.draft.strategy, QString("parameter_server"));  // the one with ps
    QCOMPARE(read.draft.further, QString(R"({"environment":"cloud"})"));
    QCOMPARE(readCluster(R"({"task": {"type": "evaluator", "index": 0}})", {}).draft.tasks.size(), 1U);
    QCOMPARE(readCluster(R"({"cluster": {"master": ["a:1"]}, "task": {"type": "master", "index": 0}})", {})
                 .draft.taskName(0),
             QString("chief:0"));
    QVERIFY(!readCluster(R"({"cluster": {"worker": "a:1"}})", {}).isReadable);

    // An edit of the JSON keeps what it does not say: the spelling, the strategy.
    const ClusterDraft before = draftOf(kGuide1);
    QString shared = sharedTfConfig(before);
    QVERIFY(shared.contains("127.0.0.1:12345"));
    shared.replace("23456", "23457");
    const ReadCluster edited = readSharedTfConfig(shared, before, testing::strategies());
    QVERIFY(edited.isReadable);
    QCOMPARE(edited.draft.tasks[1].node, QString("localhost"));
    QCOMPARE(edited.draft.tasks[1].port, 23457);
    QCOMPARE(edited.draft.strategy, before.strategy);
}

void ClusterModelsTest::oneTaskEach() {
    ClusterDraft draft = draftOf("cluster: {worker: [local, 'local:2222'], evaluator: [local]}");
    QCOMPARE(tasksWithoutPort(draft), QStringList({"worker:0", "evaluator:0"}));
    draft = withPorts(draft);
    QCOMPARE(tasksWithoutPort(draft), QStringList());
    QCOMPARE(taskConfig(draft, 1, TaskFormat::kShell, "run.yaml"),
             QString("TF_CONFIG='{\"cluster\":{\"worker\":[\"127.0.0.1:2223\",\"127.0.0.1:2222\"]},"
                     "\"task\":{\"index\":1,\"type\":\"worker\"}}' trainyard-worker run.yaml\n"));
    QVERIFY(taskConfig(draft, 2, TaskFormat::kEnvironment, {})
                .startsWith("TF_CONFIG='{\"cluster\":{\"evaluator\":[\"127.0.0.1:2224\"]}"));
    QVERIFY(taskConfig(draft, 0, TaskFormat::kJson, {}).startsWith("{\n"));
}

void ClusterModelsTest::lintReportsAndFixes() {
    ClusterModel model;
    model.setStrategies(testing::strategies());
    model.replace(draftOf("strategy: {parameter_server: {}}\n"
                          "cluster: {chief: ['local:1', 'local:1'], worker: [gpu-a], ps: [local]}"),
                  "open");
    for (const char* code : {"cluster.two_chiefs", "cluster.duplicate_address"}) {
        const auto found = std::ranges::find(model.findings(), QString(code), &bridge::Finding::code);
        QVERIFY2(found != model.findings().end(), code);
        QVERIFY2(model.applyFix(*found), code);
    }
    QVERIFY(model.findings().empty());
    QCOMPARE(tableLines(model),
             QStringList({"chief:0|chief|local|1|", "worker:0|worker|gpu-a|automatic|",
                          "worker:1|worker|local|automatic|", "ps:0|ps|local|automatic|"}));
    model.setStrategy("one_device");
    QVERIFY(codes(model.findings()).contains("cluster.role_not_used"));
    model.setStrategy("");
    QCOMPARE(codes(model.findings()), QStringList("cluster.ps_without_strategy"));
    QVERIFY(model.applyFix(model.findings()[0]));
    QVERIFY(model.findings().empty());
    model.setStrategy("of_somebody");
    QCOMPARE(codes(model.findings()), QStringList("spec.unknown_strategy"));
}

void ClusterModelsTest::linesFollowTheTopology() {
    const auto strategies = testing::strategies();
    const auto linksOf = [&](const QString& id, const QString& cluster) {
        const auto row = std::ranges::find(strategies, id, &bridge::StrategyRow::id);
        return clusterLinks(draftOf(cluster), *row);
    };
    using Links = std::vector<ClusterLink>;
    QCOMPARE(linksOf("multi_worker_mirrored", "cluster: {worker: [local, local], evaluator: [local]}"),
             Links({{0, 1}}));
    QCOMPARE(linksOf("multi_worker_mirrored", "cluster: {chief: [local], worker: [local, local]}"),
             Links({{0, 1}, {1, 2}, {2, 0}}));
    QCOMPARE(linksOf("parameter_server", "cluster: {chief: [local], worker: [local], ps: [local, local]}"),
             Links({{1, 2}, {1, 3}, {0, 1, false}}));
    QVERIFY(linksOf("one_device", "cluster: {worker: [local]}").empty());
    const auto ring =
        std::ranges::find(strategies, QString("multi_worker_mirrored"), &bridge::StrategyRow::id);
    // 2·(p-1)/n·parameters·4 of two processes with one replica each
    QCOMPARE(processBytesPerStep(draftOf(kGuide1), *ring, 1000), 4000.0);
    QVERIFY(std::isnan(processBytesPerStep(ClusterDraft(), *ring, 1000)));
    QCOMPARE(builtinModels().size(), 3U);
    QVERIFY(builtinModels()[0].parameters > 10'000);
}

void ClusterModelsTest::nodesAreMachinesWithSlots() {
    ClusterModel model;
    const QSignalSpy changed(&model, &ClusterModel::nodesChanged);
    model.setNodes(threeNodes());
    model.setNodes(threeNodes());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(model.draft().machines, QStringList("local"));  // what is saved
    QCOMPARE(slotLines(model), QStringList({"local: CPUs 0/4, GPUs 0/0", "gpu-a: CPUs 0/16, GPUs 0/2",
                                            "gpu-b: CPUs 0/8, GPUs 0/0, Unreachable"}));
    QVERIFY(model.addTask("worker", "local"));
    QVERIFY(model.addTask("worker", "gpu-a"));
    QVERIFY(model.addTask("worker", "elsewhere"));
    QCOMPARE(clusterYaml(model.draft()).simplified(),
             QString("cluster: worker: - local - gpu-a - elsewhere"));
    QVERIFY(model.setData(model.index(1, ClusterModel::kCpus), "0-3,6"));
    QCOMPARE(slotLines(model), QStringList({"local: CPUs 1/4, GPUs 0/0", "gpu-a: CPUs 5/16, GPUs 0/2",
                                            "gpu-b: CPUs 0/8, GPUs 0/0, Unreachable",
                                            "elsewhere: CPUs 1/0, GPUs 0/0, no node"}));
    model.undoStack().undo();
    model.undoStack().undo();
    model.undoStack().undo();
    model.undoStack().undo();
    QCOMPARE(slotLines(model).size(), 3);
    model.setNodes({threeNodes()[0]});
    QCOMPARE(slotLines(model), QStringList("local: CPUs 0/4, GPUs 0/0"));
}

/// Whatever is placed where, and however often the nodes are read.
void ClusterModelsTest::aMachineKeepsItsPlace() {
    ClusterModel model;
    const auto node = [](const QString& name) {
        return bridge::NodeRow{.name = name, .cpus = 4, .target = name};
    };
    std::vector<bridge::NodeRow> nodes{{.name = "local", .cpus = 8}, node("a"), node("b"), node("c")};
    model.setNodes(nodes);
    const QStringList all{"local", "a", "b", "c"};
    QCOMPARE(model.drawn().machines, all);
    for (const QString machine : {"c", "a", "b"}) {
        QVERIFY(model.addTask("worker", machine));
        QCOMPARE(model.drawn().machines, all);
    }
    nodes[2].state = bridge::NodeState::kUnreachable;
    model.setNodes(nodes);
    QCOMPARE(model.drawn().machines, all);
    while (!model.draft().tasks.empty()) QVERIFY(model.removeTask(0));
    QCOMPARE(model.drawn().machines, all);
    QVERIFY(model.addMachine("d"));
    QVERIFY(model.renameMachine("a", "e"));
    QCOMPARE(model.draft().machines, QStringList({"local", "e", "b", "c", "d"}));
}

void ClusterModelsTest::whatANodeCannotCarryIsReported() {
    ClusterModel model;
    const auto reported = [&] { return codes(nodeFindings(model.draft(), model.nodes())); };
    ClusterDraft draft;
    draft.tasks = {{.role = "worker", .node = "gpu-a", .gpus = "0,1,2"}, {.role = "worker", .node = "gpu-b"}};
    QVERIFY(model.replace(draft, "open"));
    QCOMPARE(reported(), QStringList());  // nothing is known yet
    model.setNodes(threeNodes());
    QCOMPARE(reported(), QStringList({"gpu.missing", "node.unreachable"}));
    const auto& offline = model.findings().back();
    QVERIFY2(offline.message.text.startsWith("gpu-b "), qPrintable(offline.message.text));
    QCOMPARE(offline.severity, bridge::Severity::kWarning);
    QVERIFY(model.moveTask(1, "local"));
    QCOMPARE(reported(), QStringList("gpu.missing"));
}

void ClusterModelsTest::templatesAreGood_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/clusters"));
    for (const QString& name : folder.entryList({"*.yaml"}, QDir::Files))
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void ClusterModelsTest::templatesAreGood() {
    QFETCH(QString, file);
    QFile yaml(file);
    QVERIFY(yaml.open(QIODevice::ReadOnly));
    const ReadCluster read = readCluster(QString::fromUtf8(yaml.readAll()), testing::strategies());
    QVERIFY(read.isReadable);
    QVERIFY(!read.draft.strategy.isEmpty());
    for (const bridge::Finding& finding : read.findings) QCOMPARE(finding.code, QString("not_yet"));
    QCOMPARE(draftOf(clusterYaml(read.draft)), read.draft);
}

void ClusterModelsTest::theGpusOfAMachineAreOnOffer() {
    constexpr std::int64_t kGigabyte = 1'000'000'000;
    bridge::NodeRow machine{.name = "gpu-a",
                            .gpus = {{.index = 0,
                                      .name = "NVIDIA H100",
                                      .memoryBytes = 80 * kGigabyte,
                                      .memoryFreeBytes = 79 * kGigabyte,
                                      .used = 0.0},
                                     {.index = 1,
                                      .name = "NVIDIA H100",
                                      .memoryBytes = 80 * kGigabyte,
                                      .memoryFreeBytes = 7 * kGigabyte,
                                      .used = 0.9},
                                     {.index = 2, .error = "GPU 2 has failed"}},
                            .target = "me@gpu-a"};
    QCOMPARE(gpuLines(machine, {{0, "worker:1"}}),
             QStringList({"0|GPU 0: NVIDIA H100, 79.0 GB of 80.0 GB free, used by worker:1",
                          "1|GPU 1: NVIDIA H100, 7.0 GB of 80.0 GB free, busy now", "-1|GPU 2 has failed"}));
    machine.gpus.clear();
    QCOMPARE(gpuLines(machine), QStringList("-1|This machine has no GPU"));
    machine.isDescribed = false;
    QCOMPARE(gpuLines(machine), QStringList("-1|Not known yet which GPUs it has"));
    machine.state = bridge::NodeState::kUnreachable;
    QCOMPARE(gpuLines(machine), QStringList("-1|Unreachable"));

    ClusterModel model;
    QVERIFY(model.addTask("worker", "gpu-a"));
    QVERIFY(model.addTask("worker", "gpu-a"));
    QVERIFY(model.toggleGpu(0, 1));
    QCOMPARE(clusterYaml(model.draft()).simplified(),
             QString("cluster: worker: - node: gpu-a gpus: - 1 - gpu-a"));
    QCOMPARE(gpuHolders(model.draft(), "gpu-a"), (std::map<int, QString>{{1, "worker:0"}}));
    QVERIFY(gpuHolders(model.draft(), "gpu-a", 0).empty());  // for its own menu
    QVERIFY(model.toggleGpu(0, 0));
    QCOMPARE(clusterYaml(model.draft()).simplified(),
             QString("cluster: worker: - node: gpu-a gpus: - 0 - 1 - gpu-a"));
    QCOMPARE(gpuHolders(model.draft(), "gpu-a").size(), 2U);
    QVERIFY(model.toggleGpu(0, 0));
    QCOMPARE(model.draft().tasks[0].gpus, QString("1"));
    QVERIFY(model.toggleGpu(0, std::nullopt));
    QCOMPARE(clusterYaml(model.draft()).simplified(), QString("cluster: worker: - gpu-a - gpu-a"));
    model.undoStack().undo();
    QCOMPARE(model.draft().tasks[0].gpus, QString("1"));
}

TY_CORE_TEST(ClusterModelsTest);
#include "tst_cluster_models.moc"
