// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QTableView;

namespace trainyard::widgets {

/// Makes a column as wide as its header and the widest of `samples` need, plus `extra` pixels for what a
/// delegate draws beside the text. Fixed from then on, so that nothing jumps while values change.
void fitColumn(QTableView& table, int column, const QStringList& samples, int extra = 0);

}  // namespace trainyard::widgets
