// SPDX-License-Identifier: Apache-2.0
#include "core/base/buckets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard::base {
namespace {

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

std::vector<Bucket> bucketsOf(std::span<const double> triples) {
    std::vector<Bucket> buckets;
    for (std::size_t i = 0; i + 2 < triples.size(); i += 3) {
        const Bucket bucket{triples[i], triples[i + 1], triples[i + 2]};
        if (std::isfinite(bucket.left) && std::isfinite(bucket.right) && std::isfinite(bucket.count) &&
            bucket.right >= bucket.left)
            buckets.push_back(bucket);
    }
    return buckets;
}

std::pair<double, double> extentOf(std::span<const Bucket> buckets) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Bucket& bucket : buckets) {
        if (bucket.count <= 0) continue;
        low = std::min(low, bucket.left);
        high = std::max(high, bucket.right);
    }
    if (low > high) return {0, 0};
    if (low == high) return {low - 0.5, high + 0.5};
    return {low, high};
}

std::vector<double> barsOf(std::span<const Bucket> buckets, double low, double high, std::size_t bars) {
    std::vector<double> counts;
    const double width = (high - low) / static_cast<double>(bars);
    for (std::size_t bar = 0; bar < bars; ++bar) {
        const double left = low + width * static_cast<double>(bar);
        const double right = bar + 1 == bars ? high : left + width;
        double count = 0;
        for (const Bucket& bucket : buckets)
            if (bucket.count > 0) count += bucket.count * shareOf(bucket, left, right, bar + 1 == bars);
        counts.push_back(count);
    }
    return counts;
}

}  // namespace trainyard::base
