// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace trainyard::widgets {
namespace {

// The style sheet's 5 pixels and Fusion's own 3 on each side, and 2 to spare.
constexpr int kPadding = 18;
// The header's text ends 8 pixels before that of the cells.
constexpr int kHeaderExtra = 10;

/// Belongs to the table whose size it watches.
class RoomKeeper : public QObject {
  public:
    RoomKeeper(QTableView& table, QList<int> columns, int leastStretch)
        : QObject(&table), table_(table), columns_(std::move(columns)), leastStretch_(leastStretch) {
        table.viewport()->installEventFilter(this);
        fit();
    }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) fit();
        return QObject::eventFilter(watched, event);
    }

  private:
    void fit() {
        if (std::exchange(isFitting_, true)) return;  // hiding a column may resize the viewport
        int left = table_.viewport()->width() - leastStretch_;
        bool hasRoom = true;
        for (const int column : columns_) {
            table_.setColumnHidden(column, false);  // a hidden one has no width
            left -= table_.columnWidth(column);
            hasRoom = hasRoom && left >= 0;
            table_.setColumnHidden(column, !hasRoom);
        }
        isFitting_ = false;
    }

    QTableView& table_;
    const QList<int> columns_;
    const int leastStretch_;
    bool isFitting_ = false;
};

}  // namespace

void fitColumn(QTableView& table, int column, const QStringList& samples, int extra) {
    table.ensurePolished();
    // Not the header's own size hint: that leaves room for a sort indicator next to the text, but here it is
    // above the text.
    const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
    int width = table.horizontalHeader()->fontMetrics().horizontalAdvance(title) + kHeaderExtra;
    for (const QString& sample : samples)
        width = std::max(width, table.fontMetrics().horizontalAdvance(sample) + extra);
    table.setColumnWidth(column, width + kPadding);
}

void showWhatFits(QTableView& table, const QList<int>& columns, int leastStretch) {
    new RoomKeeper(table, columns, leastStretch);
}

}  // namespace trainyard::widgets
