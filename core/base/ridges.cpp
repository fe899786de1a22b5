// SPDX-License-Identifier: Apache-2.0
#include "core/base/ridges.h"

#include <algorithm>
#include <cmath>

namespace trainyard::base {

Ridges ridgesOf(std::span<const std::vector<Bucket>> histograms, std::size_t bars) {
    std::vector<Bucket> all;
    for (const std::vector<Bucket>& buckets : histograms)
        all.insert(all.end(), buckets.begin(), buckets.end());
    const auto [low, high] = extentOf(all);
    if (low == high || !std::isfinite(high - low)) return {};
    Ridges ridges{.low = low, .high = high, .most = 0, .bars = {}};
    for (const std::vector<Bucket>& buckets : histograms) {
        ridges.bars.push_back(barsOf(buckets, low, high, bars));
        ridges.most = std::max(ridges.most, std::ranges::max(ridges.bars.back()));
    }
    if (ridges.most <= 0 || !std::isfinite(ridges.most)) return {};
    return ridges;
}

}  // namespace trainyard::base
