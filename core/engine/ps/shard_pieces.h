// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/engine/ps/variable_host.h"

namespace trainyard::engine::ps {

/// The part of `whole` in a shard of a variable; a scalar is in one piece.
inline torch::Tensor pieceOf(const torch::Tensor& whole, const sdk::VariableInfo& info,
                             const sdk::Shard& shard) {
    return whole.dim() == 0 ? whole : whole.narrow(info.axis, shard.firstRow, shard.rows);
}

/// Its name on its ps.
inline std::string keyOf(const sdk::VariableInfo& info, std::size_t part) {
    return ShardInfo::keyOf(info.name, static_cast<int>(part), static_cast<int>(info.shards.size()));
}

}  // namespace trainyard::engine::ps
