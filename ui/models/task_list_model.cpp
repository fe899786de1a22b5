// SPDX-License-Identifier: Apache-2.0
#include "ui/models/task_list_model.h"

#include <algorithm>

#include "ui/models/format.h"

namespace trainyard::models {

void TaskListModel::setTasks(std::vector<bridge::TaskRow> tasks) {
    const bool isSameSet =
        std::ranges::equal(tasks, rows_, {}, &bridge::TaskRow::task, &bridge::TaskRow::task);
    if (isSameSet) {
        rows_ = std::move(tasks);
        if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(tasks);
    endResetModel();
}

int TaskListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TaskListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant TaskListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::TaskRow& row = rows_[index.row()];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return toolTip(row);
        case kIdRole:
            return row.task;
        case kTaskStateRole:
            return index.column() == kState ? QVariant(static_cast<int>(row.state)) : QVariant();
        case Qt::TextAlignmentRole:
            return QVariant((index.column() == kStep ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        default:
            return {};
    }
}

QString TaskListModel::chiefText(const QString& task) {
    return tr("%1 (chief)").arg(task);
}

QVariant TaskListModel::text(const bridge::TaskRow& row, int column) const {
    switch (column) {
        case kTask:
            return row.isChief ? chiefText(row.task) : row.task;
        case kState:
            return stateWord(row.state);
        case kNode:
            return row.node;
        case kStep:
            return row.step > 0 ? count(row.step) : QStringLiteral("–");
        case kPhase:
            return row.phase;
        default:
            return {};
    }
}

QVariant TaskListModel::toolTip(const bridge::TaskRow& row) const {
    if (row.exitSignal > 0) return tr("%1 was ended by signal %2").arg(row.task).arg(row.exitSignal);
    if (row.state == bridge::TaskState::kFailed)
        return tr("%1 ended with code %2").arg(row.task).arg(row.exitCode);
    return row.pid > 0 ? tr("Process %1 at %2").arg(row.pid).arg(row.address) : row.address;
}

QVariant TaskListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == kStep ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
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
        default:
            return {};
    }
}

}  // namespace trainyard::models
