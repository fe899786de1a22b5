// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/parallel_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr double kSide = 90;        ///< left and right of the outer axes, for their texts
constexpr double kClickReach = 12;  ///< of a click, in pixels
constexpr double kDotRadius = 2;    ///< of a run's value on an axis
constexpr double kMarkGap = 6;      ///< between an axis and its texts

double distance(QPointF point, QPointF from, QPointF to) {
    const QPointF along = to - from, here = point - from;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(here, along) / length, 0.0, 1.0) : 0;
    const QPointF rest = here - share * along;
    return std::hypot(rest.x(), rest.y());
}

}  // namespace

ParallelView::ParallelView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ParallelView::setAxes(std::vector<models::ParallelAxis> axes, QStringList texts, int best) {
    axes_ = std::move(axes);
    texts_ = std::move(texts);
    best_ = best;
    setChosen(chosen_ < runs() ? chosen_ : -1);
}

void ParallelView::setChosen(int run) {
    chosen_ = run;
    setAccessibleDescription(chosen_ >= 0 ? texts_[chosen_] : best_ >= 0 ? texts_[best_] : QString());
    update();
}

QRectF ParallelView::area() const {
    const double line = fontMetrics().height();
    return {kSide, 2 * line, std::max(1.0, width() - 2 * kSide), std::max(1.0, height() - 5 * line)};
}

double ParallelView::xOf(std::size_t axis) const {
    const QRectF box = area();
    if (axes_.size() < 2) return box.center().x();
    return box.left() + box.width() * double(axis) / double(axes_.size() - 1);
}

std::vector<QPolygonF> ParallelView::linesOf(int run) const {
    const QRectF box = area();
    std::vector<QPolygonF> lines(1);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        if (const auto height = axes_[axis].heights[static_cast<std::size_t>(run)])
            lines.back() << QPointF(xOf(axis), box.bottom() - *height * box.height());
        else if (!lines.back().isEmpty())
            lines.emplace_back();
    }
    return lines;
}

void ParallelView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::current();
    QColor others = theme.colour(QStringLiteral("muted"));
    others.setAlphaF(0.5F);
    for (int run = 0; run < runs(); ++run)
        if (run != best_ && run != chosen_) paintRun(painter, run, others, 1);
    if (best_ >= 0) paintRun(painter, best_, theme.colour(QStringLiteral("succeeded")), 2.5);
    if (chosen_ >= 0 && chosen_ != best_)
        paintRun(painter, chosen_, theme.colour(QStringLiteral("accent")), 2.5);
    paintAxes(painter);
    paintReadOut(painter);
}

void ParallelView::paintRun(QPainter& painter, int run, const QColor& colour, double width) const {
    painter.setPen(QPen(colour, width));
    painter.setBrush(colour);
    for (const QPolygonF& line : linesOf(run)) {
        painter.drawPolyline(line);
        for (const QPointF& at : line) painter.drawEllipse(at, kDotRadius, kDotRadius);
        // The star marks the best one where its line ends, as in the table.
        if (run == best_ && !line.isEmpty() && line.back().x() >= xOf(axes_.size() - 1))
            painter.drawText(line.back() + QPointF(kMarkGap, fontMetrics().ascent() / 2.0),
                             QStringLiteral("★"));
    }
}

void ParallelView::paintAxes(QPainter& painter) const {
    const Theme& theme = Theme::current();
    const QRectF box = area();
    const double line = fontMetrics().height();
    const double room = axes_.size() > 1 ? box.width() / double(axes_.size() - 1) : 2 * kSide;
    const int most = static_cast<int>(std::min(2 * kSide, room) - kMarkGap);
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const double x = xOf(axis);
        painter.setPen(QPen(theme.colour(QStringLiteral("line")), 1));
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        painter.setPen(theme.colour(QStringLiteral("text")));
        painter.drawText(QRectF(x - kSide, 0, 2 * kSide, line), Qt::AlignCenter,
                         fontMetrics().elidedText(axes_[axis].title, Qt::ElideMiddle, most));
        painter.setPen(theme.colour(QStringLiteral("muted")));
        double above = -std::numeric_limits<double>::infinity();
        for (auto mark = axes_[axis].marks.rbegin(); mark != axes_[axis].marks.rend(); ++mark) {
            const double y = box.bottom() - mark->height * box.height();
            if (y - above < line) continue;  // no room; the read-out has every value
            above = y;
            const QString text = fontMetrics().elidedText(mark->text, Qt::ElideRight,
                                                          std::min<int>(kSide, most / 2 + int(kMarkGap)));
            const int width = fontMetrics().horizontalAdvance(text);
            const QRectF place(x - width - kMarkGap, y - line / 2, width, line);
            painter.fillRect(place, palette().base());  // lines that end here would run through it
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, text);
        }
    }
}

void ParallelView::paintReadOut(QPainter& painter) const {
    const Theme& theme = Theme::current();
    const double line = fontMetrics().height();
    const QRectF below(8, height() - 1.5 * line, width() - 16, line);
    painter.setPen(theme.colour(hasFocus() ? QStringLiteral("accent") : QStringLiteral("text")));
    painter.drawText(below, Qt::AlignCenter,
                     fontMetrics().elidedText(accessibleDescription(), Qt::ElideRight, int(below.width())));
}

int ParallelView::nearest(QPointF at) const {
    int found = -1;
    double least = kClickReach;
    for (int run = 0; run < runs(); ++run)
        for (const QPolygonF& line : linesOf(run))
            for (qsizetype i = 0; i + 1 < line.size(); ++i)
                if (const double away = distance(at, line[i], line[i + 1]); away < least) {
                    least = away;
                    found = run;
                }
    return found;
}

void ParallelView::choose(int run) {
    if (run < 0 || run == chosen_) return;
    setChosen(run);
    emit runChosen(run);
}

void ParallelView::keyPressEvent(QKeyEvent* event) {
    if (runs() == 0) return QWidget::keyPressEvent(event);
    const int from = chosen_ < 0 ? std::max(best_, 0) : chosen_;
    switch (event->key()) {
        case Qt::Key_Down:
        case Qt::Key_Right:
            return choose(chosen_ < 0 ? from : std::min(from + 1, runs() - 1));
        case Qt::Key_Up:
        case Qt::Key_Left:
            return choose(chosen_ < 0 ? from : std::max(from - 1, 0));
        case Qt::Key_Home:
            return choose(0);
        case Qt::Key_End:
            return choose(runs() - 1);
        default:
            QWidget::keyPressEvent(event);
    }
}

void ParallelView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(nearest(event->position()));
    QWidget::mousePressEvent(event);
}

void ParallelView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::widgets

#include "moc_parallel_view.cpp"
