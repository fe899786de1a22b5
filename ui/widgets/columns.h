// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringList>

class QTableView;

namespace trainyard::widgets {

/// Makes a column as wide as its header and the widest of `samples` need, plus `extra` pixels for what a
/// delegate draws beside the text. Fixed from then on, so that nothing jumps while values change.
void fitColumn(QTableView& table, int column, const QStringList& samples, int extra = 0);

/// From now on shows of `columns`, the most important first, those that the table has room for beside its
/// stretching column, which has `leastStretch` pixels or more: nobody has to scroll sideways.
void showWhatFits(QTableView& table, const QList<int>& columns, int leastStretch);

}  // namespace trainyard::widgets
