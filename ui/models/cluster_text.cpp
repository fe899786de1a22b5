// SPDX-License-Identifier: Apache-2.0
#include "ui/models/cluster_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/proto/failure.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/cluster/tf_config.h"
#include "core/spec/model/estimate.h"
#include "core/spec/run/device_spec.h"
#include "core/spec/run/overrides.h"
#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_edit.h"
#include "core/spec/yaml/yaml_tree.h"
#include "core/spec/yaml/yaml_write.h"
#include "ui/bridge/from_words.h"

namespace trainyard::models {

using nlohmann::json;

namespace {

using Strategies = std::vector<bridge::StrategyRow>;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

std::string dumped(const json& value, int indent = -1) {
    return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

bridge::Finding toFinding(const v1::Problem& problem) {
    return {.severity = problem.severity() == v1::Problem::ERROR     ? bridge::Severity::kError
                        : problem.severity() == v1::Problem::WARNING ? bridge::Severity::kWarning
                                                                     : bridge::Severity::kHint,
            .code = text(problem.code()),
            .message = bridge::toSentence(proto::messageOf(problem)),
            .path = text(problem.path()),
            .line = problem.line(),
            .fix = bridge::toSentence(proto::fixOf(problem)),
            .fixSet = text(problem.fix_set())};
}

spec::StrategyInfo infoOf(const bridge::StrategyRow& row) {
    spec::StrategyInfo info{.id = row.id.toStdString(), .maxTasks = row.maxTasks};
    for (const bridge::StrategyRow::Role& role : row.roles)
        info.roles[role.name.toStdString()] = {.min = role.min,
                                               .max = role.max,
                                               .isReplica = role.isReplica,
                                               .restartsGroup = role.restartsGroup,
                                               .completes = role.completes};
    return info;
}

const bridge::StrategyRow* find(const Strategies& strategies, const QString& id) {
    const auto found = std::ranges::find(strategies, id, &bridge::StrategyRow::id);
    return found == strategies.end() ? nullptr : &*found;
}

/// "0-3,6" as the run file has it: ["0-3", 6].
json listOf(const QString& text) {
    json list = json::array();
    for (const QString& part : text.split(',', Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int number = part.trimmed().toInt(&isNumber);
        list.push_back(isNumber ? json(number) : json(part.trimmed().toStdString()));
    }
    return list;
}

std::string hostText(const std::string& node) {
    return node.find(':') == std::string::npos ? node : '[' + node + ']';
}

json entryOf(const ClusterTask& task) {
    const std::string node = task.node.toStdString();
    if (task.cpus.isEmpty() && task.gpus.isEmpty())
        return task.port == 0 ? node : hostText(node) + ':' + std::to_string(task.port);
    json entry = {{"node", node}};
    if (task.port != 0) entry["port"] = task.port;
    if (!task.cpus.isEmpty()) entry["cpus"] = listOf(task.cpus);
    if (!task.gpus.isEmpty()) entry["gpus"] = listOf(task.gpus);
    return entry;
}

json clusterOf(const ClusterDraft& draft) {
    json cluster = json::object();
    for (const ClusterTask& task : draft.tasks) cluster[task.role.toStdString()].push_back(entryOf(task));
    if (draft.allowsClearText) cluster[spec::kAllowClearText] = true;
    if (!draft.subnet.isEmpty()) cluster[spec::kSubnet] = draft.subnet.toStdString();
    return cluster;
}

json parsedOr(const QString& text, const json& otherwise) {
    const json parsed = json::parse(text.toStdString(), nullptr, false);
    return parsed.is_discarded() ? otherwise : parsed;
}

json treeOf(const ClusterDraft& draft) {
    json tree = json::object();
    if (!draft.strategy.isEmpty())
        tree["strategy"] = {{draft.strategy.toStdString(), parsedOr(draft.options, json::object())}};
    if (json cluster = clusterOf(draft); !cluster.empty()) tree["cluster"] = std::move(cluster);
    if (!draft.further.isEmpty()) tree["tf_config"] = parsedOr(draft.further, json::object());
    return tree;
}

QString yamlOf(const json& tree) {
    return tree.empty() ? QString() : text(spec::blockYaml(tree, spec::runSchema(), 0));
}

QString joinedList(const json& list) {
    QStringList parts;
    for (const json& part : list) parts << text(part.is_string() ? part.get<std::string>() : part.dump());
    return parts.join(',');
}

/// Schema and lint over `cluster`; errors that only concern what an agent does not support yet do not make it
/// unreadable. `named` is the strategy's name as given; `strategy` is null if no plugin provides it.
std::vector<bridge::Finding> check(json cluster, const QString& named, const bridge::StrategyRow* strategy) {
    std::vector<bridge::Finding> findings;
    if (cluster.is_object())
        if (const auto legacy = spec::acceptMaster(cluster)) findings.push_back(toFinding(*legacy));
    bool isWellFormed = true;
    for (const spec::Finding& found : spec::complete(spec::runSchema()["properties"]["cluster"], cluster,
                                                     [](const auto&, const auto& path) { return path; })) {
        isWellFormed = isWellFormed && found.code == "not_yet";
        const std::string path = found.path.empty() ? "cluster" : "cluster." + found.path;
        findings.push_back({.code = text(found.code),
                            .message = bridge::toSentence(found.message),
                            .path = text(path),
                            .fix = bridge::toSentence(found.fix)});
    }
    if (!isWellFormed) return findings;
    const auto info = strategy ? std::optional(infoOf(*strategy)) : std::nullopt;
    for (const v1::Problem& problem :
         spec::lintCluster(cluster, info ? &*info : nullptr, spec::ClusterForm::kRunFile))
        findings.push_back(toFinding(problem));
    // An unknown strategy may well use them.
    if (!named.isEmpty())
        std::erase_if(findings, [](const bridge::Finding& finding) {
            return finding.code == QStringLiteral("cluster.ps_without_strategy");
        });
    return findings;
}

/// The draft of a checked `cluster`; empty if an entry cannot be read.
std::optional<std::vector<ClusterTask>> tasksOf(json cluster) {
    std::vector<ClusterTask> tasks;
    (void)spec::acceptMaster(cluster);  // findingsOf() has already reported on a `master`
    for (const char* role : spec::kClusterRoles) {
        if (!cluster.contains(role)) continue;
        for (const json& value : cluster[role]) {
            const auto entry = spec::parseClusterEntry(value);
            if (!entry) return std::nullopt;
            tasks.push_back(
                {.role = QString::fromLatin1(role),
                 .node = text(entry->node),
                 .port = entry->port,
                 .cpus = text(entry->cpus),
                 .gpus = value.is_object() ? joinedList(value.value("gpus", json::array())) : QString()});
        }
    }
    return tasks;
}

ReadCluster unreadable(std::vector<bridge::Finding> findings) {
    return {.findings = std::move(findings)};
}

void addLines(std::vector<bridge::Finding>& findings, const spec::YamlTree& tree) {
    for (bridge::Finding& finding : findings)
        if (finding.line == 0) finding.line = spec::lineOf(tree.lines, finding.path.toStdString());
}

ReadCluster readTfConfig(const QString& given, const Strategies& strategies) {
    spec::CheckedTfConfig checked =
        spec::checkTfConfig(given.toStdString(), nullptr, spec::TfConfigUse::kClusterOnly);
    ReadCluster read;
    for (const v1::Problem& problem : checked.problems) read.findings.push_back(toFinding(problem));
    if (const auto lines = spec::parseYaml(given.toStdString())) addLines(read.findings, *lines);
    // What only lint objects to is readable and can be fixed here.
    const auto tasks = checked.tree.is_object() &&
                               checked.tree.value("cluster", json::object()).is_object() &&
                               std::ranges::none_of(read.findings,
                                                    [](const bridge::Finding& finding) {
                                                        return finding.code.startsWith("tf_config.") ||
                                                               finding.code == "cluster.unknown_role" ||
                                                               finding.code == "cluster.bad_node";
                                                    })
                           ? tasksOf(checked.tree.value("cluster", json::object()))
                           : std::nullopt;
    if (!tasks) return unreadable(std::move(read.findings));
    json further = checked.tree;
    json task = further.value("task", json::object());
    further.erase("cluster");
    further.erase("task");
    if (task.contains("type") && task["type"].is_string()) {
        const json index = task.value("index", json(0));
        read.task = text(task["type"].get<std::string>() + ':' +
                         (index.is_string() ? index.get<std::string>() : index.dump()));
    }
    task.erase("type");
    task.erase("index");
    if (!task.empty()) further["task"] = std::move(task);
    read.draft.tasks = *tasks;
    if (read.draft.tasks.empty() && read.task.startsWith(QStringLiteral("evaluator")))
        read.draft.tasks.push_back({.role = QStringLiteral("evaluator")});
    if (!further.empty()) read.draft.further = text(dumped(further));
    const bool hasPs = std::ranges::any_of(
        read.draft.tasks, [](const ClusterTask& t) { return t.role == QStringLiteral("ps"); });
    const auto withPs = std::ranges::find_if(
        strategies, [](const bridge::StrategyRow& row) { return row.role(QStringLiteral("ps")) != nullptr; });
    if (hasPs && withPs != strategies.end()) read.draft.strategy = withPs->id;
    read.draft.tidy();
    read.isReadable = true;
    return read;
}

/// The strategy's id and options; an error message if they are written in a form that cannot be kept.
std::optional<QString> readStrategy(const json& value, ClusterDraft& draft) {
    if (value.is_string()) {
        draft.strategy = text(value.get<std::string>());
        return std::nullopt;
    }
    if (!value.is_object() || value.size() != 1 || !(value.begin()->is_object() || value.begin()->is_null()))
        return QStringLiteral("expected one strategy and its options, such as {name: {}}");
    draft.strategy = text(value.begin().key());
    draft.options = value.begin()->is_null() ? QStringLiteral("{}") : text(dumped(value.begin().value()));
    return std::nullopt;
}

}  // namespace

QString clusterYaml(const ClusterDraft& draft) {
    return yamlOf(treeOf(draft));
}

QString editedYaml(const QString& given, const ClusterDraft& draft) {
    const json tree = treeOf(draft);
    if (tree.empty()) return {};
    const auto edited = spec::editYaml(given.toStdString(), tree, spec::runSchema());
    return edited ? text(*edited) : clusterYaml(draft);
}

ReadCluster readCluster(const QString& given, const Strategies& strategies) {
    if (given.trimmed().isEmpty()) return {.isReadable = true};
    const std::string bytes = given.toStdString();
    if (spec::looksLikeTfConfig(bytes)) {
        const json tree = json::parse(bytes, nullptr, false);
        // {"cluster": {…}} alone may be either; it is a run file's if an entry is not "host:port".
        if (tree.contains("task") || !tree.contains("strategy")) return readTfConfig(given, strategies);
    }
    auto tree = spec::parseYaml(bytes);
    if (!tree)
        return unreadable({{.code = text(tree.error().code),
                            .message = bridge::toSentence(tree.error().message),
                            .line = tree.error().line}});
    ReadCluster read;
    json value = tree->value.is_null() ? json::object() : tree->value;
    if (!value.is_object())
        return unreadable({{.code = QStringLiteral("spec.wrong_type"),
                            .message = bridge::Sentence::of("expected the keys `strategy` and `cluster`"),
                            .line = 1}});
    std::vector<std::string> known;
    for (const auto& key : spec::runSchema()["properties"].items()) known.push_back(key.key());
    for (const auto& item : value.items()) {
        const QString key = text(item.key());
        if (item.key() == "cluster" || item.key() == "strategy" || item.key() == "tf_config") continue;
        if (std::ranges::find(known, item.key()) != known.end()) {
            read.leftOut << key;
            continue;
        }
        const std::string near = spec::nearestWord(item.key(), known);
        read.findings.push_back(
            {.code = QStringLiteral("spec.unknown_key"),
             .message =
                 bridge::Sentence::of("unknown key `%1` (expected strategy, cluster or tf_config)", {key}),
             .path = key,
             .fix = near.empty() ? bridge::Sentence() : bridge::Sentence::of("write `%1`", {text(near)})});
    }
    if (value.contains("strategy"))
        if (const auto wrong = readStrategy(value["strategy"], read.draft))
            read.findings.push_back({.code = QStringLiteral("spec.wrong_type"),
                                     .message = *wrong,
                                     .path = QStringLiteral("strategy")});
    if (value.contains("tf_config")) read.draft.further = text(dumped(value["tf_config"]));
    const json cluster =
        value.contains("cluster") && !value["cluster"].is_null() ? value["cluster"] : json::object();
    const bridge::StrategyRow* strategy = find(strategies, read.draft.strategy);
    std::optional<std::vector<ClusterTask>> tasks;
    const std::size_t before = read.findings.size();
    for (bridge::Finding& finding : check(cluster, read.draft.strategy, strategy))
        read.findings.push_back(std::move(finding));
    const bool isWellFormed = before == 0 && cluster.is_object() &&
                              std::ranges::none_of(read.findings, [](const bridge::Finding& finding) {
                                  return finding.code.startsWith(QStringLiteral("spec.")) ||
                                         finding.code == QStringLiteral("cluster.unknown_role");
                              });
    if (isWellFormed) tasks = tasksOf(cluster);
    addLines(read.findings, *tree);
    if (!tasks) return unreadable(std::move(read.findings));
    read.draft.tasks = std::move(*tasks);
    read.draft.allowsClearText = cluster.value(spec::kAllowClearText, false);
    read.draft.subnet = QString::fromStdString(cluster.value(spec::kSubnet, std::string()));
    read.draft.tidy();
    read.isReadable = true;
    return read;
}

std::vector<bridge::Finding> lintCluster(const ClusterDraft& draft, const bridge::StrategyRow* strategy) {
    return check(clusterOf(draft), draft.strategy, strategy);
}

QString clusterSetting(const ClusterDraft& draft) {
    return "cluster=" + text(dumped(clusterOf(draft)));
}

std::optional<QString> fixedText(const QString& given, const bridge::Finding& finding) {
    const auto set = spec::parseOverride(finding.fixSet.toStdString());
    auto tree = spec::parseYaml(given.toStdString());
    if (!set || !tree || !tree->value.is_object()) return std::nullopt;
    if (!spec::applyOverride(tree->value, *set)) return std::nullopt;
    const auto edited = spec::editYaml(given.toStdString(), tree->value, spec::runSchema());
    return edited ? std::optional(text(*edited)) : std::nullopt;
}

std::optional<ClusterDraft> withFix(const ClusterDraft& draft, const bridge::Finding& finding) {
    const auto fixed = fixedText(clusterYaml(draft), finding);
    if (!fixed) return std::nullopt;
    ReadCluster read = readCluster(*fixed, {});
    if (!read.isReadable) return std::nullopt;
    read.draft.machines = draft.machines;
    read.draft.tidy();
    return read.draft;
}

QStringList tasksWithoutPort(const ClusterDraft& draft) {
    QStringList names;
    for (int row = 0; row < static_cast<int>(draft.tasks.size()); ++row)
        if (draft.tasks[row].port == 0) names << draft.taskName(row);
    return names;
}

namespace {

std::vector<spec::TaskPlan> plansOf(const ClusterDraft& draft) {
    std::vector<spec::TaskPlan> plans;
    for (int row = 0; row < static_cast<int>(draft.tasks.size()); ++row) {
        const ClusterTask& task = draft.tasks[row];
        spec::TaskPlan plan;
        plan.role = task.role.toStdString();
        plan.index = draft.indexOf(row);
        plan.node = machineOf(task.node).toStdString();
        plan.port = task.port;
        plans.push_back(std::move(plan));
    }
    return plans;
}

}  // namespace

QString sharedTfConfig(const ClusterDraft& draft) {
    json config = draft.further.isEmpty() ? json::object() : parsedOr(draft.further, json::object());
    json cluster = json::object();
    for (const spec::TaskPlan& plan : plansOf(draft)) {
        const std::string address = spec::addressOf(plan);
        cluster[plan.role].push_back(plan.port > 0 ? address : address.substr(0, address.rfind(':')));
    }
    config["cluster"] = std::move(cluster);
    return text(dumped(config, 2)) + '\n';
}

ReadCluster readSharedTfConfig(const QString& given, const ClusterDraft& before,
                               const Strategies& strategies) {
    ReadCluster read = readTfConfig(given, strategies);
    if (!read.isReadable) return read;
    for (int row = 0; row < static_cast<int>(read.draft.tasks.size()); ++row) {
        ClusterTask& task = read.draft.tasks[row];
        for (int old = 0; old < static_cast<int>(before.tasks.size()); ++old) {
            if (before.taskName(old) != read.draft.taskName(row)) continue;
            if (machineOf(before.tasks[old].node) == machineOf(task.node)) task.node = before.tasks[old].node;
            task.cpus = before.tasks[old].cpus;
            task.gpus = before.tasks[old].gpus;
        }
    }
    if (!before.strategy.isEmpty()) {
        read.draft.strategy = before.strategy;
        read.draft.options = before.options;
    }
    read.draft.machines = before.machines;
    read.draft.tidy();
    return read;
}

QString taskConfig(const ClusterDraft& draft, int row, TaskFormat format, const QString& runFile) {
    const auto plans = plansOf(draft);
    const json further = draft.further.isEmpty() ? json::object() : parsedOr(draft.further, json::object());
    const json config = spec::tfConfig(plans, plans[row], further);
    if (format == TaskFormat::kJson) return text(dumped(config, 2)) + '\n';
    QString quoted = text(dumped(config));
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    const QString setting = QStringLiteral("TF_CONFIG='%1'").arg(quoted);
    return format == TaskFormat::kEnvironment
               ? setting + '\n'
               : QStringLiteral("%1 trainyard-worker %2\n").arg(setting, runFile);
}

QString starterRunFile(const ClusterDraft& draft, const QString& name) {
    return QStringLiteral(
               "trainyard: 1\n"
               "name: %1\n"
               "train:\n"
               "  model: {builtin: fashion_cnn}\n"
               "  data:\n"
               "    train: {builtin: fashion_mnist}\n"
               "    validation: {builtin: fashion_mnist_test}\n"
               "  epochs: 3\n")
               .arg(text(spec::yamlText(name.toStdString()))) +
           clusterYaml(draft);
}

std::vector<ClusterLink> clusterLinks(const ClusterDraft& draft, const bridge::StrategyRow& strategy) {
    std::vector<int> holders, servers;
    int chief = -1;
    for (int row = 0; row < static_cast<int>(draft.tasks.size()); ++row) {
        const auto* role = strategy.role(draft.tasks[row].role);
        if (role && role->isReplica) holders.push_back(row);
        if (draft.tasks[row].role == QStringLiteral("ps")) servers.push_back(row);
        if (draft.isChief(row)) chief = row;
    }
    std::vector<ClusterLink> links;
    if (strategy.topology == QStringLiteral("ring")) {
        for (std::size_t i = 0; i + 1 < holders.size(); ++i) links.push_back({holders[i], holders[i + 1]});
        if (holders.size() > 2) links.push_back({holders.back(), holders.front()});
    } else if (strategy.topology == QStringLiteral("star")) {
        for (const int row : holders)
            if (row != chief && chief >= 0) links.push_back({chief, row});
    } else if (strategy.topology == QStringLiteral("bipartite")) {
        for (const int worker : holders)
            for (const int server : servers) links.push_back({worker, server});
        for (const int worker : holders)
            if (chief >= 0 && chief != worker) links.push_back({chief, worker, false});
    }
    return links;
}

double processBytesPerStep(const ClusterDraft& draft, const bridge::StrategyRow& strategy,
                           double parameters) {
    int processes = 0, gpus = 0;  // of a process that names its own, with a replica on each
    for (const ClusterTask& task : draft.tasks)
        if (const auto* role = strategy.role(task.role); role && role->isReplica) {
            ++processes;
            gpus = std::max(gpus, static_cast<int>(gpusOf(task).size()));
        }
    const json options = parsedOr(draft.options, json::object());
    const int perProcess = gpus > 0 ? gpus : std::max(1, spec::replicasPerTask(options));
    if (processes == 0 || strategy.bytesPerStep.isEmpty()) return std::numeric_limits<double>::quiet_NaN();
    const auto value = spec::evaluateFormula(
        strategy.bytesPerStep.toStdString(),
        {{"n", double(processes) * perProcess}, {"p", double(processes)}, {"parameters", parameters}});
    return value ? *value * perProcess : std::numeric_limits<double>::quiet_NaN();
}

std::vector<BuiltinModel> builtinModels() {
    std::vector<BuiltinModel> models;
    for (const char* name : {"fashion_cnn", "mnist_cnn", "mlp"}) {
        const auto plan = spec::planModel({"builtin", name}, {1, 28, 28});
        if (plan) models.push_back({QString::fromLatin1(name), double(plan->trainableParameters())});
    }
    return models;
}

}  // namespace trainyard::models
