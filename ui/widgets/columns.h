// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringList>

class QTableView;

namespace trainyard::widgets {

/// Makes a column as wide as its header and the widest of `samples` need, plus `extra` pixels for what a
/// delegate draws next to the text. Fixed from then on, so that nothing jumps while values change.
void fitColumn(QTableView& table, int column, const QStringList& samples, int extra = 0);

/// From now on shows those of `columns` (the most important first) that fit into the table next to its
/// stretching column, which gets at least `leastStretch` pixels, so that no horizontal scrolling is needed.
void showWhatFits(QTableView& table, const QList<int>& columns, int leastStretch);

}  // namespace trainyard::widgets
