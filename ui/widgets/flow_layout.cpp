// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/flow_layout.h"

#include <algorithm>
#include <utility>

namespace trainyard::widgets {

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count()) return nullptr;
    QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
    items_.erase(items_.begin() + index);
    invalidate();
    return item;
}

std::vector<FlowLayout::Row> FlowLayout::rowsFor(int width) const {
    std::vector<Row> rows;
    int left = 0;
    for (const auto& item : items_) {
        if (item->isEmpty()) continue;
        const QSize size = item->sizeHint();
        if (rows.empty() || size.width() > left) {
            rows.emplace_back();
            left = width;
        }
        rows.back().items.push_back(item.get());
        rows.back().height = std::max(rows.back().height, size.height());
        left -= size.width() + spacing();
    }
    return rows;
}

int FlowLayout::heightForWidth(int width) const {
    const QMargins around = contentsMargins();
    int height = 0;
    for (const Row& row : rowsFor(width - around.left() - around.right()))
        height += row.height + (height > 0 ? spacing() : 0);
    return height + around.top() + around.bottom();
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const auto& item : items_) {
        if (item->isEmpty()) continue;
        const QSize hint = item->sizeHint();
        size.rwidth() = std::max(size.width(), 0) + hint.width() + (size.width() > 0 ? spacing() : 0);
        size.rheight() = std::max(size.height(), hint.height());
    }
    return size.expandedTo(QSize(0, 0)).grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const {
    QSize size(0, 0);
    for (const auto& item : items_)
        if (!item->isEmpty()) size = size.expandedTo(item->minimumSize().expandedTo(item->sizeHint()));
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    const QRect inside = rect.marginsRemoved(contentsMargins());
    int top = inside.top();
    for (const Row& row : rowsFor(inside.width())) {
        int left = inside.left();
        int atEnd = 0;
        for (const QLayoutItem* item : row.items)
            if (item->alignment() & Qt::AlignRight) atEnd += item->sizeHint().width() + spacing();
        for (QLayoutItem* item : row.items) {
            const QSize size = item->sizeHint();
            if ((item->alignment() & Qt::AlignRight) && atEnd > 0)
                left = std::max(left, inside.right() + 1 + spacing() - std::exchange(atEnd, 0));
            item->setGeometry({QPoint(left, top + (row.height - size.height()) / 2), size});
            left += size.width() + spacing();
        }
        top += row.height + spacing();
    }
}

}  // namespace trainyard::widgets

#include "moc_flow_layout.cpp"
