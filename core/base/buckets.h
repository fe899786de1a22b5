// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace trainyard::base {

/// `count` values from `left` to `right`.
struct Bucket {
    double left = 0, right = 0, count = 0;
};

/// From (left edge, right edge, count) for each bucket. Those with a number that is not finite, or with edges
/// in the wrong order, are left out.
std::vector<Bucket> bucketsOf(std::span<const double> triples);

/// From the first to the last edge of those that are not empty, with some width even if all values are the
/// same. Two zeros: there are no values.
std::pair<double, double> extentOf(std::span<const Bucket> buckets);

/// The values in each of `bars` equal parts from `low` to `high`, as TensorBoard draws histograms: a bucket's
/// values are spread evenly over its width.
std::vector<double> barsOf(std::span<const Bucket> buckets, double low, double high, std::size_t bars);

}  // namespace trainyard::base
