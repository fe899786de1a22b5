// SPDX-License-Identifier: Apache-2.0
#include "ui/models/run_filter_model.h"

#include <QRegularExpression>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/models/run_list_model.h"

namespace trainyard::models {

RunFilterModel::RunFilterModel(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(kSortRole);
}

void RunFilterModel::setQuery(const QString& query) {
    terms_.clear();
    showsTrash_ = false;
    static const QRegularExpression kSpace(QStringLiteral("\\s+"));
    for (const QString& word : query.toLower().split(kSpace, Qt::SkipEmptyParts)) {
        if (word == QStringLiteral("is:trashed")) {
            showsTrash_ = true;
            continue;
        }
        Term term{Field::kAny, word};
        for (const auto& [key, field] : {std::pair{QStringLiteral("state:"), Field::kState},
                                         std::pair{QStringLiteral("strategy:"), Field::kStrategy},
                                         std::pair{QStringLiteral("tag:"), Field::kTag}})
            if (word.startsWith(key)) term = {field, word.mid(key.size())};
        terms_.push_back(std::move(term));
    }
    invalidateFilter();
}

bool RunFilterModel::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto& runs = static_cast<const RunListModel&>(*sourceModel());
    if (runs.at(row).isTrashed != showsTrash_) return false;
    return std::ranges::all_of(terms_, [&](const Term& term) { return isMet(term, row); });
}

bool RunFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    // In the order of the list when it opens, thousands of runs are compared without a QVariant for each.
    const auto& runs = static_cast<const RunListModel&>(*sourceModel());
    if (left.column() == RunListModel::kAge)
        return runs.at(left.row()).created > runs.at(right.row()).created;
    return QSortFilterProxyModel::lessThan(left, right);
}

bool RunFilterModel::isMet(const Term& term, int row) const {
    const auto& runs = static_cast<const RunListModel&>(*sourceModel());
    const bridge::RunRow& run = runs.at(row);
    switch (term.field) {
        case Field::kState:
            // In the user's language or in that of the command line.
            return stateWord(run.state).startsWith(term.text, Qt::CaseInsensitive) ||
                   QString::fromLatin1(stateName(run.state)).startsWith(term.text);
        case Field::kStrategy:
            return run.strategy.contains(term.text, Qt::CaseInsensitive);
        case Field::kTag: {
            const QString& tags = runs.tags(row);
            return tags.startsWith(term.text) || tags.contains('\n' + term.text);
        }
        case Field::kAny:
            break;
    }
    return runs.words(row).contains(term.text) || runs.tags(row).contains(term.text);
}

}  // namespace trainyard::models

#include "moc_run_filter_model.cpp"
