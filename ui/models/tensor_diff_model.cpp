// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tensor_diff_model.h"

#include <algorithm>

#include "ui/models/format.h"

namespace trainyard::models {
namespace {

const QString kSame = QStringLiteral("same");

/// The agent's word in the user's language.
QString changeWord(const QString& change) {
    if (change == kSame) return TensorDiffModel::tr("same");
    if (change == QStringLiteral("changed")) return TensorDiffModel::tr("changed");
    if (change == QStringLiteral("added")) return TensorDiffModel::tr("only in the second");
    if (change == QStringLiteral("removed")) return TensorDiffModel::tr("only in the first");
    if (change == QStringLiteral("shape")) return TensorDiffModel::tr("different shape");
    if (change == QStringLiteral("dtype")) return TensorDiffModel::tr("different type");
    return change;
}

}  // namespace

void TensorDiffModel::setTensors(std::vector<bridge::TensorDiff> tensors) {
    beginResetModel();
    rows_ = std::move(tensors);
    // A tensor without a comparable value (different shape, present in only one) sorts as the largest
    // difference.
    std::ranges::stable_sort(rows_, std::ranges::greater{}, [](const bridge::TensorDiff& row) {
        return std::pair(row.change != kSame && row.change != QStringLiteral("changed"),
                         row.change == kSame ? -1.0 : row.maxAbs);
    });
    endResetModel();
}

int TensorDiffModel::differing() const {
    return static_cast<int>(
        std::ranges::count_if(rows_, [](const auto& row) { return row.change != kSame; }));
}

int TensorDiffModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TensorDiffModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant TensorDiffModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::TensorDiff& row = rows_[static_cast<std::size_t>(index.row())];
    const bool hasNumbers = row.change == kSame || row.change == QStringLiteral("changed");
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() >= kGreatest ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case kTensor:
            return row.file.section('.', 0, 0) + '/' + row.name;
        case kChange:
            return changeWord(row.change);
        case kGreatest:
            return hasNumbers ? number(row.maxAbs) : QStringLiteral("–");
        case kMean:
            return hasNumbers ? number(row.meanAbs) : QStringLiteral("–");
        default:
            return {};
    }
}

QVariant TensorDiffModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section >= kGreatest ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case kTensor:
            return tr("Tensor");
        case kChange:
            return tr("Change");
        case kGreatest:
            return tr("Max difference");
        case kMean:
            return tr("Mean difference");
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_tensor_diff_model.cpp"
