// SPDX-License-Identifier: Apache-2.0
#include "ui/models/task_list_model.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::models {
namespace {

/// A task that takes this much longer per step than the median of the others is blocking them.
constexpr double kStragglerFactor = 1.25;
/// A call that takes longer than this is reported; collectives of a healthy run take milliseconds.
constexpr double kLongCallSeconds = 5;
/// Tasks report every second.
constexpr double kOldReportSeconds = 5;

double workMs(const bridge::TaskRow& row) {
    return row.inputMs + row.computeMs;
}

double laneMs(const bridge::TaskRow& row) {
    return workMs(row) + row.waitMs;
}

QString milliseconds(double value) {
    return QLocale().toString(value, 'f', value < 10 ? 1 : 0);
}

QString roleOf(const bridge::TaskRow& row) {
    return row.task.section(':', 0, 0);
}

bool isRightAligned(int column) {
    using Model = TaskListModel;
    return column == Model::kStep || column == Model::kCpu || column == Model::kMemory ||
           column == Model::kGpu;
}

}  // namespace

void TaskListModel::setTasks(std::vector<bridge::TaskRow> tasks) {
    const auto place = [](const bridge::TaskRow& row) { return std::tie(row.task, row.node); };
    if (std::ranges::equal(tasks, rows_, {}, place, place)) {
        rows_ = std::move(tasks);
        return rowsChanged();
    }
    beginResetModel();
    rows_ = std::move(tasks);
    lanes_ = nodeLanes(rows_);
    lines_.clear();
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        lines_.push_back({true, lane});
        for (const std::size_t task : lanes_[lane].tasks) lines_.push_back({false, task});
    }
    if (lanes_.empty())
        for (std::size_t task = 0; task < rows_.size(); ++task) lines_.push_back({false, task});
    endResetModel();
}

void TaskListModel::setNodes(std::vector<bridge::NodeRow> nodes) {
    nodes_ = std::move(nodes);
    if (hasLanes()) rowsChanged();
}

void TaskListModel::rowsChanged() {
    if (!lines_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
}

const bridge::NodeRow* TaskListModel::node(const QString& name) const {
    if (bridge::hasEnded(runState_)) return nullptr;
    const auto found = std::ranges::find(nodes_, name, &bridge::NodeRow::name);
    return found == nodes_.end() ? nullptr : &*found;
}

bool TaskListModel::isCutOff(const bridge::TaskRow& row) const {
    using enum bridge::TaskState;
    const bridge::TaskState state = stateOf(row);
    if (state != kStarting && state != kRunning && state != kUnknown) return false;
    const bridge::NodeRow* const its = node(row.node);
    return its && models::isCutOff(*its);
}

QStringList TaskListModel::nodesCutOff() const {
    QStringList names;
    for (const bridge::TaskRow& row : rows_)
        if (isCutOff(row) && !names.contains(row.node)) names << row.node;
    return names;
}

/// It is to end, or all of its tasks that the agent reaches have.
bool TaskListModel::isWaitingForLink() const {
    if (runState_ == bridge::RunState::kStopping) return true;
    bool isAnyReached = false;
    for (const bridge::TaskRow& row : rows_) {
        if (isCutOff(row)) continue;
        const bridge::TaskState state = stateOf(row);
        if (state == bridge::TaskState::kStarting || state == bridge::TaskState::kRunning) return false;
        isAnyReached = true;
    }
    return isAnyReached;
}

void TaskListModel::setRunState(bridge::RunState state) {
    if (std::exchange(runState_, state) != state) rowsChanged();
}

bridge::TaskState TaskListModel::stateOf(const bridge::TaskRow& row) const {
    using enum bridge::TaskState;
    const bool wasStopped =
        runState_ == bridge::RunState::kStopped || runState_ == bridge::RunState::kPreempted;
    if (wasStopped && row.state == kSucceeded) return kStopped;
    // The run's state and its tasks arrive separately. Before an attempt starts, and at the end of the run,
    // the tasks' last reports say "running", when none of them is.
    if (runState_ == bridge::RunState::kStarting && row.state == kRunning) return kStarting;
    if (bridge::hasEnded(runState_) && (row.state == kRunning || row.state == kStarting))
        return runState_ == bridge::RunState::kSucceeded ? kSucceeded : kStopped;
    return row.state;
}

int TaskListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int TaskListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant TaskListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Line line = lines_[static_cast<std::size_t>(index.row())];
    if (line.isLane) return laneData(lanes_[line.at], index.column(), role);
    const bridge::TaskRow& row = rows_[line.at];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return toolTip(row);
        case kIdRole:
            return row.task;
        case kTaskStateRole:
            if (index.column() != kState) return {};
            return static_cast<int>(isCutOff(row) ? bridge::TaskState::kUnknown : stateOf(row));
        case kLaneRole: {
            if (index.column() != kLane || !(laneMs(row) > 0)) return {};
            double longest = 0;
            for (const bridge::TaskRow& other : rows_) longest = std::fmax(longest, laneMs(other));
            return QVariant::fromValue(QList<double>{row.inputMs, row.computeMs, row.waitMs, longest});
        }
        case kStragglerRole:
            return index.column() == kLane && isStraggler(row);
        case Qt::TextAlignmentRole:
            return QVariant((isRightAligned(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                            Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant TaskListModel::laneData(const NodeLane& lane, int column, int role) const {
    const bridge::NodeRow* const its = node(lane.node);
    if (role == kNodeRole) return its ? static_cast<int>(its->state) : -1;
    if (role == Qt::ToolTipRole || (role == Qt::DisplayRole && column == kTask))
        return laneText(lane, rows_, its, isWaitingForLink());
    return {};
}

Qt::ItemFlags TaskListModel::flags(const QModelIndex& index) const {
    return index.isValid() && isLane(index.row()) ? Qt::ItemIsEnabled : QAbstractTableModel::flags(index);
}

QString TaskListModel::chiefText(const QString& task) {
    return tr("%1 (chief)").arg(task);
}

QStringList TaskListModel::laneWords() {
    return {tr("input"), tr("compute"), tr("wait")};
}

QString TaskListModel::suspendedWord() {
    return tr("suspended");
}

QString TaskListModel::cutOffWord() {
    return tr("no link");
}

QVariant TaskListModel::text(const bridge::TaskRow& row, int column) const {
    switch (column) {
        case kTask:
            return row.isChief ? chiefText(row.task) : row.task;
        case kState:
            if (isCutOff(row)) return cutOffWord();
            if (row.isSuspended) return suspendedWord();
            if (runState_ == bridge::RunState::kPaused && row.state == bridge::TaskState::kRunning)
                return stateWord(bridge::RunState::kPaused);
            return stateWord(stateOf(row));
        case kNode:
            return row.node;
        case kStep:
            return row.step > 0 ? count(row.step) : QStringLiteral("–");
        case kPhase:
            return inReadersLanguage(row.phase);
        case kLane:
            if (!(laneMs(row) > 0)) return noLaneText(row);
            return QStringLiteral("%1 · %2 · %3 ms")
                .arg(milliseconds(row.inputMs), milliseconds(row.computeMs), milliseconds(row.waitMs));
        case kCpu:
            return row.cpu > 0 && !isCutOff(row)
                       ? QLocale().toString(row.cpu * 100, 'f', 0) + QStringLiteral(" %")
                       : QStringLiteral("–");
        case kMemory:
            return row.rssBytes > 0 && !isCutOff(row)
                       ? QLocale().formattedDataSize(row.rssBytes, 0, QLocale::DataSizeTraditionalFormat)
                       : QStringLiteral("–");
        case kGpu:
            return gpuText(row);
        default:
            return {};
    }
}

bool TaskListModel::hasGpus() const {
    return std::ranges::any_of(rows_, [](const bridge::TaskRow& row) { return row.gpuBytes >= 0; });
}

QString TaskListModel::gpuText(const bridge::TaskRow& row) const {
    if (row.gpuBytes < 0 || isCutOff(row)) return QStringLiteral("–");
    QString memory = QLocale().formattedDataSize(row.gpuBytes, 1, QLocale::DataSizeTraditionalFormat);
    if (std::isnan(row.gpus)) return memory;
    return QStringLiteral("%1 % · %2").arg(QLocale().toString(row.gpus * 100, 'f', 0), memory);
}

bool TaskListModel::isCoordinator(const bridge::TaskRow& row) const {
    return roleOf(row) == QStringLiteral("chief") && std::ranges::any_of(rows_, [](const auto& other) {
               return roleOf(other) == QStringLiteral("ps");
           });
}

QString TaskListModel::noLaneText(const bridge::TaskRow& row) const {
    if (isCoordinator(row)) return tr("schedules the steps");
    if (roleOf(row) == QStringLiteral("ps")) return tr("holds the variables");
    if (roleOf(row) == QStringLiteral("evaluator")) return tr("evaluates checkpoints");
    return QStringLiteral("–");
}

bool TaskListModel::isStraggler(const bridge::TaskRow& row) const {
    // No task waits for another.
    if (runState_ == bridge::RunState::kPaused || bridge::hasEnded(runState_)) return false;
    if (isCutOff(row)) return false;  // or it is not known
    // Once no task makes progress, the lanes show past steps: the agent knows better.
    if (std::ranges::any_of(rows_, &bridge::TaskRow::isBlocking)) return row.isBlocking;
    std::vector<double> others;
    for (const bridge::TaskRow& other : rows_)
        if (&other != &row && laneMs(other) > 0) others.push_back(workMs(other));
    if (others.empty() || !(laneMs(row) > 0)) return false;
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    std::ranges::nth_element(others, middle);
    return workMs(row) > *middle * kStragglerFactor;
}

QString TaskListModel::hang(double now) const {
    if (runState_ == bridge::RunState::kPaused || now - reported_ > kOldReportSeconds) return {};
    QStringList waiting;
    QStringList missing;
    for (const bridge::TaskRow& row : rows_) {
        if (row.state != bridge::TaskState::kRunning || isCutOff(row)) continue;
        if (!row.call.isEmpty() && row.callSince > 0 && now - row.callSince > kLongCallSeconds) {
            waiting << tr("%1 has waited in %2 since %3 (%4 s)")
                           .arg(row.task, inReadersLanguage(row.call), models::clock(row.callSince),
                                count(static_cast<std::int64_t>(now - row.callSince)));
        } else if (row.call.isEmpty()) {
            missing << tr("%1 has not reached this call (%2, step %3)")
                           .arg(row.task, inReadersLanguage(row.phase), count(row.step));
        }
    }
    if (waiting.isEmpty()) return {};
    return (waiting + missing).join(QStringLiteral("; "));
}

QVariant TaskListModel::toolTip(const bridge::TaskRow& row) const {
    const bool isAtFault = row.state == bridge::TaskState::kFailed || row.state == bridge::TaskState::kLost;
    if (isAtFault && row.exitSignal > 0)
        return tr("%1 was killed by signal %2").arg(row.task).arg(row.exitSignal);
    if (row.state == bridge::TaskState::kFailed)
        return tr("%1 exited with code %2").arg(row.task).arg(row.exitCode);
    QStringList parts;
    if (isCutOff(row))
        parts << tr("Last known state: %1").arg(stateWord(stateOf(row)));
    else if (row.isSuspended)
        parts << tr("Its process was stopped by SIGSTOP or a debugger.");
    if (isStraggler(row)) parts << tr("The other tasks are waiting for %1.").arg(row.task);
    if (laneMs(row) > 0)
        parts << tr("Per step: input %1 ms, computing %2 ms, waiting for other tasks %3 ms")
                     .arg(milliseconds(row.inputMs), milliseconds(row.computeMs), milliseconds(row.waitMs));
    else if (isCoordinator(row) || roleOf(row) == QStringLiteral("ps"))
        parts << tr("The workers compute the steps; their rows show where the time goes.");
    // A narrow table does not show all its columns.
    for (const int column : {kNode, kPhase, kCpu, kMemory, kGpu})
        if (const QString value = text(row, column).toString();
            !value.isEmpty() && value != QStringLiteral("–"))
            parts << QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(), value);
    if (!row.listens.isEmpty() && !isCutOff(row))
        parts << tr("Listens at %1").arg(row.listens.join(QStringLiteral(", ")));
    parts << (row.pid > 0 ? tr("Process %1 at %2").arg(row.pid).arg(row.address) : row.address);
    return parts.join('\n');
}

QVariant TaskListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isRightAligned(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case kTask:
            return tr("Task");
        case kState:
            return tr("State");
        case kNode:
            return tr("Node");
        case kStep:
            return tr("Step");
        case kPhase:
            return tr("Phase");
        case kLane:
            return tr("Time per step");
        case kCpu:
            return tr("CPU");
        case kMemory:
            return tr("Memory");
        case kGpu:
            return tr("GPU");
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_task_list_model.cpp"
