// SPDX-License-Identifier: Apache-2.0
#include "core/store/pyramid.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "core/base/check.h"

namespace trainyard::store {
namespace {

constexpr std::int64_t kSlabStretches = 32;
constexpr std::size_t kPackedPointBytes = 28;
constexpr std::size_t kStretchBytes = 4 + 3 * kPackedPointBytes;
constexpr std::uint32_t kHasFinite = 1, kHasOdd = 2;
static_assert(kChunkPoints % pointsPerStretch(1) == 0 &&
              kChunkPoints / pointsPerStretch(1) == kSlabStretches);

/// One stretch: a flag word, then the three points, each as pack() writes one.
void appendPacked(const Extremes& extremes, std::vector<std::byte>& data) {
    const std::uint32_t flags = (extremes.lowest ? kHasFinite : 0u) | (extremes.odd ? kHasOdd : 0u);
    const auto* bytes = reinterpret_cast<const std::byte*>(&flags);
    data.insert(data.end(), bytes, bytes + sizeof flags);
    for (const auto& point : {extremes.lowest, extremes.highest, extremes.odd}) {
        const Point value = point.value_or(Point{});
        const auto packed = pack(std::span(&value, 1));
        data.insert(data.end(), packed.begin(), packed.end());
    }
}

/// The inverse of pack() for one point, without a vector in between: pictures read tens of thousands.
Point unpackOne(const std::byte* from) {
    Point point;
    std::memcpy(&point.step, from, 8);
    std::memcpy(&point.wallTime, from + 8, 8);
    std::memcpy(&point.value, from + 16, 8);
    std::memcpy(&point.epoch, from + 24, 4);
    return point;
}

base::Status unpackSlab(std::span<const std::byte> data, std::vector<Extremes>& slab) {
    if (data.size() % kStretchBytes != 0 || data.size() > kSlabStretches * kStretchBytes)
        return base::fail(base::Code::kDataLoss,
                          base::say("the store has a damaged summary of points ({} bytes)", data.size()),
                          "store.damaged");
    for (; !data.empty(); data = data.subspan(kStretchBytes)) {
        std::uint32_t flags = 0;
        std::memcpy(&flags, data.data(), sizeof flags);
        const std::byte* points = data.data() + sizeof flags;
        Extremes& extremes = slab.emplace_back();
        if (flags & kHasFinite) {
            extremes.lowest = unpackOne(points);
            extremes.highest = unpackOne(points + kPackedPointBytes);
        }
        if (flags & kHasOdd) extremes.odd = unpackOne(points + 2 * kPackedPointBytes);
    }
    return {};
}

base::Result<std::vector<Extremes>> readSlab(Database& database, std::int64_t series, int attempt, int level,
                                             std::int64_t slab) {
    TY_ASSIGN(auto query,
              database.prepare(
                  "SELECT data FROM pyramid WHERE series = ? AND attempt = ? AND level = ? AND slab = ?"));
    TY_ASSIGN(const bool hasRow, query.bind(series, attempt, level, slab).step());
    std::vector<Extremes> stretches;
    if (hasRow) TY_TRY(unpackSlab(query.blob(0), stretches));
    return stretches;
}

base::Status writeSlab(Database& database, std::int64_t series, int attempt, int level, std::int64_t slab,
                       const std::vector<Extremes>& stretches) {
    std::vector<std::byte> data;
    data.reserve(stretches.size() * kStretchBytes);
    for (const Extremes& extremes : stretches) appendPacked(extremes, data);
    TY_ASSIGN(
        auto insert,
        database.prepare("INSERT INTO pyramid(series, attempt, level, slab, data) VALUES(?, ?, ?, ?, ?) "
                         "ON CONFLICT DO UPDATE SET data = excluded.data"));
    return insert.bind(series, attempt, level, slab, std::span<const std::byte>(data)).run();
}

/// Puts `extremes` at stretch number `position`, merging with what earlier chunks have left there.
void place(std::vector<Extremes>& slab, std::int64_t position, const Extremes& extremes) {
    const auto index = static_cast<std::size_t>(position % kSlabStretches);
    TY_CHECK(index <= slab.size(), "stretches are added in order");
    if (index == slab.size()) slab.emplace_back();
    slab[index].merge(extremes);
}

/// Of level 1.
std::vector<Extremes> extremesOf(std::span<const Point> points) {
    std::vector<Extremes> pieces;
    for (; !points.empty(); points = points.subspan(pointsPerStretch(1))) {
        Extremes& piece = pieces.emplace_back();
        for (const Point& point : points.first(pointsPerStretch(1))) piece.add(point);
    }
    return pieces;
}

/// Of the next level, from those of the level below: a part of one stretch, if there are fewer than eight.
std::vector<Extremes> joined(const std::vector<Extremes>& below) {
    constexpr std::size_t kOfBelow = pointsPerStretch(2) / pointsPerStretch(1);
    std::vector<Extremes> pieces;
    for (std::size_t i = 0; i < below.size(); ++i) {
        if (i % kOfBelow == 0) pieces.emplace_back();
        pieces.back().merge(below[i]);
    }
    return pieces;
}

}  // namespace

void Extremes::add(const Point& point) {
    if (!std::isfinite(point.value)) {
        if (!odd) odd = point;
        return;
    }
    if (!lowest || point.value < lowest->value) lowest = point;
    if (!highest || point.value > highest->value) highest = point;
}

void Extremes::merge(const Extremes& later) {
    for (const auto& point : {later.lowest, later.highest, later.odd})
        if (point) add(*point);
}

base::Status addToPyramid(Database& database, std::int64_t series, int attempt, std::int64_t chunk,
                          std::span<const Point> points) {
    TY_CHECK(points.size() == kChunkPoints, "only whole chunks are summed up");
    std::vector<Extremes> pieces;  // of this chunk, by level
    for (int level = 1; level <= kLevels; ++level) {
        pieces = level == 1 ? extremesOf(points) : joined(pieces);
        const std::int64_t size = pointsPerStretch(level);
        const std::int64_t first = chunk * kChunkPoints / size;
        const std::int64_t slabNumber = first / kSlabStretches;
        TY_ASSIGN(auto slab, readSlab(database, series, attempt, level, slabNumber));
        for (std::size_t i = 0; i < pieces.size(); ++i)
            place(slab, first + static_cast<std::int64_t>(i), pieces[i]);
        TY_TRY(writeSlab(database, series, attempt, level, slabNumber, slab));
    }
    return {};
}

base::Result<std::vector<Extremes>> readPyramid(Database& database, std::int64_t series, int attempt,
                                                int level, std::int64_t first, std::int64_t last) {
    std::vector<Extremes> stretches;
    if (first >= last) return stretches;
    stretches.reserve(static_cast<std::size_t>(last - first + kSlabStretches));
    TY_ASSIGN(auto query,
              database.prepare("SELECT data FROM pyramid WHERE series = ? AND attempt = ? AND level = ? AND "
                               "slab BETWEEN ? AND ? ORDER BY slab"));
    query.bind(series, attempt, level, first / kSlabStretches, (last - 1) / kSlabStretches);
    for (;;) {
        TY_ASSIGN(const bool hasRow, query.step());
        if (!hasRow) break;
        TY_TRY(unpackSlab(query.blob(0), stretches));
    }
    const std::int64_t skipped = first % kSlabStretches;
    const std::int64_t wanted = last - first;
    if (static_cast<std::int64_t>(stretches.size()) < skipped + wanted)
        return base::fail(base::Code::kDataLoss, "the store lacks a summary of points it should hold",
                          "store.damaged");
    stretches.erase(stretches.begin(), stretches.begin() + skipped);
    stretches.resize(static_cast<std::size_t>(wanted));
    return stretches;
}

}  // namespace trainyard::store
