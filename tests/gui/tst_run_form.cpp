// SPDX-License-Identifier: Apache-2.0
// The run file as a form: what the schema offers, and keeping text and values in sync.
#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <functional>
#include <set>

#include "core/spec/model/layers.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/schema/schema.h"
#include "tests/gui/gui_test.h"
#include "tests/support/scripted_agent.h"
#include "ui/models/command_form.h"
#include "ui/models/layer_list_model.h"
#include "ui/models/run_form.h"

using namespace trainyard;
using models::FieldKind;
using models::FormPath;
using models::Json;
using models::Presence;

namespace {

const QByteArray& schemaJson() {
    static const QByteArray json = [] {
        testing::ScriptedAgent agent;
        return agent.functions().formSchema().value();
    }();
    return json;
}

struct Form {
    explicit Form(const QString& text) {
        form.setSchema(schemaJson());
        form.setText(text);
    }
    models::RunForm form;
};

/// What QCOMPARE can show.
QString shown(const Json& value) {
    return QString::fromStdString(value.dump());
}

FormPath path(const QString& dotted) {
    FormPath at;
    for (const QString& key : dotted.split('.')) at = at.child(key.toStdString());
    return at;
}

QString example(const QString& name) {
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/examples/") + name);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no such example");
    return QString::fromUtf8(file.readAll());
}

/// Calls `visit` with every field that a form of this schema and these values has, as the rows are made.
void walkEntries(const models::FormEntry& entry, const Json* value,
                 const std::function<void(const models::FormEntry&, FieldKind, const Json*)>& visit) {
    const FieldKind kind = models::fieldKind(*entry.schema);
    visit(entry, kind, value);
    const auto inside = [&](const Json& schema, const Json& map, const FormPath& at) {
        for (const models::FormEntry& inner : models::entriesOf(schema, at))
            walkEntries(inner, map.is_object() && map.contains(inner.key) ? &map.at(inner.key) : nullptr,
                        visit);
    };
    if (kind == FieldKind::kGroup) inside(*entry.schema, value ? *value : Json(), entry.path);
    if (kind != FieldKind::kChoice) return;
    const auto alternatives = models::alternativesOf(*entry.schema, entry.presence);
    const int index = models::alternativeOf(alternatives, *entry.schema, value);
    if (index < 0 || alternatives[index].schema.is_null()) return;
    if (alternatives[index].schema.value("type", "") == "object")
        inside(alternatives[index].schema, value ? models::longForm(*entry.schema, *value) : Json(),
               entry.path);
}

}  // namespace

class RunFormTest : public QObject {
    Q_OBJECT
  private slots:
    void everyValueOfTheExamplesHasAField();
    void whatAFieldShowsMeansTheValueItShows();
    void everyAlternativeCanBeChosenAndIsThenShown();
    void editingAValueKeepsTheComments();
    void aShortFormGivesWayToItsOptions();
    void optionsThatTwoAlternativesKnowStay();
    void aLayerOfAnotherKindKeepsItsNameAndInputs();
    void invalidYamlClosesTheForm();
    void theStrategysManifestSaysItsTitlesAndRoles();
    void layersHaveTheirShapesAtOnce();
    void aGraphHasItsShapesAndItsProblem();
    void aCommandIsDividedAsAShellDoes_data();
    void aCommandIsDividedAsAShellDoes();
    void everyCommandIsALineThatDividesIntoIt();
    void whatOnlyAShellDoesIsNamed();
    void variablesAreRows();
    void aCommandRunHasOnlyItsOwnKeys();
    void theKindOfRunIsChangedAndBack();
    void aChangedFileIsShownAsOverrides();
    void theSchemasWordsAreTranslated();
};

/// Each leaf of every shipped example is editable in exactly one field, and no field shows "none of these".
void RunFormTest::everyValueOfTheExamplesHasAField() {
    for (const QString& name : QDir(TRAINYARD_SOURCE_DIR "/resources/examples").entryList(QDir::Files)) {
        Form f(example(name));
        QVERIFY2(f.form.problem().isEmpty(), qPrintable(name));
        std::set<std::string> reached{"/trainyard"};
        for (const models::FormSection& section : models::formSections(f.form.schema(), f.form.kind()))
            for (const models::FormEntry& entry : section.entries)
                walkEntries(entry, f.form.value(entry.path),
                            [&](const models::FormEntry& field, FieldKind kind, const Json* value) {
                                if (!value) return;
                                reached.insert(field.path.pointer.to_string());
                                if (kind != FieldKind::kChoice) return;
                                const auto all = models::alternativesOf(*field.schema, field.presence);
                                QVERIFY2(models::alternativeOf(all, *field.schema, value) >= 0,
                                         qPrintable(name + ": " + field.path.dotted));
                            });
        const Json flat = f.form.tree().flatten();
        for (const auto& [leaf, value] : flat.items()) {
            if (f.form.tree().at(Json::json_pointer(leaf)).empty()) continue;  // {}: nothing to show
            // A leaf inside a list belongs to the list's field; keys that are not built yet have none.
            Json::json_pointer at(leaf);
            while (!at.empty() && !reached.contains(at.to_string())) at = at.parent_pointer();
            const bool isNotYet = leaf.starts_with("/checkpoint/") || leaf.starts_with("/inject");
            QVERIFY2(!at.empty() || isNotYet, qPrintable(name + ": " + QString::fromStdString(leaf)));
        }
    }
}

void RunFormTest::whatAFieldShowsMeansTheValueItShows() {
    int fields = 0;
    for (const QString& name : QDir(TRAINYARD_SOURCE_DIR "/resources/examples").entryList(QDir::Files)) {
        Form f(example(name));
        const QString text = f.form.text();
        for (const models::FormSection& section : models::formSections(f.form.schema(), f.form.kind()))
            for (const models::FormEntry& entry : section.entries)
                walkEntries(entry, f.form.value(entry.path),
                            [&](const models::FormEntry& field, FieldKind kind, const Json* value) {
                                const bool isLine = kind == FieldKind::kNumber || kind == FieldKind::kText ||
                                                    kind == FieldKind::kPath || kind == FieldKind::kList ||
                                                    kind == FieldKind::kYaml;
                                if (!isLine || !value) return;
                                const auto read =
                                    models::valueOfLine(kind, *field.schema, models::lineOf(kind, *value));
                                QVERIFY2(read.isReadable && read.value == *value,
                                         qPrintable(field.path.dotted));
                                f.form.set(field.path, read.value);
                                ++fields;
                            });
        QCOMPARE(f.form.text(), text);  // nothing was changed, so the text stays the same
    }
    QVERIFY(fields > 60);
}

void RunFormTest::everyAlternativeCanBeChosenAndIsThenShown() {
    Form f(example("fashion-mnist.yaml"));
    int chosen = 0;
    for (const models::FormSection& section : models::formSections(f.form.schema(), f.form.kind())) {
        for (const models::FormEntry& entry : section.entries) {
            if (models::fieldKind(*entry.schema) != FieldKind::kChoice) continue;
            const auto all = models::alternativesOf(*entry.schema, entry.presence);
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (!all[i].notYet.isEmpty()) continue;
                if (all[i].isAbsent) {
                    f.form.remove(entry.path);
                } else {
                    f.form.set(entry.path, models::switchedTo(all[i], f.form.value(entry.path)));
                }
                QVERIFY(f.form.problem().isEmpty());
                QVERIFY2(models::alternativeOf(all, *entry.schema, f.form.value(entry.path)) == int(i),
                         qPrintable(entry.path.dotted + ": " + all[i].label));
                ++chosen;
            }
        }
    }
    QVERIFY(chosen > 40);
}

void RunFormTest::editingAValueKeepsTheComments() {
    Form f("# mine\nname: r   # its name\ntrain:\n  epochs: 3   # few\n");
    QSignalSpy edited(&f.form, &models::RunForm::textEdited);
    f.form.set(path("train.epochs"), 4);
    f.form.set(path("train.data.batch_size"), 32);
    QCOMPARE(
        f.form.text(),
        QString("# mine\nname: r   # its name\ntrain:\n  data: {batch_size: 32}\n  epochs: 4   # few\n"));
    f.form.remove(path("train.data.batch_size"));
    QCOMPARE(f.form.text(),
             QString("# mine\nname: r   # its name\ntrain:\n  data: {}\n  epochs: 4   # few\n"));
    QCOMPARE(edited.size(), 3);
    f.form.setText("name: other\n");
    QVERIFY(!f.form.value(path("train.epochs")));
    QCOMPARE(edited.size(), 3);  // who wrote the text knows it
}

void RunFormTest::aShortFormGivesWayToItsOptions() {
    Form f("name: r\ntrain:\n  optimizer: sgd\n");
    f.form.set(path("train.optimizer.sgd.momentum"), 0.9);
    QCOMPARE(f.form.text(), QString("name: r\ntrain:\n  optimizer: {sgd: {momentum: 0.9}}\n"));
    Form g("name: r\ntrain: {}\n");
    g.form.set(path("train.optimizer.adam.beta_1"), 0.8);
    QCOMPARE(g.form.text(),
             QString("name: r\ntrain: {optimizer: {adam: {learning_rate: 0.001, beta_1: 0.8}}}\n"));
}

void RunFormTest::optionsThatTwoAlternativesKnowStay() {
    Form f("name: r\ntrain:\n  optimizer: {adam: {learning_rate: 0.25, beta_1: 0.8}}\n");
    const Json& schema = f.form.schema()["properties"]["train"]["properties"]["optimizer"];
    for (const auto& alternative : models::alternativesOf(schema, Presence::kOptional))
        if (alternative.label == "SGD")
            f.form.set(path("train.optimizer"),
                       models::switchedTo(alternative, f.form.value(path("train.optimizer"))));
    QCOMPARE(f.form.text(), QString("name: r\ntrain:\n  optimizer: {sgd: {learning_rate: 0.25}}\n"));
}

void RunFormTest::aLayerOfAnotherKindKeepsItsNameAndInputs() {
    const Json model = Form("name: r\n").form.schema()["properties"]["train"]["properties"]["model"];
    const Json item =
        models::alternativesOf(model, Presence::kRequired)[1].schema["properties"]["layers"]["items"];
    const auto all = models::alternativesOf(item, Presence::kRequired);
    Json layer = Json::parse(R"({"dense": {"units": 3, "name": "end", "inputs": ["a", "b"]}})");
    const auto become = [&](const QString& label) {
        const auto to = std::ranges::find(all, label, &models::Alternative::label);
        QVERIFY2(to != all.end(), qPrintable(label));
        layer = models::switchedTo(*to, &layer);
    };
    become("Concatenate");
    QCOMPARE(shown(layer), shown(Json::parse(R"({"concatenate": {"name": "end", "inputs": ["a", "b"]}})")));
    become("Activation");
    QCOMPARE(
        shown(layer),
        shown(Json::parse(R"({"activation": {"activation": "relu", "name": "end", "inputs": ["a", "b"]}})")));
    become("Dropout");
    QCOMPARE(shown(layer),
             shown(Json::parse(R"({"dropout": {"rate": 0.2, "name": "end", "inputs": ["a", "b"]}})")));
    layer = {{"flatten", Json::object()}};
    become("Activation");
    QCOMPARE(shown(layer), shown(Json::parse(R"({"activation": "relu"})")));
}

void RunFormTest::invalidYamlClosesTheForm() {
    Form f("name: r\ntrain: [\n");
    QVERIFY(!f.form.problem().isEmpty());
    f.form.set(path("name"), "other");
    QCOMPARE(f.form.text(), QString("name: r\ntrain: [\n"));
    f.form.setText("- a list\n");
    QCOMPARE(f.form.problemLine(), 1);
    f.form.setText("name: r\n");
    QVERIFY(f.form.problem().isEmpty());
}

void RunFormTest::theStrategysManifestSaysItsTitlesAndRoles() {
    Form f("name: r\nstrategy: {parameter_server: {mode: sync}}\n");
    QVERIFY(f.form.roles().contains("ps"));
    const Json& schema = f.form.schema()["properties"]["strategy"];
    const auto all = models::alternativesOf(schema, Presence::kOptional);
    const int now = models::alternativeOf(all, schema, f.form.value(path("strategy")));
    QCOMPARE(all[now].label, QString("Parameter server"));
    const Json& options = all[now].schema["properties"]["parameter_server"];
    QCOMPARE(models::titleOf(options["properties"]["mode"], "mode"), QString("Mode"));
    f.form.setText("name: r\nstrategy: {one_device: {}}\n");
    QVERIFY(!f.form.roles().contains("ps"));
}

void RunFormTest::layersHaveTheirShapesAtOnce() {
    models::LayerListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto rows = [&] {
        QStringList lines;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(row, column).data().toString();
            lines << cells.join('|');
        }
        return lines;
    };
    const auto shapeOf = [](const char* source) {
        return models::inputShape({{"train", {{"data", {{"train", Json::parse(source)}}}}}});
    };
    using Shape = std::vector<std::int64_t>;
    QVERIFY(shapeOf(R"({"builtin": "mnist"})") == Shape({1, 28, 28}));
    QVERIFY(shapeOf(R"({"cifar10": "/c"})") == Shape({3, 32, 32}));
    QVERIFY(shapeOf(R"({"images": {"dir": "/i", "size": [8, 9], "channels": 3}})") == Shape({3, 8, 9}));
    QVERIFY(shapeOf(R"({"npy": {"shape": [8, 9, 3], "channels_last": true}})") == Shape({3, 8, 9}));
    QVERIFY(shapeOf(R"({"csv": "/f"})").empty() && shapeOf(R"({"images": "/i"})").empty());
    Json layers = spec::builtinLayers("mnist_cnn").value();
    model.setLayers(layers, {1, 28, 28});
    QCOMPARE(rows(), QStringList({"conv2d|filters: 32, kernel_size: 3, activation: relu|32 × 26 × 26|320",
                                  "flatten||21632|0", "dense|units: 128, activation: relu|128|2,769,024",
                                  "dense|units: 10|10|1,290"}));
    QCOMPARE(model.parameters(), 2770634);
    layers.erase(1);
    layers[1] = "max_pooling2d";
    layers[2] = {{"conv2d", {{"filters", 8}, {"kernel_size", 40}}}};
    model.setLayers(layers, {1, 28, 28});
    QCOMPARE(model.brokenRow(), 2);
    QVERIFY2(model.problem().text.contains("40"), qPrintable(model.problem().text));
    QCOMPARE(rows()[1], QString("max_pooling2d||32 × 13 × 13|0"));
    QVERIFY(rows()[2].endsWith("does not fit|"));
    // Values that are not layers at all are an error too, without a crash.
    model.setLayers(Json::parse(R"([7, {"dense": null}, {}])"), {4});
    QCOMPARE(model.brokenRow(), 0);
    // Without an input shape, the agent's answer is shown.
    model.setLayers(Json::array({{{"dense", {{"units", 3}}}}}), {});
    QCOMPARE(rows(), QStringList("dense|units: 3||"));
    model.setPlanned({{"dense", "dense", {3}, 15}});
    QCOMPARE(rows(), QStringList("dense|units: 3|3|15"));
}

void RunFormTest::aGraphHasItsShapesAndItsProblem() {
    models::LayerListModel model;
    const auto outputs = [&] {
        QStringList cells;
        for (int row = 0; row < model.rowCount(); ++row)
            cells << model.index(row, models::LayerListModel::kOutput).data().toString();
        return cells;
    };
    Json layers = Json::parse(R"([{"dense": {"units": 3, "name": "a"}}, {"dense": {"units": 3}},
                                  {"dense": {"units": 3, "inputs": "a"}}, {"add": {"inputs": ["dense", "dense_1"]}}])");
    model.setLayers(layers, {4});
    QCOMPARE(model.brokenRow(), -1);
    QCOMPARE(outputs(), QStringList({"3", "3", "3", "3"}));
    QCOMPARE(model.index(3, models::LayerListModel::kOptions).data().toString(),
             QString("inputs: [dense, dense_1]"));
    // The first two rows alone would be a list with an output that nobody takes; with all rows, the third is.
    layers[3] = {{"add", {{"inputs", {"dense", "dense"}}}}};
    model.setLayers(layers, {4});
    QCOMPARE(model.brokenRow(), 2);
    QVERIFY2(model.problem().text.contains("dense_1"), qPrintable(model.problem().text));
    QCOMPARE(outputs(), QStringList({"3", "3", "3", "3"}));
    layers[2]["dense"]["inputs"] = "b";
    model.setLayers(layers, {4});
    QCOMPARE(model.brokenRow(), 2);
    QCOMPARE(outputs(), QStringList({"3", "3", "does not fit", ""}));
}

void RunFormTest::aCommandIsDividedAsAShellDoes_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("arguments");
    const auto add = [](const char* line, const QStringList& arguments) {
        QTest::newRow(line) << QString(line) << arguments;
    };
    add("", {});
    add("  \t ", {});
    add("python3 train.py  --epochs 3", {"python3", "train.py", "--epochs", "3"});
    add("a 'b c' \"d e\"", {"a", "b c", "d e"});
    add("--name='my run'-1", {"--name=my run-1"});
    add("a '' \"\"", {"a", "", ""});
    add("a\\ b \\'", {"a b", "'"});
    add("'a\\b' \"a\\b\\\"c\\\\\"", {"a\\b", "a\\b\"c\\"});
    add("torchrun \\\n  main.py\n--x", {"torchrun", "main.py", "--x"});
    add("a 'b\nc'", {"a", "b\nc"});
    add("a # b", {"a", "#", "b"});
    add("echo $HOME '$HOME' *.txt > f", {"echo", "$HOME", "$HOME", "*.txt", ">", "f"});
    add("a 'b c", {"a", "b c"});
    add("a \"b c", {"a", "b c"});
    add("a \\", {"a"});
}

void RunFormTest::aCommandIsDividedAsAShellDoes() {
    QFETCH(QString, line);
    QFETCH(QStringList, arguments);
    QStringList divided;
    for (const std::string& argument : models::commandWords(line).arguments)
        divided << QString::fromStdString(argument);
    QCOMPARE(divided, arguments);
}

void RunFormTest::everyCommandIsALineThatDividesIntoIt() {
    for (const Json& command :
         {Json::array(), Json{"python3", "train.py", "--lr=1e-3"}, Json{"a b", "", "it's", "\"", "\\", "$x"},
          Json{"python3", "-c", "print(1)\nprint(2)"}, Json{"~", "*", "A=1", "日本", "a\tb"}}) {
        const models::CommandWords words = models::commandWords(models::commandLine(command));
        QCOMPARE(shown(words.arguments), shown(command));
        QVERIFY(words.shellWords.isEmpty() && !words.hasOpenQuote);
    }
    // What is no command yet is shown all the same.
    QCOMPARE(models::commandLine("python3 main.py"), QString("python3 main.py"));
    QCOMPARE(models::commandLine(Json{"sleep", 3}), QString("sleep 3"));
}

void RunFormTest::whatOnlyAShellDoesIsNamed() {
    const auto named = [](const char* line) { return models::commandWords(line).shellWords; };
    QCOMPARE(named("a | b && c > d 2>&1 &"), QStringList({"|", "&&", ">", "2>&1", "&"}));
    QCOMPARE(named("ls ~/x *.txt $HOME/y \"${A}b\" `pwd`"),
             QStringList({"~/x", "*.txt", "$HOME/y", "${A}b", "`pwd`"}));
    QCOMPARE(named("a 'b | c' '$HOME' \\* --price=5$ http://x/?a=1&b=2 a~ lr=[1,2]"), QStringList());
    QVERIFY(models::commandWords("CUDA_VISIBLE_DEVICES=0 python3 a.py").hasAssignment);
    QVERIFY(!models::commandWords("python3 a.py lr=3").hasAssignment);
    QVERIFY(models::commandWords("a 'b").hasOpenQuote && !models::commandWords("a 'b'").hasOpenQuote);
}

void RunFormTest::variablesAreRows() {
    using Rows = std::vector<models::Variable>;
    const Json env = {{"B", "2"}, {"A", "x y"}, {"N", 3}};
    QVERIFY(models::variablesOf(&env) == Rows({{"A", "x y"}, {"B", "2"}, {"N", "3"}}));
    QVERIFY(models::variablesOf(nullptr).empty());
    // A value that is no text yet, and was not touched, stays so that its finding stays true.
    QCOMPARE(shown(models::environmentOf({{"N", "3"}, {"B", "4"}}, &env)), shown({{"N", 3}, {"B", "4"}}));
    QCOMPARE(shown(models::environmentOf({{"A", "1"}, {"", ""}, {"A", "2"}, {"", "x"}}, nullptr)),
             QString(R"({"A":"1"})"));
    QCOMPARE(models::environmentProblem({{"A", "1"}, {"", ""}}), QString());
    QVERIFY(models::environmentProblem({{"A", "1"}, {"A", ""}}).contains("“A” is set twice"));
    QVERIFY(models::environmentProblem({{"A", "1"}, {"", "2"}}).contains("Row 2 has no name"));
}

/// Each key has a field if and only if lint accepts it in a command run.
void RunFormTest::aCommandRunHasOnlyItsOwnKeys() {
    Form f("name: r\ncommand: [python3]\n");
    QVERIFY(f.form.kind() == models::RunKind::kCommand);
    QStringList keys;
    for (const models::FormSection& section : models::formSections(f.form.schema(), f.form.kind()))
        for (const models::FormEntry& entry : section.entries) keys << section.id + ' ' + entry.path.dotted;
    for (const char* key : {"program name", "program command", "program env", "program cwd", "program logdir",
                            "cluster cluster", "cluster tf_config", "failures on_failure.restarts",
                            "failures on_failure.backoff_seconds", "failures on_failure.stall_seconds",
                            "failures stop_grace_seconds"})
        QVERIFY2(keys.removeAll(key) == 1, key);
    keys.removeAll("program metrics");
    QVERIFY2(keys.isEmpty(), qPrintable(keys.join(' ')));
    // The defaults are those of a command run.
    const Json& known = f.form.schema()["properties"];
    QCOMPARE(known["on_failure"]["properties"]["stall_seconds"]["default"].dump(), std::string("0"));
    QCOMPARE(known["stop_grace_seconds"]["default"].dump(), std::string("5.0"));
    for (const char* role : {"chief", "worker", "ps", "evaluator"})
        QVERIFY2(f.form.roles().contains(role), role);
    f.form.open("name: r\ntrain: {}\n");
    for (const models::FormSection& section : models::formSections(f.form.schema(), f.form.kind()))
        for (const models::FormEntry& entry : section.entries)
            QVERIFY2(!spec::isCommandKey(entry.path.dotted.toStdString()), qPrintable(entry.path.dotted));
}

void RunFormTest::theKindOfRunIsChangedAndBack() {
    const QString training =
        "name: r   # mine\ntrain: {epochs: 4}\nstrategy: {mirrored: {}}\ncluster: {worker: [local]}\n"
        "on_failure: {restarts: 1, not_finite: ignore}\nseed: 7\n";
    Form f(training);
    const Json before = f.form.tree();
    f.form.setKind(models::RunKind::kCommand);
    QVERIFY(f.form.kind() == models::RunKind::kCommand);
    QCOMPARE(
        f.form.text(),
        QString("name: r   # mine\ncluster: {worker: [local]}\non_failure: {restarts: 1}\ncommand: []\n"));
    f.form.set(path("command"), Json{"python3", "a b.py"});
    f.form.set(path("cwd"), "/data");
    QVERIFY2(f.form.text().contains("command: [python3, \"a b.py\"]"), qPrintable(f.form.text()));
    f.form.setKind(models::RunKind::kTraining);
    QCOMPARE(shown(f.form.tree()), shown(before));
    QVERIFY(f.form.text().contains("# mine"));
    f.form.setKind(models::RunKind::kCommand);
    QCOMPARE(shown(f.form.tree()["command"]), QString(R"(["python3","a b.py"])"));
    QCOMPARE(shown(f.form.tree()["cwd"]), QString(R"("/data")"));
    // Another run file has nothing of this one.
    f.form.open("name: s\ncommand: [a]\n");
    f.form.setKind(models::RunKind::kTraining);
    QCOMPARE(f.form.text(), QString("name: s\ntrain: {data: {}}\n"));
    // With both, which is refused, choosing one is the remedy.
    f.form.open("name: s\ntrain: {epochs: 2}\ncommand: [a]\n");
    QVERIFY(f.form.kind() == models::RunKind::kTraining);
    f.form.setKind(models::RunKind::kCommand);
    QCOMPARE(f.form.text(), QString("name: s\ncommand: [a]\n"));
    // Text that cannot be read changes nothing.
    f.form.setText("name: [\n");
    QVERIFY(f.form.kind() == models::RunKind::kCommand);
    f.form.setKind(models::RunKind::kTraining);
    QCOMPARE(f.form.text(), QString("name: [\n"));
}

void RunFormTest::aChangedFileIsShownAsOverrides() {
    const Json before = {{"name", "r"}, {"train", {{"epochs", 3}, {"metrics", {"accuracy"}}}}};
    Json after = before;
    after["train"]["epochs"] = 4;
    after["train"]["optimizer"] = {{"sgd", {{"momentum", 0.5}}}};
    const auto sets = models::setArguments(before, after);
    QCOMPARE(sets.arguments, QStringList({"train.epochs=4", "train.optimizer={sgd: {momentum: 0.5}}"}));
    QVERIFY(sets.isWhole);
    after.erase("name");
    QVERIFY(!models::setArguments(before, after).isWhole);
}

/// resources/translations/schema.json has each title and description in every language.
void RunFormTest::theSchemasWordsAreTranslated() {
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/translations/schema.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Json words = Json::parse(file.readAll().toStdString());
    std::set<std::string> used;
    const std::function<void(const Json&)> collect = [&](const Json& node) {
        if (node.is_object()) {
            for (const char* key : {"title", "description"})
                if (node.contains(key) && node[key].is_string()) used.insert(node[key].get<std::string>());
            for (const auto& item : node.items()) collect(item.value());
        } else if (node.is_array()) {
            for (const Json& item : node) collect(item);
        }
    };
    collect(spec::runSchema());
    QStringList missing;
    for (const std::string& text : used)
        for (const char* language : {"ja", "zh_CN", "ko"})
            if (words.value(text, Json::object()).value(language, "").empty())
                missing << QString::fromStdString(text) + " (" + language + ")";
    QVERIFY2(missing.isEmpty(), qPrintable("not in schema.json:\n" + missing.join('\n')));
    for (const auto& item : words.items())
        QVERIFY2(used.contains(item.key()),
                 qPrintable("not in the schema any more: " + QString::fromStdString(item.key())));
}

TY_CORE_TEST(RunFormTest);
#include "tst_run_form.moc"
