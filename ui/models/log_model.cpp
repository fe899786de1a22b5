// SPDX-License-Identifier: Apache-2.0
#include "ui/models/log_model.h"

#include <algorithm>

#include "ui/models/format.h"

namespace trainyard::models {

LogModel::LogModel(QObject* parent, int mostLines) : QAbstractListModel(parent), mostLines_(mostLines) {
}

void LogModel::clear() {
    beginResetModel();
    lines_.clear();
    tasks_.clear();
    endResetModel();
    emit tasksChanged();
}

int LogModel::taskIndex(const QString& task) {
    const int known = static_cast<int>(tasks_.indexOf(task));
    if (known >= 0) return known;
    tasks_ << task;
    return static_cast<int>(tasks_.size()) - 1;
}

void LogModel::append(const std::vector<bridge::LogChunk>& chunks) {
    const auto knownTasks = tasks_.size();
    std::deque<Line> fresh;
    for (const bridge::LogChunk& chunk : chunks) {
        const int task = taskIndex(chunk.task);
        for (const QString& text : chunk.lines) fresh.push_back({task, text});
    }
    while (static_cast<int>(fresh.size()) > mostLines_) fresh.pop_front();
    const int surplus = static_cast<int>(lines_.size() + fresh.size()) - mostLines_;
    if (surplus > 0 && !lines_.empty()) {
        beginRemoveRows({}, 0, surplus - 1);
        lines_.erase(lines_.begin(), lines_.begin() + surplus);
        endRemoveRows();
    }
    if (!fresh.empty()) {
        const int first = static_cast<int>(lines_.size());
        beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
        std::ranges::move(fresh, std::back_inserter(lines_));
        endInsertRows();
    }
    if (tasks_.size() != knownTasks) emit tasksChanged();
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Line& line = lines_[index.row()];
    switch (role) {
        case Qt::DisplayRole:
            return tasks_.size() > 1 ? QStringLiteral("[%1] %2").arg(tasks_[line.task], line.text)
                                     : line.text;
        case kIdRole:
            return tasks_[line.task];
        default:
            return {};
    }
}

}  // namespace trainyard::models
