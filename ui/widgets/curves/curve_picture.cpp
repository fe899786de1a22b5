// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_picture.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "ui/models/format.h"
#include "ui/widgets/curves/curve_plot.h"
#include "ui/widgets/curves/curve_view.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr QSize kSize(960, 540);
constexpr double kEdge = 12, kStroke = 22, kGap = 18, kRowGap = 2;
constexpr double kLeastPlot = 0.6;  ///< of the height

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

/// An entry of the legend, where it is below the title. Without a line: how many are left out.
struct Entry {
    const PlotLine* line;
    QString text;
    QPointF at;
};

std::vector<const PlotLine*> linesToList(const CurvePlot::Content& content) {
    std::vector<const PlotLine*> listed;
    for (const PlotLine& line : content.lines) {
        const auto isSame = [&](const PlotLine* one) {
            return one->name == line.name && one->colour == line.colour;
        };
        if (line.isListed && !line.isLost && !line.curve->step.empty() &&
            std::ranges::none_of(listed, isSame))
            listed.push_back(&line);
    }
    return listed;
}

/// At most `rows` of them, so that the curves keep their place.
std::vector<Entry> legendOf(const CurvePlot::Content& content, const QFontMetricsF& metrics, int rows) {
    const double right = kSize.width() - kEdge;
    const double lastRow = (rows - 1) * (metrics.height() + kRowGap) + 1;  // but for rounding
    std::vector<Entry> entries;
    QPointF at(kEdge, 0);
    for (const PlotLine* line : linesToList(content)) {
        const QString text = metrics.elidedText(line->name, Qt::ElideRight, right - kEdge - kStroke);
        const double width = kStroke + metrics.horizontalAdvance(text);
        if (at.x() > kEdge && at.x() + width > right)
            at = QPointF(kEdge, at.y() + metrics.height() + kRowGap);
        entries.push_back({line, text, at});
        at.rx() += width + kGap;
    }
    const std::size_t all = entries.size();
    std::erase_if(entries, [&](const Entry& entry) { return entry.at.y() > lastRow; });
    if (entries.size() == all) return entries;
    QString more;
    do {  // in the place of the last ones
        at = entries.back().at;
        entries.pop_back();
        more = CurveView::tr("… and %1 more")
                   .arg(models::count(static_cast<std::int64_t>(all - entries.size())));
    } while (!entries.empty() && at.x() + metrics.horizontalAdvance(more) > right);
    entries.push_back({nullptr, more, at});
    return entries;
}

void paintEntry(QPainter& painter, const Entry& entry, double top, const QFontMetricsF& metrics) {
    QPointF at = entry.at + QPointF(0, top);
    if (entry.line) {
        QPen stroke(lineColour(*entry.line), 2);
        if (entry.line->isDashed) stroke.setDashPattern({2, 1.5});
        if (entry.line->isDotted) stroke.setDashPattern({1, 1.5});
        painter.setPen(stroke);
        const double y = at.y() + metrics.height() / 2;
        painter.drawLine(QPointF(at.x(), y), QPointF(at.x() + kStroke - 7, y));
        at.rx() += kStroke;
    }
    painter.setPen(Theme::current().colour(QStringLiteral("text")));
    painter.drawText(at + QPointF(0, metrics.ascent()), entry.text);
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
    const double bottom = std::ceil(metrics.height() + 6);
    const double legendRoom = kSize.height() * (1 - kLeastPlot) - legendTop - bottom - 5;
    const int rows = std::max(1, static_cast<int>((legendRoom + kRowGap) / (metrics.height() + kRowGap)));
    const std::vector<Entry> legend = legendOf(plot.content(), metrics, rows);
    const double legendHeight = legend.empty() ? 0 : legend.back().at.y() + metrics.height();
    const double plotTop = std::ceil(legendTop + legendHeight + 4);
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
