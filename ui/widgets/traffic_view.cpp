// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/traffic_view.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr int kBarHeight = 8;
constexpr int kGap = 8;
constexpr int kLegendSquare = 10;
/// Above the mean: then the workers are waiting for this server.
constexpr double kHot = 1.25;

std::int64_t moved(const bridge::ServerTraffic& server) {
    return server.sentBytes + server.receivedBytes;
}

/// Received bytes are hatched: so the two are distinguishable without colour.
void fill(QPainter& painter, const QRectF& bar, int series) {
    const QColor colour = Theme::current().series(series);
    painter.fillRect(bar, series == 0 ? QBrush(colour) : QBrush(colour, Qt::Dense4Pattern));
    if (series != 0) {
        painter.setPen(colour);
        painter.drawRect(bar.adjusted(0, 0, -1, -1));
    }
}

}  // namespace

TrafficView::TrafficView(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFont(tabularFont(font()));
}

void TrafficView::setTraffic(std::vector<bridge::ServerTraffic> servers) {
    servers_ = std::move(servers);
    QStringList words;
    const auto hot = hotSpot();
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        const bridge::ServerTraffic& server = servers_[i];
        words << tr("%1 holds %2, sends %3 and receives %4 per step")
                     .arg(server.task, models::byteSize(server.variableBytes),
                          models::byteSize(server.sentBytes), models::byteSize(server.receivedBytes));
        if (hot == i) words.back() += QStringLiteral(" (%1)").arg(tr("hot spot"));
    }
    setAccessibleDescription(words.join('\n'));
    if (hot)
        words << tr("%1 transfers more than its share. A partitioner distributes large variables over the "
                    "servers.")
                     .arg(servers_[*hot].task);
    setToolTip(words.join('\n'));
    setVisible(!servers_.empty());
    updateGeometry();
    update();
}

std::optional<std::size_t> TrafficView::hotSpot() const {
    if (servers_.size() < 2) return std::nullopt;
    double sum = 0;
    for (const bridge::ServerTraffic& server : servers_) sum += double(moved(server));
    const auto most = std::ranges::max_element(servers_, {}, moved);
    if (double(moved(*most)) <= kHot * sum / double(servers_.size())) return std::nullopt;
    return static_cast<std::size_t>(most - servers_.begin());
}

int TrafficView::rowHeight() const {
    return fontMetrics().height() + 2 + kBarHeight + kGap;
}

int TrafficView::headerHeight() const {
    return fontMetrics().height() + kGap;
}

QSize TrafficView::sizeHint() const {
    return {240, headerHeight() + rowHeight() * static_cast<int>(servers_.size())};
}

void TrafficView::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const QFontMetrics metrics = fontMetrics();
    const QColor text = theme.colour(QStringLiteral("text"));
    const QColor muted = theme.colour(QStringLiteral("muted"));
    const auto write = [&](const QRectF& where, int flags, const QColor& colour, const QString& words) {
        painter.setPen(colour);
        painter.drawText(where, flags | Qt::AlignVCenter, words);
    };
    double x = 0;
    for (const auto& [series, words] : {std::pair{0, tr("sent per step")}, {1, tr("received")}}) {
        fill(painter, {x, (metrics.height() - kLegendSquare) / 2.0, kLegendSquare, kLegendSquare}, series);
        x += kLegendSquare + 6;
        write({x, 0, double(width()), double(metrics.height())}, Qt::AlignLeft, muted, words);
        x += metrics.horizontalAdvance(words) + 16;
    }
    std::int64_t most = 1;
    for (const bridge::ServerTraffic& server : servers_) most = std::max(most, moved(server));
    const auto hot = hotSpot();
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        const bridge::ServerTraffic& server = servers_[i];
        const double top = headerHeight() + rowHeight() * double(i);
        const QRectF line(0, top, width(), metrics.height());
        write(line, Qt::AlignLeft, text, server.task);
        double taken = metrics.horizontalAdvance(server.task) + 8;
        if (hot == i) {
            const QString mark = QStringLiteral("▲ ") + tr("hot spot");
            write(line.adjusted(taken, 0, 0, 0), Qt::AlignLeft, theme.colour(QStringLiteral("waiting")),
                  mark);
            taken += metrics.horizontalAdvance(mark) + 8;
        }
        const QString sent = models::byteSize(server.sentBytes);
        const QString received = models::byteSize(server.receivedBytes);
        QString amounts = tr("%1 + %2, holds %3").arg(sent, received, models::byteSize(server.variableBytes));
        // The description also states the size of the variables.
        if (taken + metrics.horizontalAdvance(amounts) > width()) amounts = sent + " + " + received;
        write(line, Qt::AlignRight, muted, amounts);
        const double unit = width() / double(most);
        const QRectF bar(0, top + metrics.height() + 2, unit * double(server.sentBytes), kBarHeight);
        fill(painter, bar, 0);
        fill(painter, {bar.right(), bar.top(), unit * double(server.receivedBytes), kBarHeight}, 1);
    }
}

void TrafficView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QWidget::changeEvent(event);
}

}  // namespace trainyard::widgets
