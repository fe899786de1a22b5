// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_decimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard::widgets {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

std::size_t XMap::lowerBound(const models::Curve& curve, double x, std::size_t from) const {
    // Galloping, then binary search: the next pixel column starts a few points further on.
    std::size_t low = from;
    std::size_t stride = 1;
    while (low + stride < curve.size() && at(curve, low + stride) < x) {
        low += stride;
        stride *= 2;
    }
    std::size_t high = std::min(low + stride, curve.size());
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (at(curve, middle) < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void CurveBlocks::Extremes::add(double value) {
    if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
    } else {
        hasOdd = true;
    }
}

CurveBlocks::CurveBlocks(const models::Curve& curve) {
    blocks_.reserve(curve.size() / kPoints + 1);
    for (std::size_t begin = 0; begin < curve.size(); begin += kPoints) {
        Extremes block{kInfinity, -kInfinity, false};
        const std::size_t end = std::min(begin + kPoints, curve.size());
        for (std::size_t i = begin; i < end; ++i) block.add(curve.value[i]);
        blocks_.push_back(block);
    }
}

CurveBlocks::Extremes CurveBlocks::over(const models::Curve& curve, std::size_t first,
                                        std::size_t last) const {
    Extremes all{kInfinity, -kInfinity, false};
    std::size_t i = first;
    for (; i < last && i % kPoints != 0; ++i) all.add(curve.value[i]);
    for (; i + kPoints <= last; i += kPoints) {
        const Extremes& block = blocks_[i / kPoints];
        all.low = std::min(all.low, block.low);
        all.high = std::max(all.high, block.high);
        all.hasOdd |= block.hasOdd;
    }
    for (; i < last; ++i) all.add(curve.value[i]);
    return all;
}

DrawnCurve decimate(const models::Curve& curve, const CurveBlocks* blocks, const XMap& map, double first,
                    double last, int pixels) {
    DrawnCurve drawn{.low = kInfinity, .high = -kInfinity};
    if (curve.step.empty() || !(last > first) || pixels <= 0 || !map.places(curve)) return drawn;
    const std::size_t begin = map.lowerBound(curve, first);
    const std::size_t end = map.lowerBound(curve, std::nextafter(last, kInfinity), begin);
    const auto see = [&](double value) {
        drawn.low = std::min(drawn.low, value);
        drawn.high = std::max(drawn.high, value);
    };
    drawn.isDense = end - begin > static_cast<std::size_t>(pixels) * 2;
    if (!drawn.isDense) {
        const std::size_t from = begin > 0 ? begin - 1 : 0;
        const std::size_t to = std::min(end + 1, curve.size());
        drawn.points.reserve(to - from);
        for (std::size_t i = from; i < to; ++i) {
            const double x = map.at(curve, i);
            const double y = curve.value[i];
            const bool isNumber = std::isfinite(y);
            drawn.points.push_back({x, isNumber ? y : std::numeric_limits<double>::quiet_NaN()});
            if (i < begin || i >= end) continue;
            if (isNumber) {
                see(y);
            } else {
                drawn.odd.push_back(x);
            }
        }
        return drawn;
    }
    drawn.columns.reserve(static_cast<std::size_t>(pixels));
    const double width = (last - first) / pixels;
    std::size_t at = begin;
    for (int pixel = 0; pixel < pixels && at < end; ++pixel) {
        const std::size_t next =
            pixel + 1 == pixels ? end : std::min(end, map.lowerBound(curve, first + width * (pixel + 1), at));
        if (next == at) continue;
        CurveBlocks::Extremes extremes{kInfinity, -kInfinity, false};
        if (blocks) {
            extremes = blocks->over(curve, at, next);
        } else {
            for (std::size_t i = at; i < next; ++i) extremes.add(curve.value[i]);
        }
        if (extremes.hasOdd) drawn.odd.push_back(first + width * (pixel + 0.5));
        if (extremes.low <= extremes.high) {
            const double opening = curve.value[at];
            const double closing = curve.value[next - 1];
            drawn.columns.push_back({pixel, std::isfinite(opening) ? opening : extremes.low, extremes.low,
                                     extremes.high, std::isfinite(closing) ? closing : extremes.high});
            see(extremes.low);
            see(extremes.high);
        }
        at = next;
    }
    return drawn;
}

}  // namespace trainyard::widgets
