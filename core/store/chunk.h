// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/store/run_store.h"

namespace trainyard::store {

/// Points in a sealed chunk.
inline constexpr int kChunkPoints = 1024;

/// Points as packed little-endian columns: all steps (int64), wall times (float64), values (float64), epochs
/// (int32).
std::vector<std::byte> pack(std::span<const Point> points);
/// Appends the points of a packed blob to `points`; kDataLoss if its length is not a whole number of points.
base::Status unpack(std::span<const std::byte> data, std::vector<Point>& points);

}  // namespace trainyard::store
