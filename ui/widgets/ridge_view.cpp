// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/ridge_view.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/models/format.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr std::size_t kBars = 60;
constexpr double kRidgeMargin = 12;
constexpr double kPeakShare = 0.35;  ///< of the height that is there, for the highest bar
constexpr int kRidgeTicks = 4;

}  // namespace

/// Where everything is in an area.
struct RidgeView::Places {
    double left = 0, right = 0;  ///< of the axis
    double first = 0;            ///< the base line of the ridge at the back
    double apart = 0, peak = 0;
    double line = 0;  ///< of text

    double across(std::size_t edge) const {
        return left + (right - left) * static_cast<double>(edge) / static_cast<double>(kBars);
    }
    double base(std::size_t ridge) const { return first + apart * static_cast<double>(ridge); }
};

RidgeView::RidgeView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* save = new QAction(Chart::tr("Save picture…"), this);
    connect(save, &QAction::triggered, this, [this] {
        askForPicture(this, objectName() + QStringLiteral(".save_dialog"), [this](const QString& path) {
            problem_ = this->save(path);
            update();
        });
    });
    auto* copy = new QAction(Chart::tr("Copy values"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    addActions({save, copy});
    connect(this, &QObject::objectNameChanged, this, [save, copy](const QString& name) {
        save->setObjectName(name + QStringLiteral(".save"));
        copy->setObjectName(name + QStringLiteral(".copy"));
    });
}

void RidgeView::setRidges(std::vector<Ridge> ridges, const QString& heading) {
    ridges_ = std::move(ridges);
    heading_ = heading;
    problem_.clear();
    std::vector<std::vector<base::Bucket>> histograms;
    for (const Ridge& ridge : ridges_) histograms.push_back(ridge.buckets);
    drawn_ = base::ridgesOf(histograms, kBars);
    current_ = std::min(current_, static_cast<int>(ridges_.size()) - 1);
    describe();
}

void RidgeView::setCurrent(int ridge) {
    if (ridge == current_) return;
    current_ = std::min(ridge, static_cast<int>(ridges_.size()) - 1);
    problem_.clear();
    describe();
}

/// A screen reader begins with the current one.
void RidgeView::describe() {
    QStringList said{current_ < 0 ? QString() : textOf(static_cast<std::size_t>(current_)), heading_,
                     asText()};
    said.removeAll(QString());
    setAccessibleDescription(said.join('\n'));
    update();
}

QString RidgeView::textOf(std::size_t ridge) const {
    const auto& [name, buckets] = ridges_[ridge];
    double count = 0;
    for (const base::Bucket& bucket : buckets) count += bucket.count;
    const auto [low, high] = base::extentOf(buckets);
    if (low == high) return tr("%1: no values").arg(name);
    return tr("%1: %2 values from %3 to %4")
        .arg(name, models::count(std::llround(count)), models::number(low), models::number(high));
}

QString RidgeView::asText() const {
    QStringList lines;
    for (std::size_t i = 0; i < ridges_.size(); ++i) lines << textOf(i);
    return lines.join('\n');
}

RidgeView::Places RidgeView::placesIn(const QRectF& area) const {
    const QFontMetricsF metrics(font());
    double names = 0;
    for (const Ridge& ridge : ridges_) names = std::max(names, metrics.horizontalAdvance(ridge.name));
    Places places;
    places.line = metrics.height();
    places.left = area.left() + kRidgeMargin;
    places.right = std::max(places.left + 1, area.right() - names - 2 * kRidgeMargin);
    const double top = area.top() + places.line + kRidgeMargin;
    const double bottom = area.bottom() - places.line - kRidgeMargin;
    places.peak = std::max(8.0, (bottom - top) * kPeakShare);
    places.first = top + places.peak;
    const auto gaps = static_cast<double>(std::max<std::size_t>(2, ridges_.size()) - 1);
    places.apart = std::max(0.0, bottom - places.first) / gaps;
    return places;
}

void RidgeView::drawRidge(QPainter& painter, const Places& places, std::size_t ridge) const {
    const Theme& theme = Theme::current();
    const bool isCurrent = static_cast<int>(ridge) == current_;
    const double base = places.base(ridge);
    QPolygonF outline{QPointF(places.across(0), base)};
    for (std::size_t bar = 0; bar < kBars; ++bar) {
        const double top = base - places.peak * drawn_.bars[ridge][bar] / drawn_.most;
        outline << QPointF(places.across(bar), top) << QPointF(places.across(bar + 1), top);
    }
    outline << QPointF(places.across(kBars), base);
    QColor ground = theme.colour(QStringLiteral("panel"));
    const QColor line = theme.series(0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawPolygon(outline);
    if (isCurrent) {
        QColor over = line;
        over.setAlphaF(0.4F);
        painter.setBrush(over);
        painter.drawPolygon(outline);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line, isCurrent ? 2 : 1.2));
    painter.drawPolyline(outline);
    // Where not every name fits, those of the last and of the current one are written.
    const auto every =
        static_cast<std::size_t>(std::max(1.0, std::ceil(places.line / std::max(1.0, places.apart))));
    const std::size_t fromLast = ridges_.size() - 1 - ridge;
    const auto fromCurrent = static_cast<std::size_t>(std::abs(static_cast<int>(ridge) - current_));
    const bool hasRoom = current_ < 0 || fromCurrent >= every;
    if (!isCurrent && (fromLast % every != 0 || !hasRoom)) return;
    painter.setPen(theme.colour(isCurrent ? QStringLiteral("text") : QStringLiteral("muted")));
    painter.drawText(QPointF(places.right + kRidgeMargin, base), ridges_[ridge].name);
}

void RidgeView::drawAxis(QPainter& painter, const Places& places) const {
    painter.setPen(Theme::current().colour(QStringLiteral("muted")));
    const double top = places.base(std::max<std::size_t>(2, ridges_.size()) - 1) + 4;
    for (int tick = 0; tick <= kRidgeTicks; ++tick) {
        const double share = static_cast<double>(tick) / kRidgeTicks;
        const QString text = models::number(drawn_.low + (drawn_.high - drawn_.low) * share);
        const double width = QFontMetricsF(font()).horizontalAdvance(text);
        // The outer ones end where the axis does.
        const double x = places.left + (places.right - places.left) * share - width * share;
        painter.drawText(QRectF(x, top, width + 1, places.line), Qt::AlignLeft | Qt::AlignTop, text);
    }
}

void RidgeView::draw(QPainter& painter, const QRectF& area) const {
    const Theme& theme = Theme::current();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(tabularFont(font()));
    painter.fillRect(area, theme.colour(QStringLiteral("panel")));
    painter.setPen(theme.colour(QStringLiteral("muted")));
    if (drawn_.most == 0) {
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         tr("None of these histograms has values."));
        return;
    }
    const Places places = placesIn(area);
    const QString said = !problem_.isEmpty() ? problem_
                         : current_ >= 0     ? textOf(std::size_t(current_))
                                             : QString();
    const QRectF top(area.left() + kRidgeMargin, area.top() + 4, area.width() - 2 * kRidgeMargin,
                     places.line);
    const QFontMetricsF metrics(painter.font());
    const double half = metrics.horizontalAdvance(said);
    painter.drawText(top, Qt::AlignRight | Qt::AlignTop,
                     metrics.elidedText(said, Qt::ElideRight, top.width()));
    painter.setPen(theme.colour(QStringLiteral("text")));
    const double room = top.width() - half - kRidgeMargin;
    if (room > 4 * places.line)
        painter.drawText(top, Qt::AlignLeft | Qt::AlignTop,
                         metrics.elidedText(heading_, Qt::ElideRight, room));
    for (std::size_t i = 0; i < ridges_.size(); ++i) drawRidge(painter, places, i);
    // Not behind those before it.
    if (current_ >= 0) drawRidge(painter, places, std::size_t(current_));
    drawAxis(painter, places);
}

void RidgeView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, rect());
    if (!hasFocus()) return;
    painter.setPen(QPen(Theme::current().colour(QStringLiteral("accent")), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void RidgeView::choose(int ridge) {
    if (ridge == current_ || ridges_.empty()) return;
    setCurrent(ridge);
    emit chosen(ridge);
}

void RidgeView::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(ridges_.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Left:
            return choose(current_ < 0 ? last : std::max(current_ - 1, 0));
        case Qt::Key_Down:
        case Qt::Key_Right:
            return choose(std::min(current_ + 1, last));
        case Qt::Key_Home:
            return choose(0);
        case Qt::Key_End:
            return choose(last);
        default:
            QWidget::keyPressEvent(event);
    }
}

/// The ridge whose base line is the next one below the pointer.
void RidgeView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || drawn_.most == 0) return QWidget::mousePressEvent(event);
    const Places places = placesIn(rect());
    const double at = std::ceil((event->position().y() - places.first) / std::max(1.0, places.apart));
    choose(static_cast<int>(std::clamp(at, 0.0, static_cast<double>(ridges_.size() - 1))));
}

void RidgeView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QWidget::changeEvent(event);
}

QString RidgeView::save(const QString& path) {
    return savePicture(path, size(), [this](QPainter& painter, const QRectF& target) {
        painter.translate(target.topLeft());
        painter.scale(target.width() / width(), target.height() / height());
        draw(painter, rect());
    });
}

}  // namespace trainyard::widgets

#include "moc_ridge_view.cpp"
