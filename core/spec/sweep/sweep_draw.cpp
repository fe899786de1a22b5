// SPDX-License-Identifier: Apache-2.0
// The values that the runs of a sweep get.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "core/base/random.h"
#include "core/spec/sweep/sweep.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// Draws of one run before it stops trying to find one that no earlier run has. The last combination of 500
/// is found within a few thousand.
constexpr std::uint64_t kMostTries = 100'000;

/// Six digits: a value that people read, type and compare.
double rounded(double value, double low, double high) {
    return std::clamp(std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr), low, high);
}

json drawn(const SweepAxis& axis, const base::KeyedRandom& random, std::uint64_t run, std::uint64_t draw) {
    if (!axis.isContinuous()) return axis.at(random.below(axis.size(), run, draw));
    const double share = random.uniform(run, draw);
    if (axis.kind == "uniform")
        return rounded(axis.low + (axis.high - axis.low) * share, axis.low, axis.high);
    const double low = std::log(axis.low), high = std::log(axis.high);
    return rounded(std::exp(low + (high - low) * share), axis.low, axis.high);
}

}  // namespace

std::uint64_t SweepAxis::size() const {
    return kind == "int" ? static_cast<std::uint64_t>(high - low) + 1 : values.size();
}

json SweepAxis::at(std::uint64_t index) const {
    return kind == "int" ? json(static_cast<std::int64_t>(low) + static_cast<std::int64_t>(index))
                         : values[index];
}

std::uint64_t countOf(const std::vector<SweepAxis>& axes, std::uint64_t most) {
    std::uint64_t count = 1;
    for (const SweepAxis& axis : axes) {
        if (axis.isContinuous() || axis.size() >= most) return most;
        count = std::min(count * axis.size(), most);  // neither is above 2^32: see readAxis()
    }
    return count;
}

std::vector<SweepPoint> gridOf(const std::vector<SweepAxis>& axes, std::size_t most) {
    std::vector<SweepPoint> points;
    const std::uint64_t count = countOf(axes, most);
    for (std::uint64_t number = 0; number < count; ++number) {
        SweepPoint point(axes.size());
        std::uint64_t rest = number;
        for (std::size_t i = axes.size(); i-- > 0; rest /= axes[i].size())
            point[i] = axes[i].at(rest % axes[i].size());
        points.push_back(std::move(point));
    }
    return points;
}

std::vector<SweepPoint> drawnFrom(const std::vector<SweepAxis>& axes, std::size_t runs, std::uint64_t seed) {
    const base::KeyedRandom random(seed, base::DrawPurpose::kSweep);
    std::vector<SweepPoint> points;
    std::set<std::string> known;
    while (points.size() < runs) {
        SweepPoint point;
        std::uint64_t draw = 0;
        bool isNew = false;
        for (std::uint64_t tries = 0; !isNew && tries < kMostTries; ++tries) {
            point.clear();
            for (const SweepAxis& axis : axes) point.push_back(drawn(axis, random, points.size(), draw++));
            isNew = known.insert(json(point).dump()).second;
        }
        if (!isNew) break;
        points.push_back(std::move(point));
    }
    return points;
}

bool isBetterWhenHigher(std::string_view metric) {
    return metric.find("acc") != std::string_view::npos || metric.find("auc") != std::string_view::npos;
}

}  // namespace trainyard::spec
