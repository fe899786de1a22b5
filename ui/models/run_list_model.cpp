// SPDX-License-Identifier: Apache-2.0
#include "ui/models/run_list_model.h"

#include <algorithm>

#include "ui/models/format.h"

namespace trainyard::models {
namespace {

/// Validation says more than training where both are known.
double bestKnown(const bridge::RunRow& row, const QString& metric) {
    const auto validation = row.metrics.constFind(QStringLiteral("val_") + metric);
    if (validation != row.metrics.cend()) return *validation;
    return row.metrics.value(metric, bridge::kNotKnown);
}

QString textOrDash(double value) {
    return value == value ? number(value) : QStringLiteral("–");
}

bool isNewer(const bridge::RunRow& a, const bridge::RunRow& b) {
    return a.created != b.created ? a.created > b.created : a.id > b.id;
}

}  // namespace

void RunListModel::apply(const bridge::RunListChange& change) {
    if (!change.isSnapshot) {
        for (const bridge::RunRow& row : change.runs) insertOrUpdate(row);
        return;
    }
    beginResetModel();
    rows_ = change.runs;
    std::ranges::sort(rows_, isNewer);
    endResetModel();
}

void RunListModel::insertOrUpdate(const bridge::RunRow& row) {
    const int known = rowOf(row.id);
    if (known >= 0) {
        rows_[known] = row;
        emit dataChanged(index(known, 0), index(known, kColumnCount - 1));
        return;
    }
    const auto place = std::ranges::upper_bound(rows_, row, isNewer);
    const int at = static_cast<int>(place - rows_.begin());
    beginInsertRows({}, at, at);
    rows_.insert(place, row);
    endInsertRows();
}

void RunListModel::setNow(double now) {
    now_ = now;
    if (rows_.empty()) return;
    emit dataChanged(index(0, kAge), index(rowCount() - 1, kAge), {Qt::DisplayRole});
}

int RunListModel::rowOf(const QString& id) const {
    const auto found = std::ranges::find(rows_, id, &bridge::RunRow::id);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

const bridge::RunRow* RunListModel::run(const QString& id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &rows_[row];
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::RunRow& row = rows_[index.row()];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case kSortRole:
            return sortValue(row, index.column());
        case kIdRole:
            return row.id;
        case kStateRole:
            return index.column() == kState ? QVariant(static_cast<int>(row.state)) : QVariant();
        case Qt::ToolTipRole:
            return row.failure.isEmpty()
                       ? QStringLiteral("%1\n%2").arg(row.id, row.strategy)
                       : QStringLiteral("%1\n%2\n%3").arg(row.id, row.strategy, row.failure);
        case Qt::TextAlignmentRole:
            if (index.column() >= kEpoch && index.column() <= kAge)
                return QVariant(Qt::AlignRight | Qt::AlignVCenter);
            return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant RunListModel::text(const bridge::RunRow& row, int column) const {
    switch (column) {
        case kName:
            return row.id.isEmpty() ? row.name : row.id;
        case kState:
            return stateWord(row.state);
        case kEpoch:
            if (row.epochs <= 0) return QStringLiteral("–");
            return QStringLiteral("%1/%2").arg(row.step > 0 ? row.epoch + 1 : 0).arg(row.epochs);
        case kLoss:
            return textOrDash(bestKnown(row, QStringLiteral("loss")));
        case kAccuracy:
            return textOrDash(bestKnown(row, QStringLiteral("accuracy")));
        case kAge:
            return age(now_ - row.created);
        case kStrategy:
            return row.strategy;
        default:
            return {};
    }
}

QVariant RunListModel::sortValue(const bridge::RunRow& row, int column) const {
    switch (column) {
        case kState:
            return static_cast<int>(row.state);
        case kEpoch:
            return row.epoch;
        case kLoss:
            return bestKnown(row, QStringLiteral("loss"));
        case kAccuracy:
            return bestKnown(row, QStringLiteral("accuracy"));
        case kAge:
            return -row.created;
        default:
            return text(row, column);
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return section >= kEpoch && section <= kAge ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                    : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case kName:
            return tr("Run");
        case kState:
            return tr("State");
        case kEpoch:
            return tr("Epoch");
        case kLoss:
            return tr("Loss");
        case kAccuracy:
            return tr("Accuracy");
        case kAge:
            return tr("Age");
        case kStrategy:
            return tr("Strategy");
        default:
            return {};
    }
}

}  // namespace trainyard::models
