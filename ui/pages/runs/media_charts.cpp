// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/media_charts.h"

#include <QCoreApplication>
#include <utility>

#include "core/base/buckets.h"
#include "ui/models/format.h"

namespace trainyard::pages {

using widgets::ChartContent;

namespace {

constexpr std::size_t kBars = 30;  ///< TensorBoard's default

}  // namespace

ChartContent histogramChart(const std::vector<double>& values) {
    const std::vector<base::Bucket> buckets = base::bucketsOf(values);
    const auto [low, high] = base::extentOf(buckets);
    ChartContent content{.kind = ChartContent::Kind::kBars};
    if (low == high) return content;
    content.range = std::pair(low, high);
    content.yTitle = QCoreApplication::translate("Media", "values");
    ChartContent::Series& series = content.series.emplace_back();
    for (const double count : base::barsOf(buckets, low, high, kBars)) series.points.push_back({.y = count});
    return content;
}

ChartContent prCurveChart(const std::vector<double>& rows) {
    const std::size_t thresholds = rows.size() / 6;
    ChartContent content{.kind = ChartContent::Kind::kLines,
                         .xTitle = QCoreApplication::translate("Media", "recall"),
                         .yTitle = QCoreApplication::translate("Media", "precision"),
                         .range = std::pair(0.0, 1.0),
                         .full = 1};
    ChartContent::Series series;
    for (std::size_t i = 0; i < thresholds; ++i) {
        const double precision = rows[4 * thresholds + i], recall = rows[5 * thresholds + i];
        series.points.push_back(
            {.x = recall,
             .y = precision,
             .name = QCoreApplication::translate("Media", "recall %1").arg(models::number(recall))});
    }
    if (!series.points.empty()) content.series.push_back(std::move(series));
    return content;
}

}  // namespace trainyard::pages
