// SPDX-License-Identifier: Apache-2.0
#include "ui/models/curve_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard::models {
namespace {

/// Appends the points [first, last) of `from`; if either side lacks times, the whole curve has none.
template <typename Points>
void appendRange(Curve& to, const Points& from, std::size_t first, std::size_t last) {
    if (first >= last) return;
    const bool keepsTime =
        (to.step.empty() || to.time.size() == to.step.size()) && from.time.size() == from.step.size();
    const auto copy = [&](auto& into, const auto& source) {
        into.insert(into.end(), source.begin() + static_cast<std::ptrdiff_t>(first),
                    source.begin() + static_cast<std::ptrdiff_t>(last));
    };
    copy(to.step, from.step);
    copy(to.value, from.value);
    if (keepsTime) {
        copy(to.time, from.time);
    } else {
        to.time.clear();
    }
}

/// Appends those of `points` that are after the last point of `curve`, by step and, where one step has
/// several points, by time; returns their number.
template <typename Points>
std::size_t appendAfter(Curve& curve, const Points& points) {
    const std::int64_t last = curve.step.empty() ? -1 : curve.step.back();
    auto first = static_cast<std::size_t>(std::ranges::lower_bound(points.step, last) - points.step.begin());
    const bool isTimed = curve.hasTime() && points.time.size() == points.step.size();
    while (first < points.step.size() && points.step[first] == last &&
           !(isTimed && points.time[first] > curve.time.back()))
        ++first;
    appendRange(curve, points, first, points.step.size());
    return points.step.size() - first;
}

}  // namespace

void CurveData::clear() {
    curves_.clear();
    tails_.clear();
}

void CurveData::replace(const bridge::SeriesKey& key, const std::vector<bridge::SeriesPoints>& attempts) {
    for (const bridge::SeriesPoints& points : attempts) {
        if (points.step.empty()) continue;
        CurvePtr& known = curves_[{key, points.attempt}];
        auto fresh = std::make_shared<Curve>();
        if (known) {
            const auto before =
                std::ranges::lower_bound(known->step, points.step.front()) - known->step.begin();
            appendRange(*fresh, *known, 0, static_cast<std::size_t>(before));
        }
        // Not appendAfter: a decimated column may have its minimum and maximum at the same step.
        appendRange(*fresh, points, 0, points.step.size());
        if (known) appendAfter(*fresh, *known);
        known = std::move(fresh);
        tails_[{key, points.attempt}] = 0;
    }
}

void CurveData::append(const bridge::SeriesPoints& points) {
    const Key key{points.key, points.attempt};
    CurvePtr& known = curves_[key];
    auto grown = known ? std::make_shared<Curve>(*known) : std::make_shared<Curve>();
    tails_[key] += appendAfter(*grown, points);
    known = std::move(grown);
}

std::size_t CurveData::longestTail() const {
    std::size_t longest = 0;
    for (const auto& [key, tail] : tails_) longest = std::max(longest, tail);
    return longest;
}

std::int64_t CurveData::lastStep() const {
    std::int64_t last = 0;
    for (const auto& [key, curve] : curves_)
        if (!curve->step.empty()) last = std::max(last, curve->step.back());
    return last;
}

JoinedCurve joinAttempts(const std::vector<CurvePtr>& attempts) {
    if (attempts.size() == 1) return {attempts.front(), {}};
    JoinedCurve joined;
    auto kept = std::make_shared<Curve>();
    std::vector<std::int64_t> redone(attempts.size(), std::numeric_limits<std::int64_t>::max());
    for (std::size_t i = attempts.size(); i-- > 1;) {
        const auto& steps = attempts[i]->step;
        redone[i - 1] = std::min(redone[i], steps.empty() ? redone[i] : steps.front());
    }
    for (std::size_t i = 0; i < attempts.size(); ++i) {
        const Curve& curve = *attempts[i];
        const auto cut =
            static_cast<std::size_t>(std::ranges::lower_bound(curve.step, redone[i]) - curve.step.begin());
        appendRange(*kept, curve, 0, cut);
        if (cut == curve.size()) continue;
        auto lost = std::make_shared<Curve>();
        // Starts at the last valid point, so that the lost branch visibly leaves the line there.
        appendRange(*lost, curve, cut > 0 ? cut - 1 : 0, curve.size());
        joined.lost.push_back(std::move(lost));
    }
    joined.kept = std::move(kept);
    return joined;
}

CurvePtr smoothed(const Curve& curve, double weight) {
    auto result = std::make_shared<Curve>();
    if (curve.step.empty()) return result;
    std::int64_t stretch = 1;
    if (curve.size() > kSmoothedPoints) {
        const std::int64_t range = curve.step.back() - curve.step.front() + 1;
        while (range / stretch > static_cast<std::int64_t>(kSmoothedPoints)) stretch *= 2;
    }
    const bool hasTime = curve.hasTime();
    double average = 0;
    double debias = 1;
    for (std::size_t i = 0; i < curve.size();) {
        const std::int64_t number = curve.step[i] / stretch;
        double sum = 0;
        int count = 0;
        std::size_t next = i;
        for (; next < curve.size() && (next == i || curve.step[next] / stretch == number) &&
               (stretch > 1 || next == i);
             ++next) {
            if (!std::isfinite(curve.value[next])) continue;
            sum += curve.value[next];
            ++count;
        }
        if (count > 0) {
            average = weight * average + (1 - weight) * sum / count;
            debias *= weight;
            result->step.push_back(curve.step[next - 1]);
            result->value.push_back(average / (1 - debias));
            if (hasTime) result->time.push_back(curve.time[next - 1]);
        }
        i = next;
    }
    return result;
}

CurvePtr scaled(const Curve& curve, double factor) {
    auto copy = std::make_shared<Curve>(curve);
    for (double& value : copy->value) value *= factor;
    return copy;
}

}  // namespace trainyard::models
