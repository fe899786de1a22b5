// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/store/chunk.h"
#include "core/store/database.h"

namespace trainyard::store {

/// The summary of a range of points: its lowest and highest finite point and its first one that is NaN or
/// infinite. Ties go to the earlier point.
struct Extremes {
    std::optional<Point> lowest, highest, odd;

    void add(const Point& point);
    void merge(const Extremes& later);
};

/// Level 1 stores the extremes of every 32 points, every further level those of eight entries of the level
/// below. Stored in slabs of up to 32 entries per row, so that sealing a chunk rewrites at most one small row
/// per level.
inline constexpr int kLevels = 6;
constexpr std::int64_t pointsPerStretch(int level) {
    return std::int64_t{32} << (3 * (level - 1));
}

/// Adds sealed chunk number `chunk` of a curve to every level. Inside the caller's transaction.
base::Status addToPyramid(Database& database, std::int64_t series, int attempt, std::int64_t chunk,
                          std::span<const Point> points);

/// Reads entries `first` … `last`-1 of a level.
base::Result<std::vector<Extremes>> readPyramid(Database& database, std::int64_t series, int attempt,
                                                int level, std::int64_t first, std::int64_t last);

}  // namespace trainyard::store
