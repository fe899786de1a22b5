// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curve_view.h"

#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineSeries>
#include <QLocale>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <QValueAxis>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/models/format.h"
#include "ui/widgets/curve_scale.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr int kSettleMs = 120;  ///< a zoom or a resize must rest this long before points are asked for
constexpr int kYTicks = 5;
constexpr double kWheelStep = 1.25;

/// A short stroke as the series is drawn, for its legend button.
QIcon strokeIcon(const QColor& colour, Qt::PenStyle style, qreal ratio) {
    QPixmap pixmap(QSize(24, 12) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 2, style));
    painter.drawLine(QPointF(1, 6), QPointF(23, 6));
    return QIcon(pixmap);
}

/// The index of the point whose step is nearest; the curve has at least one.
std::size_t nearest(const std::vector<std::int64_t>& steps, double step) {
    const auto after = std::ranges::lower_bound(steps, step, {}, [](std::int64_t s) { return double(s); });
    if (after == steps.begin()) return 0;
    if (after == steps.end()) return steps.size() - 1;
    const auto index = static_cast<std::size_t>(after - steps.begin());
    return step - double(steps[index - 1]) <= double(steps[index]) - step ? index - 1 : index;
}

}  // namespace

CurveView::CurveView(const QString& objectPrefix, QString quantity, const QString& title, QWidget* parent)
    : QWidget(parent), prefix_(objectPrefix), quantity_(std::move(quantity)) {
    buildChart(title);
    settle_.setSingleShot(true);
    settle_.setInterval(kSettleMs);
    connect(&settle_, &QTimer::timeout, this, &CurveView::rangeChanged);
    restyle();
}

void CurveView::buildChart(const QString& title) {
    isSettingAxes_ = true;
    chart_ = new QChart;
    chart_->legend()->hide();
    chart_->setAnimationOptions(QChart::NoAnimation);
    chart_->setBackgroundVisible(false);
    chart_->setMargins(QMargins(0, 0, 8, 0));
    chart_->layout()->setContentsMargins(0, 0, 0, 0);
    chart_->setLocalizeNumbers(true);
    x_ = new QValueAxis;
    y_ = new QValueAxis;
    x_->setTitleText(tr("step"));
    x_->setLabelFormat(QStringLiteral("%.0f"));
    y_->setTitleText(title);
    for (QValueAxis* axis : {x_, y_}) axis->setTickType(QValueAxis::TicksDynamic);
    chart_->addAxis(x_, Qt::AlignBottom);
    chart_->addAxis(y_, Qt::AlignLeft);
    connect(x_, &QValueAxis::rangeChanged, this, [this] {
        if (isSettingAxes_) return;
        isZoomed_ = true;
        updateAxes();
        settle_.start();
    });

    view_ = named(new QChartView(chart_), prefix_ + ".chart", tr("Curve of %1").arg(title));
    view_->setRenderHint(QPainter::Antialiasing);
    view_->setRubberBand(QChartView::HorizontalRubberBand);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setFocusPolicy(Qt::StrongFocus);
    view_->setMinimumHeight(120);
    view_->setToolTip(tr("Drag to zoom, wheel to zoom about the pointer, double click for the whole run"));
    view_->viewport()->setMouseTracking(true);
    view_->viewport()->installEventFilter(this);
    view_->installEventFilter(this);
    cursor_ = new QGraphicsLineItem(chart_);
    cursor_->setZValue(100);
    cursor_->hide();

    title_ = withRole(new QLabel(title), "section");
    readOut_ = withRole(new QLabel, "muted");
    readOut_->setFont(tabularFont(readOut_->font()));
    readOut_->setTextInteractionFlags(Qt::NoTextInteraction);
    train_ = makeLegendButton(QStringLiteral("train"), tr("training"), false);
    validation_ = makeLegendButton(QStringLiteral("validation"), tr("validation"), true);
    reset_ = named(new QToolButton, prefix_ + ".reset", tr("Show the whole run in %1").arg(title));
    reset_->setToolTip(tr("Show the whole run"));
    reset_->setVisible(false);
    connect(reset_, &QToolButton::clicked, this, &CurveView::resetZoom);

    auto* header = new QHBoxLayout;
    header->setContentsMargins(12, 8, 12, 0);
    header->setSpacing(8);
    header->addWidget(title_);
    header->addWidget(train_);
    header->addWidget(validation_);
    header->addStretch();
    header->addWidget(readOut_);
    header->addWidget(reset_);

    empty_ = withRole(new QLabel, "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    stack_ = new QStackedLayout;
    stack_->addWidget(empty_);
    stack_->addWidget(view_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(header);
    layout->addLayout(stack_, 1);
    isSettingAxes_ = false;
}

QToolButton* CurveView::makeLegendButton(const QString& name, const QString& text, bool isValidation) {
    auto* button = named(withRole(new QToolButton, "legend"), prefix_ + '.' + name, text);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(QSize(24, 12));
    button->setCheckable(true);
    button->setChecked(true);
    button->setToolTip(isValidation ? tr("Show or hide the validation curve")
                                    : tr("Show or hide the training curves"));
    connect(button, &QToolButton::toggled, this, [this] {
        applyVisibility();
        updateAxes();
    });
    return button;
}

bool CurveView::shows(const bridge::SeriesKey& key) const {
    return key.tag == QStringLiteral("epoch_") + quantity_ || key.tag == QStringLiteral("batch_") + quantity_;
}

CurveView::Drawn& CurveView::drawnFor(const Key& key) {
    const auto [found, isNew] = drawn_.try_emplace(key);
    Drawn& drawn = found->second;
    if (!isNew) return drawn;
    drawn.look.isBatch = key.first.tag.startsWith(QStringLiteral("batch_"));
    drawn.look.isValidation = key.first.split == QStringLiteral("validation");
    drawn.line = new QLineSeries;
    if (!drawn.look.isBatch) {
        auto* markers = new QScatterSeries;
        markers->setMarkerSize(6);
        drawn.markers = markers;
    }
    for (QXYSeries* series : {static_cast<QXYSeries*>(drawn.line), drawn.markers}) {
        if (!series) continue;
        isSettingAxes_ = true;  // attaching moves the axes too
        chart_->addSeries(series);
        series->attachAxis(x_);
        series->attachAxis(y_);
        isSettingAxes_ = false;
    }
    return drawn;
}

void CurveView::setCurves(const models::CurveData::Curves& curves, std::int64_t totalSteps) {
    totalSteps_ = totalSteps;
    int newestAttempt = 0;
    for (const auto& [key, curve] : curves)
        if (shows(key.first)) newestAttempt = std::max(newestAttempt, key.second);
    for (const auto& [key, curve] : curves) {
        if (!shows(key.first) || curve.step.empty()) continue;
        Drawn& drawn = drawnFor(key);
        const bool isOld = key.second < newestAttempt;
        const bool isRestyled = std::exchange(drawn.look.isOldAttempt, isOld) != isOld;
        if (isRestyled) styleSeries(drawn);
        if (drawn.curve.step == curve.step) continue;
        drawn.curve = curve;
        lastStep_ = std::max(lastStep_, curve.step.back());
        QList<QPointF> points;
        points.reserve(static_cast<qsizetype>(curve.step.size()));
        for (std::size_t i = 0; i < curve.step.size(); ++i)
            if (std::isfinite(curve.value[i])) points.emplace_back(double(curve.step[i]), curve.value[i]);
        drawn.line->replace(points);
        if (drawn.markers) drawn.markers->replace(points);
        styleSeries(drawn);
    }
    stack_->setCurrentWidget(drawn_.empty() ? static_cast<QWidget*>(empty_) : view_);
    applyVisibility();
    updateAxes();
}

void CurveView::setEmptyText(const QString& text) {
    empty_->setText(text);
}

void CurveView::clear() {
    for (auto& [key, drawn] : drawn_) {
        chart_->removeSeries(drawn.line);
        delete drawn.line;
        if (!drawn.markers) continue;
        chart_->removeSeries(drawn.markers);
        delete drawn.markers;
    }
    drawn_.clear();
    lastStep_ = 0;
    totalSteps_ = 0;
    isZoomed_ = false;
    reset_->setVisible(false);
    leaveReadOut();
    stack_->setCurrentWidget(empty_);
}

CurveView::Range CurveView::visibleRange() const {
    Range range;
    range.pixels = std::max(static_cast<int>(chart_->plotArea().width()), 100);
    if (isZoomed_) {
        range.firstStep = static_cast<std::int64_t>(std::max(0.0, std::floor(x_->min())));
        range.lastStep = static_cast<std::int64_t>(std::max(1.0, std::ceil(x_->max())));
    }
    return range;
}

QString CurveView::readOut() const {
    return readOut_->text();
}

void CurveView::resetZoom() {
    isZoomed_ = false;
    updateAxes();
    emit rangeChanged();
}

void CurveView::applyVisibility() {
    for (auto& [key, drawn] : drawn_) {
        const bool isOn = (drawn.look.isValidation ? validation_ : train_)->isChecked();
        drawn.line->setVisible(isOn);
        if (drawn.markers) drawn.markers->setVisible(isOn);
    }
}

void CurveView::updateAxes() {
    isSettingAxes_ = true;
    if (!isZoomed_) {
        const double end = niceEnd(double(lastStep_), double(totalSteps_));
        x_->setRange(0, end);
    }
    const double first = x_->min();
    const double last = x_->max();
    x_->setTickInterval(std::max(1.0, niceTick(last - first, std::max(2, view_->width() / 90))));
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const auto& [key, drawn] : drawn_) {
        if (!drawn.line->isVisible()) continue;
        for (std::size_t i = 0; i < drawn.curve.step.size(); ++i) {
            const double value = drawn.curve.value[i];
            if (!std::isfinite(value) || drawn.curve.step[i] < first || drawn.curve.step[i] > last) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low <= high) {
        const Scale scale = niceScale(low, high, kYTicks);
        y_->setRange(scale.low, scale.high);
        y_->setTickInterval(scale.tick);
        const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(scale.tick) - 1e-9)), 0, 9);
        y_->setLabelFormat(decimals > 6 ? QStringLiteral("%.1e") : QStringLiteral("%.%1f").arg(decimals));
    }
    isSettingAxes_ = false;
    reset_->setVisible(isZoomed_);
}

void CurveView::restyle() {
    const Theme& theme = Theme::current();
    const QColor muted = theme.colour(QStringLiteral("muted"));
    const QColor line = theme.colour(QStringLiteral("line"));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    for (QValueAxis* axis : {x_, y_}) {
        axis->setLabelsColor(muted);
        axis->setTitleBrush(muted);
        axis->setTitleFont(small);
        axis->setLabelsFont(tabularFont(small));
        axis->setLinePenColor(line);
        axis->setGridLinePen(QPen(line, 1));
    }
    x_->setGridLineVisible(false);
    view_->setBackgroundBrush(theme.colour(QStringLiteral("panel")));
    cursor_->setPen(QPen(muted, 1, Qt::DashLine));
    const qreal ratio = devicePixelRatioF();
    train_->setIcon(strokeIcon(theme.series(0), Qt::SolidLine, ratio));
    validation_->setIcon(strokeIcon(theme.series(1), Qt::DashLine, ratio));
    reset_->setIcon(theme.icon(QStringLiteral("reset")));
    for (auto& [key, drawn] : drawn_) styleSeries(drawn);
}

void CurveView::styleSeries(Drawn& drawn) const {
    QColor colour = Theme::current().series(drawn.look.isValidation ? 1 : 0);
    colour.setAlphaF(drawn.look.isBatch ? 0.35F : 1.0F);
    if (drawn.look.isOldAttempt) colour.setAlphaF(colour.alphaF() * 0.4F);
    QPen pen(colour, drawn.look.isBatch ? 1 : 2, drawn.look.isValidation ? Qt::DashLine : Qt::SolidLine);
    pen.setCosmetic(true);
    pen.setJoinStyle(Qt::RoundJoin);
    if (drawn.line->pen() != pen) drawn.line->setPen(pen);
    if (!drawn.markers) return;
    drawn.markers->setColor(colour);
    static_cast<QScatterSeries*>(drawn.markers)
        ->setBorderColor(Theme::current().colour(QStringLiteral("panel")));
}

void CurveView::updateReadOut(const QPointF& position) {
    const QRectF plot = chart_->plotArea();
    if (drawn_.empty() || !plot.contains(position)) {
        leaveReadOut();
        return;
    }
    const double step = chart_->mapToValue(position).x();
    // The finest visible curve says which step the pointer means; each curve then gives its own point next to
    // it.
    std::int64_t exact = -1;
    std::size_t most = 0;
    for (const auto& [key, drawn] : drawn_) {
        if (!drawn.line->isVisible() || drawn.curve.step.size() <= most) continue;
        most = drawn.curve.step.size();
        exact = drawn.curve.step[nearest(drawn.curve.step, step)];
    }
    if (exact < 0) return leaveReadOut();
    QStringList parts{tr("step %1").arg(models::count(exact))};
    for (const auto& [key, drawn] : drawn_) {
        if (!drawn.line->isVisible() || drawn.look.isOldAttempt) continue;
        const std::size_t i = nearest(drawn.curve.step, double(exact));
        const QString name = drawn.look.isBatch        ? tr("batch")
                             : drawn.look.isValidation ? tr("validation")
                                                       : tr("training");
        QString value = QLocale().toString(drawn.curve.value[i], 'g', 6);
        if (drawn.curve.step[i] != exact) value += tr(" at %1").arg(models::count(drawn.curve.step[i]));
        parts << name + ' ' + value;
    }
    readOut_->setText(parts.join(QStringLiteral("  ·  ")));
    const double x = chart_->mapToPosition(QPointF(double(exact), y_->min())).x();
    cursor_->setLine(x, plot.top(), x, plot.bottom());
    cursor_->setVisible(plot.left() <= x && x <= plot.right());
}

void CurveView::leaveReadOut() {
    readOut_->clear();
    cursor_->hide();
}

void CurveView::zoomBy(double factor, double aroundStep) {
    const double first = std::max(0.0, aroundStep - (aroundStep - x_->min()) / factor);
    const double last =
        std::min(std::max(double(lastStep_), 10.0), aroundStep + (x_->max() - aroundStep) / factor);
    if (last - first < 4) return;
    if (first <= 0 && last >= double(lastStep_)) return resetZoom();
    x_->setRange(first, last);
}

bool CurveView::onKey(int key) {
    const double span = x_->max() - x_->min();
    const double middle = x_->min() + span / 2;
    switch (key) {
        case Qt::Key_Plus:
            zoomBy(kWheelStep, middle);
            return true;
        case Qt::Key_Minus:
            zoomBy(1 / kWheelStep, middle);
            return true;
        case Qt::Key_0:
            resetZoom();
            return true;
        case Qt::Key_Left:
        case Qt::Key_Right: {
            if (!isZoomed_) return true;
            const double wish = span * (key == Qt::Key_Left ? -0.2 : 0.2);
            const double shift = std::clamp(wish, -x_->min(), std::max(0.0, double(lastStep_) - x_->max()));
            x_->setRange(x_->min() + shift, x_->max() + shift);
            return true;
        }
        default:
            return false;
    }
}

bool CurveView::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseMove:
            updateReadOut(static_cast<QMouseEvent*>(event)->position());
            break;
        case QEvent::Leave:
            leaveReadOut();
            break;
        case QEvent::MouseButtonDblClick:
            resetZoom();
            return true;
        case QEvent::Wheel: {
            const auto* wheel = static_cast<QWheelEvent*>(event);
            if (watched != view_->viewport() || wheel->angleDelta().y() == 0) break;
            zoomBy(wheel->angleDelta().y() > 0 ? kWheelStep : 1 / kWheelStep,
                   chart_->mapToValue(wheel->position()).x());
            return true;
        }
        case QEvent::KeyPress:
            if (watched == view_ && onKey(static_cast<QKeyEvent*>(event)->key())) return true;
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void CurveView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) restyle();
    QWidget::changeEvent(event);
}

void CurveView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (drawn_.empty()) return;
    updateAxes();
    settle_.start();
}

}  // namespace trainyard::widgets
