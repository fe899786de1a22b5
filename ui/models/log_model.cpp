// SPDX-License-Identifier: Apache-2.0
#include "ui/models/log_model.h"

#include <algorithm>
#include <cctype>

#include "ui/models/format.h"

namespace trainyard::models {
namespace {

/// Number of lines dropped at once: removing them one by one would move a million rows each time.
constexpr std::size_t kDropShare = 16;

/// The length of "2026-11-21 09:00:01.123 " or "09:00:01 " at the start of a line.
std::int16_t stampBytes(const QByteArray& text) {
    qsizetype end = 0;
    int colons = 0;
    while (end < text.size() && end < 32) {
        const char c = text[end];
        const bool isOfStamp = (c >= '0' && c <= '9') || c == ':' || c == '-' || c == '.' || c == ',' ||
                               c == '[' || c == ']' || c == 'T' || c == 'Z' || c == '+' || c == ' ';
        if (!isOfStamp) break;
        colons += c == ':' ? 1 : 0;
        ++end;
    }
    return colons >= 2 ? static_cast<std::int16_t>(end) : std::int16_t{0};
}

unsigned char lower(char c) {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/// Horspool's search, ignoring the case of ASCII letters.
bool contains(const QByteArray& text, const QByteArray& pattern) {
    const qsizetype length = pattern.size();
    if (length == 0) return true;
    for (qsizetype at = 0; at + length <= text.size();) {
        qsizetype i = length;
        while (i > 0 && lower(text[at + i - 1]) == static_cast<unsigned char>(pattern[i - 1])) --i;
        if (i == 0) return true;
        const unsigned char last = lower(text[at + length - 1]);
        qsizetype shift = 1;
        while (shift < length && static_cast<unsigned char>(pattern[length - 1 - shift]) != last) ++shift;
        at += shift;
    }
    return false;
}

}  // namespace

LogModel::LogModel(QObject* parent, int mostLines)
    : QAbstractListModel(parent), mostLines_(static_cast<std::size_t>(mostLines)) {
}

void LogModel::clear() {
    beginResetModel();
    lines_.clear();
    rows_.clear();
    tasks_.clear();
    dropped_ = 0;
    shownTask_ = -1;
    endResetModel();
    emit tasksChanged();
}

std::int16_t LogModel::taskIndex(const QString& task) {
    const auto known = tasks_.indexOf(task);
    if (known >= 0) return static_cast<std::int16_t>(known);
    tasks_ << task;
    if (task == shownName_) shownTask_ = static_cast<int>(tasks_.size()) - 1;
    return static_cast<std::int16_t>(tasks_.size() - 1);
}

bool LogModel::isSame(const Line& a, const Line& b) const {
    return QByteArrayView(a.text).sliced(a.stampBytes) == QByteArrayView(b.text).sliced(b.stampBytes);
}

void LogModel::addRows(std::vector<Row>& rows, std::uint64_t first) const {
    for (std::uint64_t number = first; number < dropped_ + lines_.size(); ++number) {
        const Line& line = lines_[static_cast<std::size_t>(number - dropped_)];
        if (!isShown(line)) continue;
        if (isFolded_ && !rows.empty() && isSame(lineOf(rows.back()), line)) {
            ++rows.back().count;
            rows.back().isOfSeveral |= lineOf(rows.back()).task != line.task;
        } else {
            rows.push_back({number});
        }
    }
}

void LogModel::append(const std::vector<bridge::LogChunk>& chunks) {
    const auto knownTasks = tasks_.size();
    const std::uint64_t first = dropped_ + lines_.size();
    for (const bridge::LogChunk& chunk : chunks) {
        const std::int16_t task = taskIndex(chunk.task);
        for (const QString& text : chunk.lines) {
            QByteArray bytes = text.toUtf8();
            const std::int16_t stamp = stampBytes(bytes);
            lines_.push_back({task, stamp, std::move(bytes)});
        }
    }
    // The newest row may grow; the others are new.
    std::vector<Row> fresh;
    const bool hadRows = !rows_.empty();
    if (hadRows) fresh.push_back(rows_.back());
    addRows(fresh, first);
    if (hadRows && fresh.front().count != rows_.back().count) {
        rows_.back() = fresh.front();
        const QModelIndex last = index(static_cast<int>(rows_.size()) - 1);
        emit dataChanged(last, last);
    }
    const auto added = fresh.begin() + (hadRows ? 1 : 0);
    if (added != fresh.end()) {
        const int at = static_cast<int>(rows_.size());
        beginInsertRows({}, at, at + static_cast<int>(fresh.end() - added) - 1);
        rows_.insert(rows_.end(), added, fresh.end());
        endInsertRows();
    }
    if (lines_.size() > mostLines_) dropOldest();
    if (tasks_.size() != knownTasks) emit tasksChanged();
}

void LogModel::dropOldest() {
    const std::size_t surplus = std::min(lines_.size(), lines_.size() - mostLines_ + mostLines_ / kDropShare);
    const std::uint64_t firstKept = dropped_ + surplus;
    const auto gone = std::ranges::lower_bound(rows_, firstKept, {}, &Row::line) - rows_.begin();
    if (gone > 0) beginRemoveRows({}, 0, static_cast<int>(gone) - 1);
    rows_.erase(rows_.begin(), rows_.begin() + gone);
    lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(surplus));
    dropped_ = firstKept;
    if (gone > 0) endRemoveRows();
}

void LogModel::rebuild() {
    beginResetModel();
    rows_.clear();
    addRows(rows_, dropped_);
    endResetModel();
}

void LogModel::setTask(const QString& task) {
    const int wanted = task.isEmpty() ? -1 : static_cast<int>(tasks_.indexOf(task));
    shownName_ = task;
    if (wanted == shownTask_) return;
    shownTask_ = wanted;
    rebuild();
}

void LogModel::setFolded(bool isFolded) {
    if (std::exchange(isFolded_, isFolded) != isFolded) rebuild();
}

bool LogModel::holds(int row, const QByteArray& lowerCaseText) const {
    return contains(lineOf(rows_[static_cast<std::size_t>(row)]).text, lowerCaseText);
}

int LogModel::find(const QByteArray& lowerCaseText, int row, Way way) const {
    const int count = rowCount();
    for (int i = 1; i <= count; ++i) {
        const int at = ((way == Way::kForward ? row + i : row - i) % count + count) % count;
        if (holds(at, lowerCaseText)) return at;
    }
    return -1;
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const Line& line = lineOf(row);
    switch (role) {
        case Qt::DisplayRole: {
            QString text = shown(QString::fromUtf8(line.text));
            if (row.isOfSeveral) {
                text.prepend(tr("[several tasks] "));
            } else if (tasks_.size() > 1) {
                text.prepend(QStringLiteral("[%1] ").arg(tasks_[line.task]));
            }
            if (row.count > 1) text += QStringLiteral("   ×%1").arg(count(row.count));
            return text;
        }
        case kIdRole:
            return tasks_[line.task];
        case kSortRole:
            return row.count;
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_log_model.cpp"
