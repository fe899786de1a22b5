// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/columns.h"

#include <QHelpEvent>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QToolTip>
#include <algorithm>
#include <utility>

namespace trainyard::widgets {
namespace {

// The style sheet's 5 pixels and Fusion's own 3 on each side, and 2 to spare.
constexpr int kPadding = 18;
// The header's text ends 8 pixels before that of the cells.
constexpr int kHeaderExtra = 10;
constexpr int kLineHeight = 26;

}  // namespace

void showRows(QTableView& table, int stretchColumn) {
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(kLineHeight);
    new TableHeader(table);
    table.horizontalHeader()->setSectionResizeMode(stretchColumn, QHeaderView::Stretch);
}

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

ColumnFitter::ColumnFitter(QTableView& table, int stretched, int least, QList<int> byImportance)
    : QObject(&table),
      table_(table),
      stretched_(stretched),
      least_(least),
      byImportance_(std::move(byImportance)) {
    table.viewport()->installEventFilter(this);
    fit();
}

void ColumnFitter::choose(int column, bool isShown) {
    // Fitting paints the whole table, and the model's every news may lead here.
    if (choices_.contains(column) && choices_[column] == isShown) return;
    choices_[column] = isShown;
    fit();
}

void ColumnFitter::setChoices(QHash<int, bool> choices) {
    choices_ = std::move(choices);
    fit();
}

void ColumnFitter::fit() {
    if (std::exchange(isFitting_, true)) return;  // hiding a column may resize the viewport
    QHeaderView& header = *table_.horizontalHeader();
    int left = table_.viewport()->width() - least_;
    for (int column = 0; column < header.count(); ++column) {
        if (column == stretched_ || (byImportance_.contains(column) && !choices_.contains(column))) continue;
        table_.setColumnHidden(column, !choices_.value(column, false));
        left -= table_.columnWidth(column);  // 0 where it is hidden
    }
    const bool isRoomy = left >= 0;
    header.setSectionResizeMode(stretched_, isRoomy ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (!isRoomy) header.resizeSection(stretched_, least_);
    bool hasRoom = isRoomy;
    for (const int column : byImportance_) {
        if (choices_.contains(column)) continue;
        table_.setColumnHidden(column, false);  // a hidden one has no width
        left -= table_.columnWidth(column);
        hasRoom = hasRoom && left >= 0;
        table_.setColumnHidden(column, !hasRoom);
    }
    isFitting_ = false;
}

bool ColumnFitter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fit();
    return QObject::eventFilter(watched, event);
}

TableHeader::TableHeader(QTableView& table) : QHeaderView(Qt::Horizontal, &table) {
    setSectionsClickable(true);
    setHighlightSections(false);
    table.setHorizontalHeader(this);
}

QString TableHeader::title(int column) const {
    return model()->headerData(column, Qt::Horizontal).toString();
}

int TableHeader::titleWidth(int column) const {
    QStyleOptionHeader option;
    initStyleOption(&option);
    option.section = column;
    option.rect = QRect(0, 0, sectionSize(column), height());
    return style()->subElementRect(QStyle::SE_HeaderLabel, &option, this).width() -
           2 * style()->pixelMetric(QStyle::PM_HeaderMargin, &option, this);
}

QString TableHeader::shownTitle(int column) const {
    return fontMetrics().elidedText(title(column), Qt::ElideRight, titleWidth(column));
}

void TableHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int column) const {
    QHeaderView::initStyleOptionForIndex(option, column);
    option->text = shownTitle(column);
}

bool TableHeader::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QHeaderView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int column = logicalIndexAt(help->pos());
    if (column < 0 || shownTitle(column) == title(column)) return QHeaderView::viewportEvent(event);
    QStringList lines{title(column), model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString()};
    lines.removeAll(QString());
    QToolTip::showText(help->globalPos(), lines.join('\n'), this);
    return true;
}

}  // namespace trainyard::widgets
