// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/columns.h"

#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace trainyard::widgets {
namespace {

// The style sheet's 5 pixels and Fusion's own 3 at each side, and 2 to spare.
constexpr int kPadding = 18;
// The header's text ends 8 pixels before that of the cells.
constexpr int kHeaderExtra = 10;

}  // namespace

void fitColumn(QTableView& table, int column, const QStringList& samples, int extra) {
    table.ensurePolished();
    // Not the header's own size hint: that keeps room for a sort indicator beside the text, ours is above it.
    const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
    int width = table.horizontalHeader()->fontMetrics().horizontalAdvance(title) + kHeaderExtra;
    for (const QString& sample : samples)
        width = std::max(width, table.fontMetrics().horizontalAdvance(sample) + extra);
    table.setColumnWidth(column, width + kPadding);
}

}  // namespace trainyard::widgets
