// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_plot.h"

#include <QAccessible>
#include <QDateTime>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/models/format.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr double kWheelStep = 1.25;
constexpr double kTopMargin = 8;
constexpr double kRightMargin = 12;
constexpr double kEventLane = 14;
constexpr double kClickSlack = 4;  ///< a press that moves no further is a click
constexpr std::size_t kBlocksFrom = 8192;

}  // namespace

CurvePlot::CurvePlot(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CurvePlot::setContent(Content content) {
    content_ = std::move(content);
    std::set<const models::Curve*> used;
    for (const PlotLine& line : content_.lines) used.insert(line.curve.get());
    std::erase_if(blocks_, [&](const auto& entry) { return !used.contains(entry.first); });
    if (content_.lines.empty()) {
        zoom_.reset();
        removeCursor();
    } else if (cursor_) {
        putCursor(*cursor_);
    }
    invalidate();
}

void CurvePlot::setLogarithmic(bool isLogarithmic) {
    isLogarithmic_ = isLogarithmic;
    invalidate();
}

void CurvePlot::copy(const CurvePlot& other) {
    setContent(other.content_);
    isLogarithmic_ = other.isLogarithmic_;
    zoom_ = other.zoom_;
}

void CurvePlot::invalidate() {
    isLayerFresh_ = false;
    update();
}

// ---- the horizontal axis
// ---------------------------------------------------------------------------------------

CurvePlot::Span CurvePlot::wholeSpan() const {
    double first = std::numeric_limits<double>::infinity();
    double last = 0;
    for (const PlotLine& line : content_.lines) {
        if (line.curve->step.empty() || !line.map.places(*line.curve)) continue;
        first = std::min(first, line.map.at(*line.curve, 0));
        last = std::max(last, line.map.at(*line.curve, line.curve->size() - 1));
    }
    const double end = std::max({last, content_.end, 1e-3});
    // The axis of a run branched from a late checkpoint starts at that step.
    return {first < end && first > end / 2 ? first : 0, end};
}

void CurvePlot::setZoom(Span wish) {
    const Span whole = wholeSpan();
    const double least = content_.eventMap.axis == XAxis::kStep ? 4 : (whole.last - whole.first) / 1e5;
    if (wish.last - wish.first < least) return;
    if (wish.last - wish.first >= whole.last - whole.first) {
        if (!zoom_) return;
        zoom_.reset();
    } else {
        const double over = std::max(0.0, wish.last - whole.last);
        const double under = std::max(0.0, whole.first - wish.first);
        zoom_ = Span{wish.first + under - over, wish.last + under - over};
    }
    invalidate();
    emit zoomChanged();
}

void CurvePlot::resetZoom() {
    if (!zoom_) return;
    zoom_.reset();
    invalidate();
    emit zoomChanged();
}

void CurvePlot::zoomBy(double factor, double around) {
    const Span now = span();
    setZoom({around - (around - now.first) / factor, around + (now.last - around) / factor});
}

void CurvePlot::panBy(double distance) {
    if (!zoom_) return;
    setZoom({zoom_->first + distance, zoom_->last + distance});
}

CurvePlot::Steps CurvePlot::visibleSteps(int run) const {
    if (!zoom_) return {};
    Steps steps{std::numeric_limits<std::int64_t>::max(), 0};
    for (const PlotLine& line : content_.lines) {
        const models::Curve& curve = *line.curve;
        if (line.run != run || curve.step.empty() || !line.map.places(curve)) continue;
        const std::size_t begin = line.map.lowerBound(curve, zoom_->first);
        const std::size_t end = line.map.lowerBound(curve, zoom_->last, begin);
        steps.first = std::min(steps.first, curve.step[begin > 0 ? begin - 1 : 0]);
        steps.last = std::max(steps.last, curve.step[std::min(end, curve.size() - 1)]);
    }
    if (steps.first > steps.last) return {};
    return steps;
}

int CurvePlot::plotPixels() const {
    return std::max(100, width() - 60);
}

// ---- painting
// --------------------------------------------------------------------------------------------------

const CurveBlocks* CurvePlot::blocksOf(const models::CurvePtr& curve) {
    if (curve->size() < kBlocksFrom) return nullptr;
    auto& [owner, blocks] = blocks_[curve.get()];
    if (!blocks) {
        owner = curve;
        blocks = std::make_unique<CurveBlocks>(*curve);
    }
    return blocks.get();
}

std::vector<Tick> CurvePlot::horizontalTicks(const PlotFrame& frame) const {
    const int wanted = std::max(2, static_cast<int>(frame.area.width() / 90));
    const double range = frame.last - frame.first;
    if (content_.eventMap.axis == XAxis::kTime) return timeTicks(frame.first, frame.last, wanted);
    const double tick = niceTick(range, wanted);
    return linearTicks(frame.first, frame.last,
                       content_.eventMap.axis == XAxis::kStep ? std::max(1.0, tick) : tick);
}

void CurvePlot::refreshLayer() {
    const qreal ratio = devicePixelRatioF();
    if (layer_.size() != size() * ratio) {
        layer_ = QPixmap(size() * ratio);
        layer_.setDevicePixelRatio(ratio);
    }
    layer_.fill(Theme::current().colour(QStringLiteral("panel")));
    QPainter painter(&layer_);
    paintInto(painter);
    isLayerFresh_ = true;
}

void CurvePlot::paintInto(QPainter& painter) {
    QFont small = tabularFont(font());
    small.setPointSizeF(small.pointSizeF() * 0.9);
    const QFontMetricsF metrics(small);
    const Span range = span();
    frame_ = {.first = range.first, .last = range.last, .isLogarithmic = isLogarithmic_};
    const double bottom = height() - metrics.height() - 8 - (content_.events.empty() ? 0 : kEventLane);

    // The curves first: their values determine the vertical axis, and its labels determine the space left for
    // the curves.
    const int pixels = std::max(1, static_cast<int>(width() - 52 - kRightMargin));
    std::vector<DrawnCurve> drawn;
    drawn.reserve(content_.lines.size());
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    double least = low;  // positive
    for (const PlotLine& line : content_.lines) {
        drawn.push_back(
            decimate(*line.curve, blocksOf(line.curve), line.map, range.first, range.last, pixels));
        low = std::min(low, drawn.back().low);
        high = std::max(high, drawn.back().high);
        if (!isLogarithmic_) continue;
        for (const auto& point : drawn.back().points)
            if (point.y > 0) least = std::min(least, point.y);
        for (const auto& column : drawn.back().columns)
            if (column.low > 0) least = std::min(least, column.low);
    }
    if (low > high) low = 0, high = 1;
    std::vector<Tick> vertical;
    const int wanted = std::max(2, static_cast<int>((bottom - kTopMargin) / 36));
    if (isLogarithmic_ && least <= high && high > 0) {
        const Scale scale = niceLogScale(least, high);
        frame_.low = scale.low, frame_.high = scale.high;
        vertical = logTicks(scale.low, scale.high);
    } else {
        const Scale scale = niceScale(content_.hasZero ? std::min(0.0, low) : low, high, wanted);
        frame_.low = scale.low, frame_.high = scale.high;
        frame_.isLogarithmic = false;
        vertical = linearTicks(scale.low, scale.high, scale.tick);
    }
    double labels = 0;
    for (const Tick& tick : vertical) labels = std::max(labels, metrics.horizontalAdvance(tick.label));
    const double left = std::max(40.0, std::ceil((labels + 14) / 8) * 8);
    frame_.area = QRectF(left, kTopMargin, std::max(1.0, width() - left - kRightMargin),
                         std::max(1.0, bottom - kTopMargin));
    // Columns were computed for the default width; if the labels need a different one, compute them again.
    if (const int now = static_cast<int>(frame_.area.width()); now != pixels)
        for (std::size_t i = 0; i < drawn.size(); ++i)
            if (drawn[i].isDense)
                drawn[i] = decimate(*content_.lines[i].curve, blocksOf(content_.lines[i].curve),
                                    content_.lines[i].map, range.first, range.last, now);

    painter.setFont(small);
    paintGrid(painter, frame_, horizontalTicks(frame_), vertical);
    painter.setClipRect(frame_.area.adjusted(0, -3, 1, 3));
    for (const PlotBand& band : content_.bands) paintBand(painter, frame_, band);
    for (const bool isPale : {true, false})  // the main lines go above the raw values
        for (std::size_t i = 0; i < drawn.size(); ++i)
            if ((content_.lines[i].isPale || content_.lines[i].isLost) == isPale)
                paintLine(painter, frame_, content_.lines[i], drawn[i]);
    painter.setClipping(false);
    const double lane = height() - kEventLane / 2 - 1;
    for (const PlotEvent& event : content_.events)
        if (const auto x = eventPlace(event)) widgets::paintEvent(painter, event.kind, {*x, lane});
}

void CurvePlot::paintEvent(QPaintEvent*) {
    if (!isLayerFresh_) refreshLayer();
    QPainter painter(this);
    painter.drawPixmap(0, 0, layer_);
    if (cursor_ && frame_.first <= *cursor_ && *cursor_ <= frame_.last) paintReadOut(painter);
    if (hasFocus() && !cursor_) {
        painter.setPen(QPen(Theme::current().colour(QStringLiteral("accent")), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void CurvePlot::paintReadOut(QPainter& painter) const {
    const Theme& theme = Theme::current();
    const double x = std::round(frame_.x(*cursor_)) + 0.5;
    painter.setPen(QPen(theme.colour(QStringLiteral("muted")), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, frame_.area.top()), QPointF(x, frame_.area.bottom()));

    QFont small = tabularFont(font());
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    double names = 0;
    double values = 0;
    for (const ReadOutRow& row : cursorRows_) {
        names = std::max(names, metrics.horizontalAdvance(row.name));
        values = std::max(values, metrics.horizontalAdvance(row.value));
    }
    const double line = std::ceil(metrics.height()) + 2;
    const double inside = std::max(18 + names + 12 + values, metrics.horizontalAdvance(cursorTitle_));
    QRectF box(0, 0, inside + 16, line * double(cursorRows_.size() + 1) + 10);
    box.moveTop(frame_.area.top() + 4);
    box.moveLeft(x + 10 + box.width() > width() ? x - 10 - box.width() : x + 10);
    if (box.left() < 2) box.moveLeft(2);
    painter.setRenderHint(QPainter::Antialiasing, true);
    QColor ground = theme.colour(QStringLiteral("panel"));
    ground.setAlphaF(0.94F);
    painter.setBrush(ground);
    painter.setPen(QPen(theme.colour(QStringLiteral("line")), 1));
    painter.drawRoundedRect(box, 4, 4);
    double y = box.top() + 5;
    painter.setPen(theme.colour(QStringLiteral("muted")));
    painter.drawText(QRectF(box.left() + 8, y, inside, line), Qt::AlignLeft | Qt::AlignVCenter, cursorTitle_);
    for (const ReadOutRow& row : cursorRows_) {
        y += line;
        QPen stroke(row.colour, 2);
        if (row.isDashed) stroke.setDashPattern({2, 1.5});
        painter.setPen(stroke);
        painter.drawLine(QPointF(box.left() + 8, y + line / 2), QPointF(box.left() + 21, y + line / 2));
        painter.setPen(theme.colour(QStringLiteral("text")));
        painter.drawText(QRectF(box.left() + 26, y, names + 2, line), Qt::AlignLeft | Qt::AlignVCenter,
                         row.name);
        painter.drawText(QRectF(box.left() + 8, y, inside, line), Qt::AlignRight | Qt::AlignVCenter,
                         row.value);
    }
}

QPointF CurvePlot::position(double x, double y) {
    if (!isLayerFresh_) refreshLayer();
    return {frame_.x(x), frame_.y(y)};
}

std::pair<double, double> CurvePlot::valueRange() {
    if (!isLayerFresh_) refreshLayer();
    return {frame_.low, frame_.high};
}

// ---- events and the read-out
// -----------------------------------------------------------------------------------

std::optional<double> CurvePlot::eventPlace(const PlotEvent& event) const {
    const XMap& map = content_.eventMap;
    const models::Curve at{{event.step}, {0}, {event.time}};
    const double x = frame_.x(map.at(at, 0));
    if (x < frame_.area.left() - 0.5 || x > frame_.area.right() + 0.5) return std::nullopt;
    return x;
}

const PlotEvent* CurvePlot::eventAt(QPointF position) const {
    if (position.y() < height() - kEventLane - 2) return nullptr;
    const PlotEvent* nearest = nullptr;
    double distance = 7;
    for (const PlotEvent& event : content_.events) {
        const auto x = eventPlace(event);
        if (!x || std::abs(*x - position.x()) > distance) continue;
        distance = std::abs(*x - position.x());
        nearest = &event;
    }
    return nearest;
}

const PlotLine* CurvePlot::finestLine() const {
    const PlotLine* finest = nullptr;
    for (const PlotLine& line : content_.lines)
        if (!line.isLost && !line.curve->step.empty() && line.map.places(*line.curve) &&
            (!finest || line.curve->size() > finest->curve->size()))
            finest = &line;
    return finest;
}

namespace {

/// The index of the point nearest to `x`; the curve has at least one.
std::size_t nearest(const PlotLine& line, double x) {
    const models::Curve& curve = *line.curve;
    const std::size_t after = line.map.lowerBound(curve, x);
    if (after == 0) return 0;
    if (after == curve.size()) return after - 1;
    return x - line.map.at(curve, after - 1) <= line.map.at(curve, after) - x ? after - 1 : after;
}

}  // namespace

void CurvePlot::putCursor(double x) {
    const PlotLine* finest = finestLine();
    if (!finest) return removeCursor();
    const std::size_t exact = nearest(*finest, x);
    const std::int64_t step = finest->curve->step[exact];
    cursor_ = finest->map.at(*finest->curve, exact);
    QStringList title{tr("step %1").arg(models::count(step))};
    if (finest->map.stepsPerEpoch > 1)
        title << tr("epoch %1").arg(QLocale().toString(double(step) / finest->map.stepsPerEpoch, 'f', 2));
    if (finest->curve->hasTime())
        title << QLocale().toString(
            QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(finest->curve->time[exact] * 1000)).time(),
            QStringLiteral("HH:mm:ss"));
    cursorTitle_ = title.join(QStringLiteral("  ·  "));
    readOut_ = title;
    cursorRows_.clear();
    for (const PlotLine& line : content_.lines) {
        if (!line.isListed || line.isLost || line.curve->step.empty() || !line.map.places(*line.curve))
            continue;
        const std::size_t i = nearest(line, *cursor_);
        QString value = QLocale().toString(line.curve->value[i], 'g', 6);
        if (line.curve->step[i] != step) value += ' ' + tr("at %1").arg(models::count(line.curve->step[i]));
        QColor colour = Theme::current().series(line.colour);
        if (line.isPale) colour.setAlphaF(0.5F);
        cursorRows_.push_back({colour, line.isDashed, line.name, value});
        readOut_ << line.name + ' ' + value;
    }
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

QString CurvePlot::newest() const {
    QStringList said;
    for (const PlotLine& line : content_.lines) {
        if (!line.isListed || line.isLost || line.curve->step.empty()) continue;
        said << tr("%1 %2 at step %3")
                    .arg(line.name, QLocale().toString(line.curve->value.back(), 'g', 6),
                         models::count(line.curve->step.back()));
    }
    return said.join(QStringLiteral("  ·  "));
}

void CurvePlot::removeCursor() {
    cursor_.reset();
    readOut_.clear();
    cursorRows_.clear();
    update();
}

void CurvePlot::moveCursor(int points) {
    const PlotLine* finest = finestLine();
    if (!finest) return;
    const Span now = span();
    const std::size_t at = nearest(*finest, cursor_ ? *cursor_ : now.first + (now.last - now.first) / 2);
    const auto wish = static_cast<std::ptrdiff_t>(at) + (cursor_ ? points : 0);
    const auto last = static_cast<std::ptrdiff_t>(finest->curve->size()) - 1;
    putCursor(
        finest->map.at(*finest->curve, static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wish, 0, last))));
    if (zoom_ && *cursor_ < zoom_->first) panBy(*cursor_ - zoom_->first);
    if (zoom_ && *cursor_ > zoom_->last) panBy(*cursor_ - zoom_->last);
}

// ---- input
// -----------------------------------------------------------------------------------------------------

void CurvePlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    dragFrom_ = event->position();
    draggedBy_ = 0;
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (dragFrom_ && event->buttons().testFlag(Qt::LeftButton)) {
        const double pixels = at.x() - dragFrom_->x();
        draggedBy_ += std::abs(pixels);
        dragFrom_ = at;
        if (!zoom_) return;
        setCursor(Qt::ClosedHandCursor);
        panBy(-pixels / frame_.area.width() * (frame_.last - frame_.first));
        return;
    }
    const PlotEvent* mark = eventAt(at);
    setCursor(mark && !mark->id.isEmpty() ? Qt::PointingHandCursor
              : zoom_                     ? Qt::OpenHandCursor
                                          : Qt::ArrowCursor);
    if (frame_.area.adjusted(-2, -2, 2, 2).contains(at)) {
        putCursor(frame_.valueAt(at.x()));
    } else {
        removeCursor();
    }
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !dragFrom_) return;
    dragFrom_.reset();
    if (draggedBy_ > kClickSlack) return;
    if (const PlotEvent* mark = eventAt(event->position()); mark && !mark->id.isEmpty())
        emit eventActivated(mark->id);
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent*) {
    resetZoom();
}

void CurvePlot::wheelEvent(QWheelEvent* event) {
    if (event->angleDelta().y() == 0) return event->ignore();
    zoomBy(std::pow(kWheelStep, event->angleDelta().y() / 120.0), frame_.valueAt(event->position().x()));
    event->accept();
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
    const Span now = span();
    const double width = now.last - now.first;
    const double middle = cursor_ ? *cursor_ : now.first + width / 2;
    const bool isShifted = event->modifiers().testFlag(Qt::ShiftModifier);
    const int way = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomBy(kWheelStep, middle);
        case Qt::Key_Minus:
            return zoomBy(1 / kWheelStep, middle);
        case Qt::Key_0:
        case Qt::Key_Home:
            return resetZoom();
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (isShifted) return panBy(way * width * 0.2);
            return moveCursor(way);
        case Qt::Key_Escape:
            if (!cursor_) break;
            return removeCursor();
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void CurvePlot::leaveEvent(QEvent*) {
    removeCursor();
}

bool CurvePlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const PlotEvent* mark = eventAt(help->pos())) {
            QToolTip::showText(help->globalPos(),
                               QStringLiteral("<qt>%1</qt>").arg(mark->text.toHtmlEscaped()), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

void CurvePlot::resizeEvent(QResizeEvent*) {
    invalidate();
}

void CurvePlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange ||
        event->type() == QEvent::FontChange)
        invalidate();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::widgets

#include "moc_curve_plot.cpp"
