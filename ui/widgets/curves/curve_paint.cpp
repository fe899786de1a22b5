// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr float kPale = 0.28F;
constexpr float kLost = 0.35F;
constexpr double kMarker = 2.5;
constexpr double kDotWidth = 1.6;
const QList<qreal> kDots{0.1, 2.5};  // in line widths; round caps turn these into dots

void paintDense(QPainter& painter, const PlotFrame& frame, const DrawnCurve& drawn) {
    // Vertical strokes only, each extended to the previous value: the same pixels as the whole line, and fast
    // because nothing is antialiased.
    QList<QLineF> strokes;
    strokes.reserve(static_cast<qsizetype>(drawn.columns.size()));
    std::optional<DrawnCurve::Column> before;
    for (DrawnCurve::Column column : drawn.columns) {
        if (frame.isLogarithmic) {
            if (column.high <= 0) continue;  // cannot be drawn on this axis
            for (double* value : {&column.low, &column.first, &column.last})
                *value = std::max(*value, frame.low);
        }
        const double x = frame.area.left() + column.pixel + 0.5;
        double low = column.low;
        double high = column.high;
        if (before && before->pixel + 1 == column.pixel) {
            low = std::min(low, before->last);
            high = std::max(high, before->last);
        } else if (before) {
            strokes.emplace_back(frame.area.left() + before->pixel + 0.5, frame.y(before->last), x,
                                 frame.y(column.first));
        }
        const double bottom = frame.y(low);
        const double top = frame.y(high);
        strokes.emplace_back(x, bottom, x, bottom - top < 1 ? bottom - 1 : top);
        before = column;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawLines(strokes);
}

void paintEach(QPainter& painter, const PlotFrame& frame, const DrawnCurve& drawn) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPolygonF piece;
    const auto flush = [&] {
        if (piece.size() > 1) painter.drawPolyline(piece);
        if (piece.size() == 1) painter.drawPoint(piece.front());
        piece.clear();
    };
    for (const DrawnCurve::Point& point : drawn.points) {
        const double y = frame.y(point.y);
        if (std::isfinite(y)) {
            piece << QPointF(frame.x(point.x), y);
        } else {
            flush();
        }
    }
    flush();
}

void paintOdd(QPainter& painter, const PlotFrame& frame, const std::vector<double>& odd) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().colour(QStringLiteral("failed")));
    double last = -1e9;
    for (const double value : odd) {
        const double x = frame.x(value);
        if (x - last < 4) continue;  // a dense row is still recognizable
        last = x;
        const double top = frame.area.top();
        painter.drawPolygon(QPolygonF{{x - 4, top}, {x + 4, top}, {x, top + 7}});
    }
}

}  // namespace

double PlotFrame::y(double value) const {
    const double part =
        isLogarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return area.bottom() - part * area.height();
}

QIcon strokesIcon(const QColor& colour, Strokes strokes, qreal ratio) {
    QPixmap pixmap(QSize(20, 12) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr double kLeft = 1, kRight = 16;  // the rest separates the text
    const bool hasDots = strokes == Strokes::kSolidAndDotted;
    const double y = hasDots ? 3 : 6;
    painter.setPen(QPen(colour, 2, strokes == Strokes::kDashed ? Qt::DashLine : Qt::SolidLine));
    painter.drawLine(QPointF(kLeft, y), QPointF(kRight, y));
    if (hasDots) {
        QPen dots(colour, kDotWidth, Qt::SolidLine, Qt::RoundCap);
        dots.setDashPattern(kDots);
        painter.setPen(dots);
        painter.drawLine(QPointF(kLeft, 9), QPointF(kRight, 9));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(QPointF((kLeft + kRight) / 2, 9), kMarker, kMarker);
    }
    return QIcon(pixmap);
}

QColor lineColour(const PlotLine& line) {
    QColor colour = Theme::current().series(line.colour);
    if (line.isPale) colour.setAlphaF(kPale);
    if (line.isLost) colour.setAlphaF(colour.alphaF() * kLost);
    return colour;
}

void paintGrid(QPainter& painter, const PlotFrame& frame, const std::vector<Tick>& x,
               const std::vector<Tick>& y) {
    const Theme& theme = Theme::current();
    const QColor muted = theme.colour(QStringLiteral("muted"));
    const QFontMetricsF metrics(painter.font());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.colour(QStringLiteral("line")), 1));
    for (const Tick& tick : y) {
        const double at = std::round(frame.y(tick.value));
        painter.drawLine(QPointF(frame.area.left(), at), QPointF(frame.area.right(), at));
    }
    painter.drawLine(frame.area.bottomLeft(), frame.area.bottomRight());
    for (const Tick& tick : x) {
        const double at = std::round(frame.x(tick.value));
        painter.drawLine(QPointF(at, frame.area.bottom()), QPointF(at, frame.area.bottom() + 4));
    }
    painter.setPen(muted);
    for (const Tick& tick : y) {
        const QRectF box(0, frame.y(tick.value) - metrics.height() / 2, frame.area.left() - 6,
                         metrics.height());
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    double free = -1e9;  // where the next label may start
    for (const Tick& tick : x) {
        const double width = metrics.horizontalAdvance(tick.label);
        const double left = std::min(frame.x(tick.value) - width / 2, frame.area.right() + 10 - width);
        if (left < free) continue;
        painter.drawText(QRectF(left, frame.area.bottom() + 5, width + 1, metrics.height()), Qt::AlignLeft,
                         tick.label);
        free = left + width + 12;
    }
}

void paintLine(QPainter& painter, const PlotFrame& frame, const PlotLine& line, const DrawnCurve& drawn) {
    const QColor colour = lineColour(line);
    QPen pen(colour, line.isPale || line.isThin || drawn.isDense ? 1 : 2);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::FlatCap);
    if (line.isDashed && !drawn.isDense) pen.setDashPattern({4, 2.5});
    if (line.isDotted && !drawn.isDense) {
        pen.setWidthF(kDotWidth);
        pen.setCapStyle(Qt::RoundCap);
        pen.setDashPattern(kDots);
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (drawn.isDense) {
        paintDense(painter, frame, drawn);
    } else {
        paintEach(painter, frame, drawn);
    }
    if (line.hasMarkers && !drawn.isDense &&
        drawn.points.size() * 6 < static_cast<std::size_t>(frame.area.width())) {
        painter.setPen(QPen(Theme::current().colour(QStringLiteral("panel")), 1));
        painter.setBrush(colour);
        for (const DrawnCurve::Point& point : drawn.points)
            if (const double y = frame.y(point.y); std::isfinite(y))
                painter.drawEllipse(QPointF(frame.x(point.x), y), kMarker + 0.5, kMarker + 0.5);
    }
    if (!drawn.odd.empty()) paintOdd(painter, frame, drawn.odd);
}

void paintBand(QPainter& painter, const PlotFrame& frame, const PlotBand& band) {
    QPolygonF outline;
    const auto add = [&](const models::Curve& curve, std::size_t i) {
        const double y = frame.y(curve.value[i]);
        if (std::isfinite(y)) outline << QPointF(frame.x(band.map.at(curve, i)), y);
    };
    for (std::size_t i = 0; i < band.high->size(); ++i) add(*band.high, i);
    for (std::size_t i = band.low->size(); i-- > 0;) add(*band.low, i);
    QColor colour = Theme::current().series(band.colour);
    colour.setAlphaF(0.18F);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(outline);
}

void paintEvent(QPainter& painter, PlotEvent::Kind kind, QPointF at) {
    const Theme& theme = Theme::current();
    painter.setRenderHint(QPainter::Antialiasing, true);
    constexpr double kRadius = 4.5;
    switch (kind) {
        case PlotEvent::Kind::kCheckpoint:
            painter.setPen(QPen(theme.colour(QStringLiteral("panel")), 1));
            painter.setBrush(theme.colour(QStringLiteral("succeeded")));
            painter.drawPolygon(QPolygonF{at + QPointF(0, -kRadius), at + QPointF(kRadius, 0),
                                          at + QPointF(0, kRadius), at + QPointF(-kRadius, 0)});
            break;
        case PlotEvent::Kind::kFailure:
            painter.setPen(QPen(theme.colour(QStringLiteral("failed")), 2, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(at + QPointF(-3.5, -3.5), at + QPointF(3.5, 3.5));
            painter.drawLine(at + QPointF(-3.5, 3.5), at + QPointF(3.5, -3.5));
            break;
        case PlotEvent::Kind::kRestart:
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.colour(QStringLiteral("waiting")));
            painter.drawPolygon(QPolygonF{at + QPointF(-3.5, -kRadius), at + QPointF(kRadius, 0),
                                          at + QPointF(-3.5, kRadius)});
            break;
        case PlotEvent::Kind::kChange:
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.colour(QStringLiteral("accent")));
            painter.drawEllipse(at, 3.5, 3.5);
            break;
    }
}

}  // namespace trainyard::widgets
