// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/choice_delegate.h"

#include <QApplication>
#include <QPainter>
#include <utility>

#include "ui/widgets/theme.h"

namespace trainyard::widgets {

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString name = std::exchange(item.text, {});
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const QString about = index.data(Qt::StatusTipRole).toString();
    const int line = item.fontMetrics.height();
    QRect text = option.rect.adjusted(item.decorationSize.width() + 14, 0, -8, 0);
    text.setTop(text.center().y() - (about.isEmpty() ? line / 2 : line));
    text.setHeight(line);
    const auto draw = [&](const QString& words, const QColor& colour) {
        painter->setPen(colour);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                          item.fontMetrics.elidedText(words, Qt::ElideRight, text.width()));
        text.translate(0, line);
    };
    painter->save();
    painter->setFont(item.font);
    draw(name, Theme::current().colour(QStringLiteral("text")));
    draw(about, Theme::current().colour(QStringLiteral("muted")));
    painter->restore();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int lines = index.data(Qt::StatusTipRole).toString().isEmpty() ? 1 : 2;
    return {0, lines * option.fontMetrics.height() + 12};
}

}  // namespace trainyard::widgets

#include "moc_choice_delegate.cpp"
