// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

/// How variables are split over parameter servers: for those who place them (plugins/sdk/partitioner.h) and
/// for those who say beforehand where they will be.
namespace trainyard::base {

/// In how many shards a variable of that shape (elements of `elementBytes`) is split along its first axis;
/// never more than it has rows. [any]
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

/// Every variable in one piece.
inline Partitioner wholePartitioner() {
    return [](const auto&, std::int64_t) { return std::int64_t{1}; };
}

/// As many shards as there can be of at least `minShardBytes` each, at most `maxShards`:
/// tf.distribute.experimental.partitioners.MinSizePartitioner.
inline Partitioner minSizePartitioner(std::int64_t minShardBytes, std::int64_t maxShards) {
    return [=](const std::vector<std::int64_t>& shape, std::int64_t elementBytes) {
        const std::int64_t wanted = detail::bytesOf(shape, elementBytes) / minShardBytes;
        return detail::boundedShards(shape, std::min(wanted, maxShards));
    };
}

/// As few shards as there can be of at most `maxShardBytes` each (a row is never split): MaxSizePartitioner.
inline Partitioner maxSizePartitioner(std::int64_t maxShardBytes) {
    return [=](const std::vector<std::int64_t>& shape, std::int64_t elementBytes) {
        if (shape.empty() || shape[0] == 0) return std::int64_t{1};
        const std::int64_t rowBytes = detail::bytesOf(shape, elementBytes) / shape[0];
        const std::int64_t rows =
            std::max<std::int64_t>(1, maxShardBytes / std::max<std::int64_t>(1, rowBytes));
        return detail::boundedShards(shape, (shape[0] + rows - 1) / rows);
    };
}

/// `shards` shards of each variable that has as many rows: FixedShardsPartitioner.
inline Partitioner fixedShardsPartitioner(std::int64_t shards) {
    return [=](const std::vector<std::int64_t>& shape, std::int64_t) {
        return detail::boundedShards(shape, shards);
    };
}

/// The rows of each of `shards` shards, in order; the first rows mod shards have one more, as
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

/// Which server each shard goes to: of the servers with the fewest shards of the same variable, so that these
/// are spread, the one that holds the fewest bytes, and of several the first. Variables of one size go round
/// robin; a large one beside small ones does not take every other of these to its own server.
class BalancedPlacement {
  public:
    explicit BalancedPlacement(std::size_t servers) : held_(servers, 0) {}
    /// What a server holds already.
    void note(std::size_t server, std::int64_t bytes) { held_.at(server) += bytes; }
    /// The servers for the shards of one more variable, of so many bytes each, in order.
    std::vector<std::size_t> place(const std::vector<std::int64_t>& shardBytes) {
        std::vector<std::size_t> servers;
        std::vector<std::int64_t> own(held_.size(), 0);
        for (const std::int64_t bytes : shardBytes) {
            std::size_t best = 0;
            for (std::size_t i = 1; i < held_.size(); ++i)
                if (std::pair(own[i], held_[i]) < std::pair(own[best], held_[best])) best = i;
            ++own[best];
            held_[best] += bytes;
            servers.push_back(best);
        }
        return servers;
    }

  private:
    std::vector<std::int64_t> held_;
};

/// A partitioner as an option of a run file, complete: "none" | {"min_size": {"min_shard_bytes",
/// "max_shards"}} | {"max_size": {"max_shard_bytes"}} | {"fixed_shards": {"shards"}}. Throws
/// std::invalid_argument for anything else.
inline Partitioner partitionerOf(const nlohmann::json& option) {
    const auto number = [&](const char* kind, const char* key) {
        return option.at(kind).at(key).get<std::int64_t>();
    };
    if (option == "none") return wholePartitioner();
    if (option.contains("min_size"))
        return minSizePartitioner(number("min_size", "min_shard_bytes"), number("min_size", "max_shards"));
    if (option.contains("max_size")) return maxSizePartitioner(number("max_size", "max_shard_bytes"));
    if (option.contains("fixed_shards")) return fixedShardsPartitioner(number("fixed_shards", "shards"));
    throw std::invalid_argument("unknown partitioner " + option.dump());
}

}  // namespace trainyard::base
