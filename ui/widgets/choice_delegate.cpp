// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/choice_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr int kBesideText = 14, kRight = 8;

/// Of the description: as many lines as its words need. A path, which has none, is one line.
int aboutHeight(const QString& about, const QStyleOptionViewItem& item) {
    if (about.isEmpty()) return 0;
    const auto* view = qobject_cast<const QAbstractItemView*>(item.widget);
    const int width = (view ? view->viewport()->width() : item.rect.width()) - item.decorationSize.width() -
                      kBesideText - kRight;
    const int line = item.fontMetrics.height();
    if (width <= 0 || !about.contains(' ')) return line;
    return std::max(line,
                    item.fontMetrics.boundingRect(QRect(0, 0, width, 0), Qt::TextWordWrap, about).height());
}

}  // namespace

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString name = std::exchange(item.text, {});
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const QString about = index.data(Qt::StatusTipRole).toString();
    const int line = item.fontMetrics.height(), below = aboutHeight(about, item);
    QRect text = option.rect.adjusted(item.decorationSize.width() + kBesideText, 0, -kRight, 0);
    text.setTop(text.center().y() - (line + below) / 2);
    text.setHeight(line);
    painter->save();
    painter->setFont(item.font);
    painter->setPen(Theme::current().colour(QStringLiteral("text")));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      item.fontMetrics.elidedText(name, Qt::ElideRight, text.width()));
    text.translate(0, line);
    text.setHeight(below);
    painter->setPen(Theme::current().colour(QStringLiteral("muted")));
    if (below > line)
        painter->drawText(text, Qt::AlignLeft | Qt::TextWordWrap, about);
    else
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                          item.fontMetrics.elidedText(about, Qt::ElideRight, text.width()));
    painter->restore();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    return {0, item.fontMetrics.height() + aboutHeight(index.data(Qt::StatusTipRole).toString(), item) + 12};
}

}  // namespace trainyard::widgets

#include "moc_choice_delegate.cpp"
