// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/histogram_view.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {

void HistogramView::setHistogram(std::vector<std::int64_t> counts, double min, double max) {
    counts_ = std::move(counts);
    min_ = min;
    max_ = max;
    update();
}

void HistogramView::setText(const QString& text) {
    text_ = text;
    update();
}

void HistogramView::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.colour(QStringLiteral("panel")));
    const QColor muted = theme.colour(QStringLiteral("muted"));
    painter.setPen(muted);
    if (counts_.empty()) {
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, text_);
        return;
    }
    QFont small = tabularFont(font());
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter.setFont(small);
    const QFontMetrics metrics(small);
    const QRectF area = QRectF(rect()).adjusted(12, metrics.height() + 6, -12, -metrics.height() - 6);
    painter.drawText(QRectF(12, 2, width() - 24, metrics.height()), Qt::AlignLeft, text_);
    painter.drawText(QRectF(area.left(), area.bottom() + 3, area.width(), metrics.height()), Qt::AlignLeft,
                     models::number(min_));
    painter.drawText(QRectF(area.left(), area.bottom() + 3, area.width(), metrics.height()), Qt::AlignRight,
                     models::number(max_));
    const auto most = double(std::max<std::int64_t>(1, *std::ranges::max_element(counts_)));
    const double bar = area.width() / double(counts_.size());
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const double height = area.height() * double(counts_[i]) / most;
        painter.fillRect(
            QRectF(area.left() + bar * double(i), area.bottom() - height, std::max(1.0, bar - 1), height),
            theme.series(0));
    }
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (min_ < 0 && max_ > 0) {  // where zero is
        const double zero = area.left() + area.width() * (0 - min_) / (max_ - min_);
        painter.setPen(QPen(muted, 1, Qt::DashLine));
        painter.drawLine(QPointF(zero, area.top()), QPointF(zero, area.bottom()));
    }
}

void HistogramView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::widgets
