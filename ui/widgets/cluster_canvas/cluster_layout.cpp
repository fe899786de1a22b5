// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/cluster_canvas/cluster_layout.h"

#include <algorithm>

namespace trainyard::widgets {
namespace {

constexpr int kMargin = 16;
constexpr int kCardGap = 14;      // between cards in a row
constexpr int kCardLineGap = 40;  // connections pass here
constexpr int kCardPadding = 16;
constexpr int kChipGap = 24;
constexpr int kLineGap = 32;  // connections pass here
constexpr int kMostAbreast = 4;
constexpr int kLeastCardWidth = 196;  // its title and its slots

struct Card {
    std::vector<std::vector<int>> lines;  // rows of the draft
    int columns = 1;
};

/// The machines in the order in which they are drawn: by the first role on each, so that machines that
/// communicate are in separate rows; empty ones last.
std::vector<std::pair<qsizetype, int>> drawingOrder(const models::ClusterDraft& draft) {
    std::vector<std::pair<qsizetype, int>> order;  // leading role, place in draft.machines
    for (int i = 0; i < draft.machines.size(); ++i) {
        const std::vector<int> rows = draft.tasksOn(draft.machines[i]);
        order.emplace_back(rows.empty() ? models::clusterRoles().size()
                                        : models::clusterRoles().indexOf(draft.tasks[rows[0]].role),
                           i);
    }
    std::ranges::stable_sort(order, {}, &std::pair<qsizetype, int>::first);
    return order;
}

Card cardOf(const models::ClusterDraft& draft, const QString& machine, int most) {
    Card card;
    QString role;
    for (const int row : draft.tasksOn(machine)) {
        const bool isNewLine = card.lines.empty() || draft.tasks[row].role != role ||
                               static_cast<int>(card.lines.back().size()) >= most;
        if (isNewLine) card.lines.emplace_back();
        role = draft.tasks[row].role;
        card.lines.back().push_back(row);
        card.columns = std::max(card.columns, static_cast<int>(card.lines.back().size()));
    }
    return card;
}

}  // namespace

ClusterLayout layoutCluster(const models::ClusterDraft& draft, int width, QSize chip) {
    const int room = std::max(width - 2 * kMargin - 2 * kCardPadding, chip.width());
    const int most = std::clamp((room + kChipGap) / (chip.width() + kChipGap), 1, kMostAbreast);
    ClusterLayout layout;
    layout.tasks.resize(draft.tasks.size());
    int x = kMargin, y = kMargin, lineHeight = 0;
    layout.machines.resize(static_cast<std::size_t>(draft.machines.size()));
    qsizetype before = -1;
    for (const auto& [lead, place] : drawingOrder(draft)) {
        const Card card = cardOf(draft, draft.machines[place], most);
        const int lines = std::max(static_cast<int>(card.lines.size()), 1);
        const QSize size(
            std::max(kLeastCardWidth,
                     2 * kCardPadding + card.columns * chip.width() + (card.columns - 1) * kChipGap),
            kCardTitleHeight + lines * chip.height() + (lines - 1) * kLineGap + kCardPadding + 8);
        const bool isNewLine = lead != before || x + size.width() + kMargin > width;
        before = lead;
        if (x > kMargin && isNewLine) {
            x = kMargin;
            y += lineHeight + kCardLineGap;
            lineHeight = 0;
        }
        layout.machines[static_cast<std::size_t>(place)] = QRect(QPoint(x, y), size);
        int chipY = y + kCardTitleHeight;
        for (const auto& line : card.lines) {
            const int used = static_cast<int>(line.size()) * (chip.width() + kChipGap) - kChipGap;
            int chipX = x + (size.width() - used) / 2;
            for (const int row : line) {
                layout.tasks[row] = QRect(QPoint(chipX, chipY), chip);
                chipX += chip.width() + kChipGap;
            }
            chipY += chip.height() + kLineGap;
        }
        layout.size.setWidth(std::max(layout.size.width(), x + size.width() + kMargin));
        lineHeight = std::max(lineHeight, size.height());
        x += size.width() + kCardGap;
    }
    layout.size.setHeight(y + lineHeight + kMargin);
    return layout;
}

QPainterPath linkPath(const QRect& from, const QRect& to) {
    const bool isBelow = to.top() > from.bottom();
    const bool isAbove = from.top() > to.bottom();
    QPainterPath path;
    if (isBelow || isAbove) {
        const QPointF begin(from.center().x(), isBelow ? from.bottom() + 1 : from.top());
        const QPointF end(to.center().x(), isBelow ? to.top() : to.bottom() + 1);
        const qreal middle = (begin.y() + end.y()) / 2;
        path.moveTo(begin);
        path.cubicTo({begin.x(), middle}, {end.x(), middle}, end);
        return path;
    }
    const QRect& left = from.left() < to.left() ? from : to;
    const QRect& right = from.left() < to.left() ? to : from;
    if (right.left() - left.right() <= left.width()) {  // neighbours
        path.moveTo(left.right() + 1, left.center().y());
        path.cubicTo(QPointF(left.right() + 12, left.center().y()),
                     QPointF(right.left() - 12, right.center().y()),
                     QPointF(right.left(), right.center().y()));
        return path;
    }
    const qreal deep = std::max(left.bottom(), right.bottom()) + kLineGap - 8;  // curves below the others
    path.moveTo(left.center().x(), left.bottom() + 1);
    path.cubicTo(QPointF(left.center().x(), deep), QPointF(right.center().x(), deep),
                 QPointF(right.center().x(), right.bottom() + 1));
    return path;
}

}  // namespace trainyard::widgets
