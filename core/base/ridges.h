// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/buckets.h"

namespace trainyard::base {

/// Several histograms over one axis and at one scale, each as the heights of equal parts from `low` to
/// `high`.
struct Ridges {
    double low = 0, high = 0;
    double most = 0;  ///< the highest of all; 0: there is nothing to draw
    std::vector<std::vector<double>> bars;
};
Ridges ridgesOf(std::span<const std::vector<Bucket>> histograms, std::size_t bars);

}  // namespace trainyard::base
