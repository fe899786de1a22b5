// SPDX-License-Identifier: Apache-2.0
#include "core/data/quantiles.h"

#include <algorithm>
#include <cmath>

namespace trainyard::data {
namespace {

/// NumPy's interp(): linear between the points (x, y) around `at`, constant beyond the ends.
template <typename X, typename Y>
double interpolated(double at, std::size_t count, const X& x, const Y& y) {
    std::size_t above = 0;
    while (above < count && x(above) <= at) ++above;
    if (above == 0) return y(0);
    if (above == count) return y(count - 1);
    const double before = x(above - 1), slope = (y(above) - y(above - 1)) / (x(above) - before);
    return slope * (at - before) + y(above - 1);
}

}  // namespace

void Quantiles::add(double value) {
    block_.push_back(value);
    if (block_.size() == kBlock) merge();
}

/// Keras' summarize() and merge_summaries().
void Quantiles::merge() {
    if (block_.empty()) return;
    std::ranges::sort(block_);
    const double increment = static_cast<double>(block_.size()) / (1 / epsilon_);
    const double step = std::max(increment, 1.0);
    for (auto i = static_cast<std::size_t>(increment); i < block_.size(); i += static_cast<std::size_t>(step))
        summary_.push_back({block_[i], step});
    block_.clear();
    std::ranges::stable_sort(summary_, {}, &Point::value);
    summary_ = compressed(std::move(summary_), static_cast<std::int64_t>(std::ceil(1 / epsilon_)), epsilon_);
}

/// Keras' compress_summary(): `points` of them, `epsilon` of the weight apart.
Quantiles::Summary Quantiles::compressed(Summary summary, std::int64_t points, double epsilon) {
    if (static_cast<double>(summary.size()) * epsilon < 1) return summary;
    std::vector<double> sums;
    double sum = 0;
    for (const Point& point : summary) sums.push_back(sum += point.weight);
    const auto share = [&](std::size_t i) { return sums[i] / sum; };
    Summary fewer;
    double before = 0;
    for (std::int64_t i = 0; i < points; ++i) {
        const double percent = epsilon + static_cast<double>(i) * epsilon;
        const double weight =
            interpolated(percent, summary.size(), share, [&](std::size_t at) { return sums[at]; });
        const double value =
            interpolated(percent, summary.size(), share, [&](std::size_t at) { return summary[at].value; });
        fewer.push_back({value, weight - before});
        before = weight;
    }
    return fewer;
}

std::vector<double> Quantiles::boundaries(std::int64_t bins) {
    merge();
    const Summary last = compressed(summary_, bins, 1.0 / static_cast<double>(bins));
    std::vector<double> boundaries;
    for (const Point& point : last) boundaries.push_back(point.value);
    if (boundaries.size() > 1) boundaries.pop_back();
    return boundaries;
}

}  // namespace trainyard::data
