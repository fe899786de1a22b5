// SPDX-License-Identifier: Apache-2.0
#include "ui/models/checkpoint_list_model.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <set>

#include "ui/models/format.h"

namespace trainyard::models {

void CheckpointListModel::setCheckpoints(std::vector<bridge::CheckpointRow> checkpoints) {
    std::ranges::sort(checkpoints, [](const auto& a, const auto& b) {
        return a.time != b.time ? a.time > b.time : a.step > b.step;
    });
    const bool isSameSet = std::ranges::equal(checkpoints, rows_, {}, &bridge::CheckpointRow::path,
                                              &bridge::CheckpointRow::path);
    if (isSameSet) {
        rows_ = std::move(checkpoints);
        if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(checkpoints);
    endResetModel();
}

void CheckpointListModel::setMetric(const QString& metric) {
    metric_ = metric;
    if (!rows_.empty()) emit dataChanged(index(0, kMetric), index(rowCount() - 1, kMetric));
    emit headerDataChanged(Qt::Horizontal, kMetric, kMetric);
}

QStringList CheckpointListModel::metrics() const {
    std::set<QString> names;
    for (const bridge::CheckpointRow& row : rows_)
        for (auto it = row.metrics.cbegin(); it != row.metrics.cend(); ++it) names.insert(it.key());
    return {names.begin(), names.end()};
}

int CheckpointListModel::rowOf(const QString& path) const {
    const auto found = std::ranges::find(rows_, path, &bridge::CheckpointRow::path);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

QString CheckpointListModel::stateText(const bridge::CheckpointRow& checkpoint) {
    QStringList words;
    words << (checkpoint.state == QStringLiteral("damaged")    ? tr("damaged")
              : checkpoint.state == QStringLiteral("good")     ? tr("verified")
              : checkpoint.state == QStringLiteral("reported") ? tr("reported by the program")
                                                               : tr("not verified"));
    if (checkpoint.isBest) words << tr("best");
    if (checkpoint.isPinned) words << tr("pinned");
    if (checkpoint.isBackup) words << tr("backup");
    return words.join(QStringLiteral(", "));
}

int CheckpointListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CheckpointListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant CheckpointListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::CheckpointRow& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case kSortRole:
            return sortValue(row, index.column());
        case kIdRole:
        case Qt::ToolTipRole:
            return row.path;
        case kSeverityRole:
            if (row.state == QStringLiteral("damaged")) return static_cast<int>(bridge::Severity::kError);
            return {};
        case Qt::TextAlignmentRole:
            return QVariant((index.column() < kState ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant CheckpointListModel::text(const bridge::CheckpointRow& row, int column) const {
    switch (column) {
        case kStep:
            return count(row.step);
        case kEpoch:
            return QString::number(row.epoch + 1);
        case kMetric:
            return models::metric(row.metrics, metric_);
        case kSize:
            return byteSize(row.bytes);
        case kTime:
            return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(row.time * 1000)),
                                      QStringLiteral("MM-dd HH:mm"));
        case kState:
            return stateText(row);
        case kRun:
            return row.run;
        default:
            return {};
    }
}

QVariant CheckpointListModel::sortValue(const bridge::CheckpointRow& row, int column) const {
    switch (column) {
        case kStep:
            return static_cast<qlonglong>(row.step);
        case kEpoch:
            return row.epoch;
        case kMetric:
            return row.metrics.value(metric_, bridge::kNotKnown);
        case kSize:
            return static_cast<qlonglong>(row.bytes);
        case kTime:
            return -row.time;
        default:
            return text(row, column);
    }
}

QVariant CheckpointListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section < kState ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case kStep:
            return tr("Step");
        case kEpoch:
            return tr("Epoch");
        case kMetric:
            return metric_.isEmpty() ? tr("Metric") : metric_;
        case kSize:
            return tr("Size");
        case kTime:
            return tr("Time");
        case kState:
            return tr("State");
        case kRun:
            return tr("Run");
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_checkpoint_list_model.cpp"
