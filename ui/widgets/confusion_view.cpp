// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/confusion_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>

#include "ui/models/format.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {

namespace {

QColor mix(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int from, int to) { return from + int((to - from) * share); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

}  // namespace

ConfusionView::ConfusionView(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setSizePolicy(policy);
}

void ConfusionView::setMatrix(int classes, std::vector<std::int64_t> counts) {
    classes_ = counts.empty() ? 0 : classes;
    counts_ = std::move(counts);
    totals_.clear();
    for (int label = 0; label < classes_; ++label) {
        const auto row = counts_.begin() + label * classes_;
        totals_.push_back(std::accumulate(row, row + classes_, std::int64_t{0}));
    }
    update();
}

std::int64_t ConfusionView::at(int label, int predicted) const {
    return counts_[static_cast<std::size_t>(label * classes_ + predicted)];
}

QRectF ConfusionView::cells() const {
    const QFontMetrics metrics(tabularFont(font()));
    const double left = 2 * metrics.height() + 4, top = 2 * metrics.height() + 4;
    const double side = std::max(1.0, std::min(width() - left - 4, height() - top - 4));
    return {left, top, side, side};
}

void ConfusionView::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    if (classes_ == 0) return;
    const QRectF area = cells();
    const double cell = area.width() / classes_;
    QFont numbers = tabularFont(font());
    const QFontMetrics metrics(numbers);
    const QColor panel = theme.colour(QStringLiteral("panel"));
    const QColor text = theme.colour(QStringLiteral("text"));
    painter.setPen(theme.colour(QStringLiteral("muted")));
    painter.setFont(numbers);
    painter.drawText(QRectF(area.left(), 0, area.width(), metrics.height()), Qt::AlignCenter,
                     tr("predicted"));
    painter.save();
    painter.translate(0, area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, area.height(), metrics.height()), Qt::AlignCenter, tr("label"));
    painter.restore();
    // Every class' number where there is room, every second one otherwise, and so on.
    const int every = std::max(1, int(std::ceil(metrics.height() * 1.1 / cell)));
    const bool hasCounts =
        cell >= metrics.horizontalAdvance(models::count(8888)) + 2 && cell >= metrics.height();
    for (int label = 0; label < classes_; ++label) {
        if (label % every == 0) {
            const QString name = QString::number(label);
            painter.setPen(theme.colour(QStringLiteral("muted")));
            painter.drawText(QRectF(metrics.height(), area.top() + cell * label, metrics.height(), cell),
                             Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, name);
            painter.drawText(QRectF(area.left() + cell * label, metrics.height(), cell, metrics.height()),
                             Qt::AlignCenter | Qt::TextDontClip, name);
        }
        for (int predicted = 0; predicted < classes_; ++predicted) {
            const std::int64_t count = at(label, predicted);
            const QRectF box(area.left() + cell * predicted, area.top() + cell * label, cell, cell);
            const double share =
                double(count) / double(std::max<std::int64_t>(1, totals_[std::size_t(label)]));
            const QColor colour =
                theme.colour(label == predicted ? QStringLiteral("succeeded") : QStringLiteral("failed"));
            // Even the rarest mistake gets some colour: mistakes are what the user looks for.
            painter.fillRect(box.adjusted(0.5, 0.5, -0.5, -0.5),
                             count == 0 ? panel : mix(panel, colour, 0.12 + 0.48 * share));
            if (count == 0 || !hasCounts) continue;
            painter.setPen(text);
            painter.drawText(box, Qt::AlignCenter, models::count(count));
        }
    }
    painter.setPen(theme.colour(QStringLiteral("line")));
    painter.drawRect(area);
}

bool ConfusionView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || classes_ == 0) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QRectF area = cells();
    const int predicted = int((help->pos().x() - area.left()) / area.width() * classes_);
    const int label = int((help->pos().y() - area.top()) / area.height() * classes_);
    if (!area.contains(help->pos()) || label >= classes_ || predicted >= classes_) {
        QToolTip::hideText();
        return true;
    }
    QToolTip::showText(
        help->globalPos(),
        tr("label %1, predicted %2: %3 of %4")
            .arg(label)
            .arg(predicted)
            .arg(models::count(at(label, predicted)), models::count(totals_[std::size_t(label)])),
        this);
    return true;
}

void ConfusionView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::widgets

#include "moc_confusion_view.cpp"
