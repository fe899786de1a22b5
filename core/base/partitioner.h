// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/lookup.h"

/// How variables are split over parameter servers: for the code that places them (plugins/sdk/partitioner.h)
/// and for the code that predicts the placement.
namespace trainyard::base {

/// The number of shards for a variable of that shape (elements of `elementBytes`), split along its first
/// axis; never more than its rows. splitOf() also tries its second axis. [any]
using Partitioner =
    std::function<std::int64_t(const std::vector<std::int64_t>& shape, std::int64_t elementBytes)>;

/// Half-open range of a variable's rows.
struct RowRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
};

namespace detail {
inline std::int64_t bytesOf(const std::vector<std::int64_t>& shape, std::int64_t elementBytes) {
    for (const std::int64_t dim : shape) elementBytes *= dim;
    return elementBytes;
}
inline std::int64_t boundedShards(const std::vector<std::int64_t>& shape, std::int64_t wanted) {
    return shape.empty() ? 1 : std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(shape[0], 1));
}
}  // namespace detail

/// Keeps every variable in one piece.
inline Partitioner wholePartitioner() {
    return [](const auto&, std::int64_t) { return std::int64_t{1}; };
}

/// As many shards as possible of at least `minShardBytes` each, at most `maxShards`:
/// tf.distribute.experimental.partitioners.MinSizePartitioner.
inline Partitioner minSizePartitioner(std::int64_t minShardBytes, std::int64_t maxShards) {
    return [=](const std::vector<std::int64_t>& shape, std::int64_t elementBytes) {
        const std::int64_t wanted = detail::bytesOf(shape, elementBytes) / minShardBytes;
        return detail::boundedShards(shape, std::min(wanted, maxShards));
    };
}

/// As few shards as possible of at most `maxShardBytes` each (a row is never split), at most `maxShards`,
/// which may then be larger (0: any number): MaxSizePartitioner.
inline Partitioner maxSizePartitioner(std::int64_t maxShardBytes, std::int64_t maxShards = 0) {
    return [=](const std::vector<std::int64_t>& shape, std::int64_t elementBytes) {
        if (shape.empty() || shape[0] == 0) return std::int64_t{1};
        const std::int64_t rowBytes = detail::bytesOf(shape, elementBytes) / shape[0];
        const std::int64_t rows =
            std::max<std::int64_t>(1, maxShardBytes / std::max<std::int64_t>(1, rowBytes));
        const std::int64_t wanted = (shape[0] + rows - 1) / rows;
        return detail::boundedShards(shape, maxShards > 0 ? std::min(wanted, maxShards) : wanted);
    };
}

/// `shards` shards of each variable: FixedShardsPartitioner.
inline Partitioner fixedShardsPartitioner(std::int64_t shards) {
    return [=](const std::vector<std::int64_t>& shape, std::int64_t) {
        return detail::boundedShards(shape, shards);
    };
}

/// How a variable is split: into `shards` ranges of its axis `axis`.
struct Split {
    int axis = 0;
    std::int64_t shards = 1;
};

/// Along the first axis (the rows of a table, the units of a kernel); along the second if that gives more
/// shards and the first cannot be divided further: the kernel of a layer with one unit has a single row.
inline Split splitOf(const Partitioner& partitioner, const std::vector<std::int64_t>& shape,
                     std::int64_t elementBytes) {
    const Split rows{0, partitioner(shape, elementBytes)};
    if (shape.size() < 2 || shape[0] < 1 || rows.shards < shape[0]) return rows;
    std::vector<std::int64_t> swapped = shape;
    std::swap(swapped[0], swapped[1]);
    const Split columns{1, partitioner(swapped, elementBytes)};
    return columns.shards > rows.shards ? columns : rows;
}

/// The rows of each of `shards` shards, in order; the first (rows mod shards) have one more, as in
/// tf.distribute's sharded variables.
inline std::vector<RowRange> shardRows(std::int64_t rows, std::int64_t shards) {
    std::vector<RowRange> ranges;
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < shards; ++i) {
        const std::int64_t end = begin + rows / shards + (i < rows % shards ? 1 : 0);
        ranges.push_back({begin, end});
        begin = end;
    }
    return ranges;
}

/// What decides where a variable's shards go.
enum class PlaceBy {
    /// Among the servers with the fewest shards of the same variable (which spreads them), the one that holds
    /// the fewest bytes; ties go to the first. Variables of equal size are placed round robin; one large
    /// variable among small ones does not attract every other small one to its server.
    kBytes,
    /// The first shard goes to the server that the FNV-1a hash of the name gives, the others to those after
    /// it, in turn: whatever other variables there are, and in whatever order they are created.
    kName,
};

/// Assigns shards to servers.
class Placement {
  public:
    explicit Placement(std::size_t servers, PlaceBy by = PlaceBy::kBytes) : by_(by), held_(servers, 0) {}
    /// What each server already holds.
    void note(std::size_t server, std::int64_t bytes) { held_.at(server) += bytes; }
    /// The servers for the shards of one more variable, given their sizes in bytes, in order.
    std::vector<std::size_t> place(std::string_view name, const std::vector<std::int64_t>& shardBytes) {
        std::vector<std::size_t> servers;
        std::vector<std::int64_t> own(held_.size(), 0);
        for (const std::int64_t bytes : shardBytes) {
            std::size_t best = by_ == PlaceBy::kName ? (fnv1a(name) + servers.size()) % held_.size() : 0;
            for (std::size_t i = 1; by_ == PlaceBy::kBytes && i < held_.size(); ++i)
                if (std::pair(own[i], held_[i]) < std::pair(own[best], held_[best])) best = i;
            ++own[best];
            held_[best] += bytes;
            servers.push_back(best);
        }
        return servers;
    }

  private:
    PlaceBy by_;
    std::vector<std::int64_t> held_;
};

/// As a run file option: "bytes" | "name"; anything else is "bytes".
inline PlaceBy placeByOf(const nlohmann::json& option) {
    return option == "name" ? PlaceBy::kName : PlaceBy::kBytes;
}

/// A partitioner as a run file option, all forms: "none" | {"min_size": {"min_shard_bytes", "max_shards"}} |
/// {"max_size": {"max_shard_bytes", "max_shards"}} | {"fixed_shards": {"shards"}}. Throws
/// std::invalid_argument for anything else.
inline Partitioner partitionerOf(const nlohmann::json& option) {
    const auto number = [&](const char* kind, const char* key) {
        return option.at(kind).at(key).get<std::int64_t>();
    };
    if (option == "none") return wholePartitioner();
    if (option.contains("min_size"))
        return minSizePartitioner(number("min_size", "min_shard_bytes"), number("min_size", "max_shards"));
    if (option.contains("max_size"))
        return maxSizePartitioner(number("max_size", "max_shard_bytes"),
                                  option.at("max_size").value("max_shards", std::int64_t{0}));
    if (option.contains("fixed_shards")) return fixedShardsPartitioner(number("fixed_shards", "shards"));
    throw std::invalid_argument(base::say("unknown partitioner {}", option.dump()));
}

}  // namespace trainyard::base
