// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_picture.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/widgets/curves/curve_plot.h"
#include "ui/widgets/curves/curve_view.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr QSize kSize(960, 540);
constexpr double kEdge = 12, kStroke = 22, kGap = 18;

QString axisName(XAxis axis) {
    switch (axis) {
        case XAxis::kStep:
            return CurveView::tr("step");
        case XAxis::kEpoch:
            return CurveView::tr("epoch");
        case XAxis::kTime:
            break;
    }
    return CurveView::tr("time since the start");
}

/// An entry of the legend, where it is below the title.
struct Entry {
    const PlotLine* line;
    QPointF at;
};

std::vector<Entry> legendOf(const CurvePlot::Content& content, const QFontMetricsF& metrics, double& height) {
    std::vector<Entry> entries;
    QPointF at(kEdge, 0);
    for (const PlotLine& line : content.lines) {
        const auto isSame = [&](const Entry& one) {
            return one.line->name == line.name && one.line->colour == line.colour;
        };
        if (!line.isListed || line.isLost || line.curve->step.empty() || std::ranges::any_of(entries, isSame))
            continue;
        const double width = kStroke + metrics.horizontalAdvance(line.name);
        if (at.x() > kEdge && at.x() + width > kSize.width() - kEdge)
            at = {kEdge, at.y() + metrics.height() + 2};
        entries.push_back({&line, at});
        at.rx() += width + kGap;
    }
    height = entries.empty() ? 0 : at.y() + metrics.height();
    return entries;
}

void paintEntry(QPainter& painter, const Entry& entry, double top, const QFontMetricsF& metrics) {
    QPen stroke(lineColour(*entry.line), 2);
    if (entry.line->isDashed) stroke.setDashPattern({2, 1.5});
    if (entry.line->isDotted) stroke.setDashPattern({1, 1.5});
    painter.setPen(stroke);
    const double y = top + entry.at.y() + metrics.height() / 2;
    painter.drawLine(QPointF(entry.at.x(), y), QPointF(entry.at.x() + kStroke - 7, y));
    painter.setPen(Theme::current().colour(QStringLiteral("text")));
    painter.drawText(QPointF(entry.at.x() + kStroke, top + entry.at.y() + metrics.ascent()),
                     entry.line->name);
}

}  // namespace

QString saveCurvePicture(const CurvePlot& shown, const QString& title, const QString& path) {
    CurvePlot plot;
    plot.copy(shown);
    QFont small = tabularFont(plot.font());
    small.setPointSizeF(small.pointSizeF() * 0.9);
    QFont bold = plot.font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    const QFontMetricsF metrics(small), titles(bold);
    const double legendTop = std::ceil(kEdge + titles.height() + 6);
    double legendHeight = 0;
    const std::vector<Entry> legend = legendOf(plot.content(), metrics, legendHeight);
    const double plotTop = std::ceil(legendTop + legendHeight + 4);
    const double bottom = std::ceil(metrics.height() + 6);
    plot.resize(kSize.width(), std::max(120, static_cast<int>(kSize.height() - plotTop - bottom)));
    return savePicture(path, kSize, [&](QPainter& painter, const QRectF& target) {
        const Theme& theme = Theme::current();
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.scale(target.width() / kSize.width(), target.height() / kSize.height());
        painter.fillRect(QRectF(QPointF(), kSize), theme.colour(QStringLiteral("panel")));
        painter.setFont(bold);
        painter.setPen(theme.colour(QStringLiteral("text")));
        painter.drawText(QPointF(kEdge, kEdge + titles.ascent()),
                         titles.elidedText(title, Qt::ElideRight, kSize.width() - 2 * kEdge));
        painter.setFont(small);
        for (const Entry& entry : legend) paintEntry(painter, entry, legendTop, metrics);
        painter.setPen(theme.colour(QStringLiteral("muted")));
        painter.drawText(QRectF(0, kSize.height() - bottom, kSize.width() - kEdge, bottom - 4),
                         Qt::AlignRight | Qt::AlignTop, axisName(plot.content().eventMap.axis));
        painter.translate(0, plotTop);
        plot.paintInto(painter);
    });
}

}  // namespace trainyard::widgets
