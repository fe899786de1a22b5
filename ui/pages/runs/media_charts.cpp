// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/media_charts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/models/format.h"

namespace trainyard::pages {

using widgets::ChartContent;

namespace {

constexpr std::size_t kBars = 30;  ///< TensorBoard's default

struct Bucket {
    double left = 0, right = 0, count = 0;
};

std::vector<Bucket> bucketsOf(const std::vector<double>& values) {
    std::vector<Bucket> buckets;
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
        const Bucket bucket{values[i], values[i + 1], values[i + 2]};
        if (std::isfinite(bucket.left) && std::isfinite(bucket.right) && std::isfinite(bucket.count) &&
            bucket.right >= bucket.left)
            buckets.push_back(bucket);
    }
    return buckets;
}

std::pair<double, double> rangeOf(const std::vector<Bucket>& buckets) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Bucket& bucket : buckets) {
        if (bucket.count <= 0) continue;
        low = std::min(low, bucket.left);
        high = std::max(high, bucket.right);
    }
    if (low > high) return {0, 0};
    if (low == high) return {low - 0.5, high + 0.5};  // all values are the same
    return {low, high};
}

/// The share of a bucket that a bar gets. A bucket without a width is in one bar.
double shareOf(const Bucket& bucket, double left, double right, bool isLast) {
    if (bucket.right == bucket.left) {
        const bool isIn = bucket.left >= left && (bucket.left < right || (isLast && bucket.left <= right));
        return isIn ? 1 : 0;
    }
    const double both = std::min(bucket.right, right) - std::max(bucket.left, left);
    return std::max(0.0, both / (bucket.right - bucket.left));
}

}  // namespace

ChartContent histogramChart(const std::vector<double>& values) {
    const std::vector<Bucket> buckets = bucketsOf(values);
    const auto [low, high] = rangeOf(buckets);
    ChartContent content{.kind = ChartContent::Kind::kBars};
    if (low == high) return content;
    content.range = std::pair(low, high);
    content.yTitle = QCoreApplication::translate("Media", "values");
    ChartContent::Series& series = content.series.emplace_back();
    const double width = (high - low) / kBars;
    for (std::size_t bar = 0; bar < kBars; ++bar) {
        const double left = low + width * double(bar);
        const double right = bar + 1 == kBars ? high : left + width;
        double count = 0;
        for (const Bucket& bucket : buckets)
            if (bucket.count > 0) count += bucket.count * shareOf(bucket, left, right, bar + 1 == kBars);
        series.points.push_back({.y = count});
    }
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
