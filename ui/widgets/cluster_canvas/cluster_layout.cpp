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

/// A cubic curve by its two ends and two control points.
struct Cubic {
    QPointF begin, first, second, end;

    QPointF at(double t) const {
        const double u = 1 - t;
        return u * u * u * begin + 3 * u * u * t * first + 3 * u * t * t * second + t * t * t * end;
    }
    QPainterPath path() const {
        QPainterPath path(begin);
        path.cubicTo(first, second, end);
        return path;
    }
};

bool isClear(const Cubic& line, const std::vector<QRect>& others) {
    constexpr int kSamples = 64, kDistance = 2;
    for (int i = 0; i <= kSamples; ++i) {
        const QPoint at = line.at(double(i) / kSamples).toPoint();
        for (const QRect& other : others)
            if (other.adjusted(-kDistance, -kDistance, kDistance, kDistance).contains(at)) return false;
    }
    return true;
}

/// From the middle of one edge to that of the other, whatever is in between.
Cubic straightLink(const QRect& from, const QRect& to) {
    const bool isBelow = to.top() > from.bottom();
    const bool isAbove = from.top() > to.bottom();
    if (isBelow || isAbove) {
        const QPointF begin(from.center().x(), isBelow ? from.bottom() + 1 : from.top());
        const QPointF end(to.center().x(), isBelow ? to.top() : to.bottom() + 1);
        const qreal middle = (begin.y() + end.y()) / 2;
        return {begin, {begin.x(), middle}, {end.x(), middle}, end};
    }
    const QRect& left = from.left() < to.left() ? from : to;
    const QRect& right = from.left() < to.left() ? to : from;
    if (right.left() - left.right() <= left.width())  // neighbours
        return {QPointF(left.right() + 1, left.center().y()), QPointF(left.right() + 12, left.center().y()),
                QPointF(right.left() - 12, right.center().y()), QPointF(right.left(), right.center().y())};
    const qreal deep = std::max(left.bottom(), right.bottom()) + kLineGap - 8;  // curves below the others
    return {QPointF(left.center().x(), left.bottom() + 1), QPointF(left.center().x(), deep),
            QPointF(right.center().x(), deep), QPointF(right.center().x(), right.bottom() + 1)};
}

/// Arcs past one side of what is between the two, the flattest first: from side to side, or from or to the
/// middle of the edge that faces the other. Longer ones reach further out, so that they do not coincide.
std::vector<Cubic> linksAround(const QRect& from, const QRect& to, const std::vector<QRect>& others,
                               Qt::Edge side, int width) {
    constexpr double kClearance = 6, kOutwards = 0.06;
    constexpr double kReached = 0.75;  // of the way to its control points, by a curve with both beside it
    const double sign = side == Qt::RightEdge ? 1 : -1;
    const auto edgeOf = [&](const QRect& rect) {
        return QPointF(side == Qt::RightEdge ? rect.right() + 1 : rect.left(), rect.center().y());
    };
    const auto facing = [](const QRect& rect, const QRect& other) {
        return QPointF(rect.center().x(),
                       other.center().y() > rect.center().y() ? rect.bottom() + 1 : rect.top());
    };
    const double high = std::min(from.center().y(), to.center().y());
    const double low = std::max(from.center().y(), to.center().y());
    const double own = sign * std::max(sign * edgeOf(from).x(), sign * edgeOf(to).x());
    double outermost = sign * own;
    for (const QRect& other : others)
        if (other.bottom() > high && other.top() < low)
            outermost = std::max(outermost, sign * edgeOf(other).x());
    std::vector<Cubic> lines;
    for (const double further : {0.0, 12.0, 30.0}) {
        double reach = outermost - sign * own + kClearance + kOutwards * (low - high) + further;
        const double most = side == Qt::RightEdge ? width - 2 - own : own - 2;
        reach = std::min(reach, most) / kReached;
        const double x = own + sign * reach;
        const QPointF begin = edgeOf(from), end = edgeOf(to);
        lines.push_back({begin, {x, begin.y()}, {x, end.y()}, end});
        const QPointF above = facing(to, from), below = facing(from, to);
        const double turn = above.y() > from.center().y() ? -kLineGap : kLineGap;
        lines.push_back({begin, {x, begin.y()}, {above.x(), above.y() + turn}, above});
        lines.push_back({below, {below.x(), below.y() - turn}, {x, end.y()}, end});
    }
    return lines;
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

QPainterPath straightPath(const ClusterLayout& layout, int from, int to) {
    return straightLink(layout.tasks[static_cast<std::size_t>(from)],
                        layout.tasks[static_cast<std::size_t>(to)])
        .path();
}

QPainterPath linkPath(const ClusterLayout& layout, int from, int to, const std::vector<QRect>& words,
                      Qt::Edge side) {
    const QRect& begin = layout.tasks[static_cast<std::size_t>(from)];
    const QRect& end = layout.tasks[static_cast<std::size_t>(to)];
    std::vector<QRect> others = words;
    for (std::size_t i = 0; i < layout.tasks.size(); ++i)
        if (static_cast<int>(i) != from && static_cast<int>(i) != to) others.push_back(layout.tasks[i]);
    const Cubic straight = straightLink(begin, end);
    if (isClear(straight, others)) return straight.path();
    for (const Qt::Edge each : {side, side == Qt::LeftEdge ? Qt::RightEdge : Qt::LeftEdge})
        for (const Cubic& around : linksAround(begin, end, others, each, layout.size.width()))
            if (isClear(around, others)) return around.path();
    return straight.path();
}

}  // namespace trainyard::widgets
