// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/chart/chart_content.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ui/models/format.h"

namespace trainyard::widgets {
namespace {

/// Counts are whole numbers.
QString valueOf(double value) {
    constexpr double kMostExact = 9e15;
    const bool isCount = std::abs(value) < kMostExact && std::trunc(value) == value;
    return isCount ? models::count(static_cast<std::int64_t>(value)) : models::number(value);
}

/// What a value belongs to: the bar's name or its part of the range, the point's name and its x.
QString placeOf(const ChartContent& content, const ChartContent::Point& point, std::size_t index,
                std::size_t count) {
    if (content.kind == ChartContent::Kind::kLines) return point.name;
    if (content.kind == ChartContent::Kind::kScatter || content.kind == ChartContent::Kind::kStackedAreas) {
        const QString number =
            content.kind == ChartContent::Kind::kScatter ? models::number(point.x) : valueOf(point.x);
        const QString x = content.xTitle.isEmpty() ? number : content.xTitle + ' ' + number;
        return point.name.isEmpty() ? x : point.name + QStringLiteral(", ") + x;
    }
    if (content.range) {
        const auto [low, high] = *content.range;
        const double width = (high - low) / double(count);
        return models::number(low + width * double(index)) + QStringLiteral(" … ") +
               models::number(low + width * double(index + 1));
    }
    return content.categories.value(static_cast<qsizetype>(index));
}

}  // namespace

bool ChartContent::isEmpty() const {
    return std::ranges::all_of(series, [](const Series& one) { return one.points.empty(); });
}

std::vector<ChartReading> readingsOf(const ChartContent& content) {
    std::vector<ChartReading> readings;
    std::size_t most = 0;
    for (const ChartContent::Series& series : content.series) most = std::max(most, series.points.size());
    for (std::size_t point = 0; point < most; ++point) {
        for (std::size_t series = 0; series < content.series.size(); ++series) {
            const ChartContent::Series& one = content.series[series];
            if (point >= one.points.size()) continue;
            const ChartContent::Point& at = one.points[point];
            if (!std::isfinite(at.y) || !std::isfinite(at.x)) continue;
            QString text = placeOf(content, at, point, one.points.size());
            if (!one.name.isEmpty())
                text += QStringLiteral(", ") + one.name;
            else if (!content.yTitle.isEmpty())
                text += QStringLiteral(", ") + content.yTitle;
            readings.push_back({series, point, text + QStringLiteral(": ") + valueOf(at.y)});
        }
    }
    if (content.kind == ChartContent::Kind::kScatter)
        std::ranges::stable_sort(readings, {}, [&](const ChartReading& reading) {
            return content.series[reading.series].points[reading.point].x;
        });
    return readings;
}

}  // namespace trainyard::widgets
