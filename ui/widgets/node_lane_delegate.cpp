// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/node_lane_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/models/task_list_model.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {

void NodeLaneDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    const QVariant state = index.data(models::TaskListModel::kNodeRole);
    if (!state.isValid()) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    // Not the option's text, in which line feeds are another character.
    const QStringList lines = index.data().toString().split(QLatin1Char('\n'));
    cell.text.clear();
    QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

    constexpr int kPadding = 8;
    const Theme& theme = Theme::current();
    const QRect box = option.rect.adjusted(kPadding, 0, -kPadding, -1);
    painter->save();
    painter->setPen(theme.colour(QStringLiteral("line")));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const auto write = [&](const QRect& place, const QString& text) {
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
    };
    const QRect line(box.left(), box.top(), box.width(), box.height() / static_cast<int>(lines.size()));
    const qsizetype dot = lines[0].indexOf(QStringLiteral(" · "));
    const QString name = lines[0].left(dot);
    QFont emphasized = cell.font;
    emphasized.setWeight(QFont::DemiBold);
    painter->setFont(emphasized);
    painter->setPen(theme.colour(QStringLiteral("text")));
    write(line, name);
    const int nameWidth = painter->fontMetrics().horizontalAdvance(name);
    const bool isCutOff = lines.size() > 1;
    painter->setFont(cell.font);
    painter->setPen(theme.colour(isCutOff ? QStringLiteral("waiting") : QStringLiteral("muted")));
    if (dot >= 0) write(line.adjusted(nameWidth, 0, 0, 0), lines[0].mid(dot));
    if (isCutOff) write(line.translated(0, line.height()), lines[1]);
    painter->restore();
}

}  // namespace trainyard::widgets

#include "moc_node_lane_delegate.cpp"
