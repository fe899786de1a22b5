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
    static const QRegularExpression kSpace(QStringLiteral("\\s+"));
    for (const QString& word : query.split(kSpace, Qt::SkipEmptyParts)) {
        Term term{Field::kAny, word};
        for (const auto& [key, field] : {std::pair{QStringLiteral("state:"), Field::kState},
                                         std::pair{QStringLiteral("strategy:"), Field::kStrategy}})
            if (word.startsWith(key, Qt::CaseInsensitive)) term = {field, word.mid(key.size())};
        terms_.push_back(std::move(term));
    }
    invalidateFilter();
}

bool RunFilterModel::filterAcceptsRow(int row, const QModelIndex&) const {
    return std::ranges::all_of(terms_, [&](const Term& term) { return isMet(term, row); });
}

bool RunFilterModel::isMet(const Term& term, int row) const {
    const auto cell = [&](int column) { return sourceModel()->index(row, column); };
    const auto holds = [&](int column) {
        return cell(column).data().toString().contains(term.text, Qt::CaseInsensitive);
    };
    switch (term.field) {
        case Field::kState: {
            // In the reader's language or in that of the command line.
            const QModelIndex state = cell(RunListModel::kState);
            const auto value = static_cast<bridge::RunState>(state.data(kStateRole).toInt());
            return state.data().toString().startsWith(term.text, Qt::CaseInsensitive) ||
                   QString::fromLatin1(stateName(value)).startsWith(term.text, Qt::CaseInsensitive);
        }
        case Field::kStrategy:
            return holds(RunListModel::kStrategy);
        case Field::kAny:
            break;
    }
    for (int column = 0; column < sourceModel()->columnCount(); ++column)
        if (holds(column)) return true;
    return false;
}

}  // namespace trainyard::models
