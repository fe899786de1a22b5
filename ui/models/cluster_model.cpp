// SPDX-License-Identifier: Apache-2.0
#include "ui/models/cluster_model.h"

#include <QElapsedTimer>
#include <QUndoCommand>
#include <algorithm>
#include <iterator>
#include "ui/models/agent_words.h"
#include "ui/models/gpu_choices.h"

namespace trainyard::models {
namespace {

constexpr int kTyping = 1;           // merge key
constexpr int kTypingPauseMs = 800;  // after which a new undo step starts

}  // namespace

/// The whole draft before and after: clusters are small.
class ClusterModel::Change : public QUndoCommand {
  public:
    Change(ClusterModel& model, ClusterDraft after, const QString& what, int mergeKey)
        : QUndoCommand(what),
          model_(model),
          before_(model.draft_),
          after_(std::move(after)),
          mergeKey_(mergeKey) {
        age_.start();
    }
    void undo() override { model_.show(before_); }
    void redo() override { model_.show(after_); }
    int id() const override { return mergeKey_; }
    bool mergeWith(const QUndoCommand* later) override {
        if (age_.elapsed() > kTypingPauseMs) return false;
        age_.restart();
        after_ = static_cast<const Change*>(later)->after_;
        return true;
    }

  private:
    ClusterModel& model_;
    ClusterDraft before_;
    ClusterDraft after_;
    int mergeKey_;
    QElapsedTimer age_;
};

ClusterModel::ClusterModel(QObject* parent) : QAbstractTableModel(parent) {
    draft_.machines = {machineOf(QStringLiteral("local"))};
    drawn_ = draft_;
}

void ClusterModel::setStrategies(std::vector<bridge::StrategyRow> strategies) {
    strategies_ = std::move(strategies);
    lint();
    emit draftChanged();
}

void ClusterModel::setNodes(std::vector<bridge::NodeRow> nodes) {
    const auto isSame = [](const bridge::NodeRow& one, const bridge::NodeRow& other) {
        return one.name == other.name && one.state == other.state && one.cpus == other.cpus &&
               one.gpus.size() == other.gpus.size();
    };
    const bool areSame = std::ranges::equal(nodes, nodes_, isSame);
    nodes_ = std::move(nodes);
    if (areSame) return;
    drawn_ = withNodes(draft_, nodes_, drawn_.machines);
    lint();
    emit nodesChanged();
}

const bridge::StrategyRow* ClusterModel::strategy() const {
    const auto found = std::ranges::find(strategies_, draft_.strategy, &bridge::StrategyRow::id);
    return found == strategies_.end() ? nullptr : &*found;
}

void ClusterModel::lint() {
    findings_ = lintCluster(draft_, strategy());
    gatherOtherMachines();
    std::ranges::copy(nodeFindings(draft_, nodes_), std::back_inserter(findings_));
    // Only this class knows which strategy has parameter servers.
    const auto withServers = std::ranges::find_if(
        strategies_, [](const bridge::StrategyRow& row) { return row.role(QStringLiteral("ps")); });
    for (bridge::Finding& finding : findings_)
        if (finding.code == QStringLiteral("cluster.ps_without_strategy") && withServers != strategies_.end())
            finding.fixSet = QStringLiteral("strategy={%1: {}}").arg(withServers->id);
    if (!draft_.strategy.isEmpty() && !strategies_.empty() && !strategy()) {
        findings_.push_back({.severity = bridge::Severity::kError,
                             .code = QStringLiteral("spec.unknown_strategy"),
                             .message = tr("No plugin here has the strategy %1.").arg(draft_.strategy),
                             .path = QStringLiteral("strategy")});
    }
}

void ClusterModel::gatherOtherMachines() {
    const auto isOtherMachine = [](const bridge::Finding& finding) {
        return finding.code == QStringLiteral("not_yet") && finding.fixSet.endsWith(QStringLiteral("=local"));
    };
    const auto count = std::erase_if(findings_, isOtherMachine);
    if (count == 0) return;
    ClusterDraft here = draft_;
    for (ClusterTask& task : here.tasks)
        if (machineOf(task.node) != QStringLiteral("local")) {
            task.node = QStringLiteral("local");
            task.port = 0;
        }
    findings_.push_back(
        {.severity = bridge::Severity::kWarning,
         .code = QStringLiteral("not_yet"),
         .message = tr("Tasks on other machines that this version can't start yet: %1. Start them manually, "
                       "with the commands under Manual start.")
                        .arg(count),
         .path = QStringLiteral("cluster"),
         .fix = tr("move all tasks to this machine"),
         .fixSet = clusterSetting(here)});
}

bool ClusterModel::change(ClusterDraft draft, const QString& what, int mergeKey) {
    for (const ClusterTask& task : draft.tasks)
        if (const QString machine = machineOf(task.node); !draft.machines.contains(machine))
            placeMachine(draft.machines, machine, drawn_.machines);
    draft.tidy();
    if (draft == draft_) return false;
    undo_.push(new Change(*this, std::move(draft), what, mergeKey));
    return true;
}

void ClusterModel::show(const ClusterDraft& draft) {
    const bool hasSameRows =
        std::ranges::equal(draft.tasks, draft_.tasks, {}, &ClusterTask::role, &ClusterTask::role);
    if (hasSameRows) {
        draft_ = draft;
        drawn_ = withNodes(draft_, nodes_, drawn_.machines);
        lint();
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
    } else {
        beginResetModel();
        draft_ = draft;
        drawn_ = withNodes(draft_, nodes_, drawn_.machines);
        lint();
        endResetModel();
    }
    emit draftChanged();
}

bool ClusterModel::addTask(const QString& role, const QString& machine) {
    if (!clusterRoles().contains(role) || !isMachineName(machine)) return false;
    ClusterDraft draft = draft_;
    ClusterTask task{.role = role, .node = machine};
    // If the others have fixed ports, so does the new one.
    const bool isPinned = !draft.tasks.empty() && tasksWithoutPort(draft).isEmpty();
    if (isPinned) task.port = nextPort(draft, task);
    draft.tasks.push_back(std::move(task));
    return change(std::move(draft), tr("Add %1").arg(role));
}

bool ClusterModel::removeTask(int row) {
    if (row < 0 || row >= rowCount()) return false;
    ClusterDraft draft = draft_;
    draft.tasks.erase(draft.tasks.begin() + row);
    return change(std::move(draft), tr("Remove %1").arg(draft_.taskName(row)));
}

bool ClusterModel::moveTask(int row, const QString& machine) {
    if (row < 0 || row >= rowCount() || !isMachineName(machine)) return false;
    if (machineOf(draft_.tasks[row].node) == machineOf(machine)) return false;
    ClusterDraft draft = draft_;
    draft.tasks[row].node = machine;
    return change(std::move(draft), tr("Move %1 to %2").arg(draft_.taskName(row), machine));
}

bool ClusterModel::setRole(int row, const QString& role) {
    if (row < 0 || row >= rowCount() || !clusterRoles().contains(role)) return false;
    ClusterDraft draft = draft_;
    ClusterTask task = draft.tasks[row];
    if (task.role == role) return false;
    draft.tasks.erase(draft.tasks.begin() + row);  // it becomes the last of its new role
    task.role = role;
    draft.tasks.push_back(std::move(task));
    return change(std::move(draft), tr("Make %1 a %2").arg(draft_.taskName(row), role));
}

bool ClusterModel::setPort(int row, int port) {
    if (row < 0 || row >= rowCount() || port < 0 || port > 65535) return false;
    ClusterDraft draft = draft_;
    draft.tasks[row].port = port;
    return change(std::move(draft), tr("Port of %1").arg(draft_.taskName(row)));
}

bool ClusterModel::toggleGpu(int row, std::optional<int> gpu) {
    if (row < 0 || row >= rowCount()) return false;
    ClusterDraft draft = draft_;
    std::vector<int> gpus = gpu ? gpusOf(draft.tasks[row]) : std::vector<int>();
    if (gpu && std::erase(gpus, *gpu) == 0) gpus.insert(std::ranges::upper_bound(gpus, *gpu), *gpu);
    QStringList numbers;
    for (const int one : gpus) numbers << QString::number(one);
    draft.tasks[row].gpus = numbers.join(',');
    return change(std::move(draft), tr("GPU of %1").arg(draft_.taskName(row)));
}

bool ClusterModel::addMachine(const QString& name) {
    if (!isMachineName(name) || draft_.machines.contains(machineOf(name))) return false;
    ClusterDraft draft = draft_;
    draft.machines << machineOf(name);
    return change(std::move(draft), tr("Add machine %1").arg(name));
}

bool ClusterModel::renameMachine(const QString& from, const QString& to) {
    if (!isMachineName(to) || !draft_.machines.contains(from)) return false;
    const QString target = machineOf(to);
    ClusterDraft draft = draft_;
    for (ClusterTask& task : draft.tasks)
        if (machineOf(task.node) == from) task.node = to;
    if (draft.machines.contains(target) && target != from)
        draft.machines.removeAll(from);
    else
        draft.machines[draft.machines.indexOf(from)] = target;
    return change(std::move(draft), tr("Call %1 %2").arg(from, to));
}

bool ClusterModel::removeMachine(const QString& name) {
    if (!draft_.machines.contains(name)) return false;
    ClusterDraft draft = draft_;
    draft.machines.removeAll(name);
    std::erase_if(draft.tasks, [&](const ClusterTask& task) { return machineOf(task.node) == name; });
    if (draft.machines.isEmpty()) draft.machines = {machineOf(QStringLiteral("local"))};  // to put a task on
    if (draft.machines == draft_.machines && draft.tasks.size() == draft_.tasks.size()) return false;
    return change(std::move(draft), tr("Remove machine %1").arg(name));
}

bool ClusterModel::setStrategy(const QString& id) {
    if (id == draft_.strategy) return false;
    ClusterDraft draft = draft_;
    draft.strategy = id;
    draft.options = QStringLiteral("{}");
    return change(std::move(draft), tr("Select the strategy %1").arg(id));
}

bool ClusterModel::pinPorts() {
    return change(withPorts(draft_), tr("Give every task a port"));
}

bool ClusterModel::applyFix(const bridge::Finding& finding) {
    auto fixed = withFix(draft_, finding);
    return fixed && change(std::move(*fixed), inReadersLanguage(finding.fix));
}

bool ClusterModel::replace(const ClusterDraft& draft, const QString& what) {
    ClusterDraft next = draft;
    if (next.tasks.empty() && next.machines.isEmpty()) next.machines = {machineOf(QStringLiteral("local"))};
    return change(std::move(next), what);
}

void ClusterModel::takeTyped(const ClusterDraft& draft) {
    change(draft, tr("Edit the text"), kTyping);
}

int ClusterModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(draft_.tasks.size());
}

int ClusterModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant ClusterModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const ClusterTask& task = draft_.tasks[index.row()];
    if (role == Qt::EditRole && index.column() == kPort) return task.port;
    if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
    switch (index.column()) {
        case kTask:
            return draft_.isChief(index.row()) && task.role != QStringLiteral("chief")
                       ? tr("%1 (chief)").arg(draft_.taskName(index.row()))
                       : draft_.taskName(index.row());
        case kRole:
            return task.role;
        case kMachine:
            return task.node;
        case kPort:
            return task.port == 0 ? tr("automatic") : QString::number(task.port);
        case kCpus:
            return task.cpus;
        default:
            return {};
    }
}

QVariant ClusterModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case kTask:
            return tr("Task");
        case kRole:
            return tr("Role");
        case kMachine:
            return tr("Machine");
        case kPort:
            return tr("Port");
        case kCpus:
            return tr("CPUs");
        default:
            return {};
    }
}

Qt::ItemFlags ClusterModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() != kTask ? flags | Qt::ItemIsEditable : flags;
}

bool ClusterModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid()) return false;
    const int row = index.row();
    switch (index.column()) {
        case kRole:
            return setRole(row, value.toString());
        case kMachine: {
            const QString node = value.toString().trimmed();
            if (!isMachineName(node)) return false;
            ClusterDraft draft = draft_;
            draft.tasks[row].node = node;
            return change(std::move(draft), tr("Move %1 to %2").arg(draft_.taskName(row), node));
        }
        case kPort:
            return setPort(row, value.toInt());
        case kCpus: {
            ClusterDraft draft = draft_;
            draft.tasks[row].cpus = value.toString().simplified().remove(' ');
            return change(std::move(draft), tr("CPUs of %1").arg(draft_.taskName(row)));
        }
        default:
            return false;
    }
}

}  // namespace trainyard::models

#include "moc_cluster_model.cpp"
