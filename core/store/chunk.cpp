// SPDX-License-Identifier: Apache-2.0
#include "core/store/chunk.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace trainyard::store {
namespace {

static_assert(std::endian::native == std::endian::little, "packed columns are little-endian");
constexpr std::size_t kPointBytes = 8 + 8 + 8 + 4;

template <auto Member>
void packColumn(std::span<const Point> points, std::byte*& to) {
    for (const Point& point : points) {
        std::memcpy(to, &(point.*Member), sizeof(point.*Member));
        to += sizeof(point.*Member);
    }
}

template <auto Member>
void unpackColumn(const std::byte*& from, std::span<Point> points) {
    for (Point& point : points) {
        std::memcpy(&(point.*Member), from, sizeof(point.*Member));
        from += sizeof(point.*Member);
    }
}

}  // namespace

std::vector<std::byte> pack(std::span<const Point> points) {
    std::vector<std::byte> data(points.size() * kPointBytes);
    std::byte* to = data.data();
    packColumn<&Point::step>(points, to);
    packColumn<&Point::wallTime>(points, to);
    packColumn<&Point::value>(points, to);
    packColumn<&Point::epoch>(points, to);
    return data;
}

base::Status unpack(std::span<const std::byte> data, std::vector<Point>& points) {
    if (data.size() % kPointBytes != 0)
        return base::fail(
            base::Code::kDataLoss,
            base::say("the store has a damaged block of points ({} bytes, not a multiple of {})", data.size(),
                      kPointBytes),
            "store.damaged");
    const std::size_t before = points.size();
    points.resize(before + data.size() / kPointBytes);
    const std::span<Point> fresh = std::span(points).subspan(before);
    const std::byte* from = data.data();
    unpackColumn<&Point::step>(from, fresh);
    unpackColumn<&Point::wallTime>(from, fresh);
    unpackColumn<&Point::value>(from, fresh);
    unpackColumn<&Point::epoch>(from, fresh);
    return {};
}

}  // namespace trainyard::store
