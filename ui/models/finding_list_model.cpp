// SPDX-License-Identifier: Apache-2.0
#include "ui/models/finding_list_model.h"

#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"

namespace trainyard::models {

void FindingListModel::setFindings(std::vector<bridge::Finding> findings) {
    beginResetModel();
    rows_ = std::move(findings);
    std::ranges::stable_sort(rows_, std::greater{}, &bridge::Finding::severity);
    endResetModel();
}

int FindingListModel::count(bridge::Severity severity) const {
    return static_cast<int>(std::ranges::count(rows_, severity, &bridge::Finding::severity));
}

int FindingListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int FindingListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumnCount;
}

QVariant FindingListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bridge::Finding& row = rows_[index.row()];
    if (role == kSeverityRole) return static_cast<int>(row.severity);
    if (role == kIdRole) return row.code;
    if (role == Qt::ToolTipRole) {
        if (index.column() == kWhere && row.line > 0)  // the whole path: several files can have one name
            return QStringLiteral("%1:%2").arg(row.file).arg(row.line);
        const QString message = inReadersLanguage(row.message);
        return row.fix.isEmpty() ? message : message + '\n' + inReadersLanguage(row.fix);
    }
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case kSeverity:
            return row.severity == bridge::Severity::kError     ? tr("error")
                   : row.severity == bridge::Severity::kWarning ? tr("warning")
                                                                : tr("hint");
        case kWhere: {
            const QString file = row.file.section('/', -1);
            if (row.path.isEmpty())
                return row.line > 0 ? QStringLiteral("%1:%2").arg(file).arg(row.line) : file;
            return row.line > 0 ? tr("%1, line %2").arg(row.path).arg(row.line) : row.path;
        }
        case kMessage:
            return inReadersLanguage(row.message);
        case kFix:
            return row.fixSet.isEmpty() ? QString() : inReadersLanguage(row.fix);
        default:
            return {};
    }
}

}  // namespace trainyard::models

#include "moc_finding_list_model.cpp"
