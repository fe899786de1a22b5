// SPDX-License-Identifier: Apache-2.0
#include "ui/models/curve_data.h"

#include <algorithm>

namespace trainyard::models {
namespace {

/// Appends what of `points` lies after the last step of `curve`; says how many that were.
std::size_t appendAfter(CurveData::Curve& curve, const std::vector<std::int64_t>& step,
                        const std::vector<double>& value) {
    const std::int64_t last = curve.step.empty() ? -1 : curve.step.back();
    const auto first = std::ranges::upper_bound(step, last) - step.begin();
    curve.step.insert(curve.step.end(), step.begin() + first, step.end());
    curve.value.insert(curve.value.end(), value.begin() + first, value.end());
    return step.size() - static_cast<std::size_t>(first);
}

}  // namespace

void CurveData::replace(const bridge::SeriesKey& key, const std::vector<bridge::SeriesPoints>& attempts) {
    for (const bridge::SeriesPoints& points : attempts) {
        if (points.step.empty()) continue;
        Curve& known = curves_[{key, points.attempt}];
        const auto before = std::ranges::lower_bound(known.step, points.step.front()) - known.step.begin();
        Curve fresh;
        fresh.step.assign(known.step.begin(), known.step.begin() + before);
        fresh.value.assign(known.value.begin(), known.value.begin() + before);
        // Not appendAfter: a decimated column may hold its minimum and maximum at one step.
        fresh.step.insert(fresh.step.end(), points.step.begin(), points.step.end());
        fresh.value.insert(fresh.value.end(), points.value.begin(), points.value.end());
        appendAfter(fresh, known.step, known.value);
        known = std::move(fresh);
    }
}

void CurveData::append(const bridge::SeriesPoints& points) {
    Curve& curve = curves_[{points.key, points.attempt}];
    curve.tail += appendAfter(curve, points.step, points.value);
}

std::size_t CurveData::longestTail() const {
    std::size_t longest = 0;
    for (const auto& [key, curve] : curves_) longest = std::max(longest, curve.tail);
    return longest;
}

std::int64_t CurveData::lastStep() const {
    std::int64_t last = 0;
    for (const auto& [key, curve] : curves_)
        if (!curve.step.empty()) last = std::max(last, curve.step.back());
    return last;
}

}  // namespace trainyard::models
