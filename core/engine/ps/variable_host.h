// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::engine::ps {

/// One shard as known to its ps.
struct ShardInfo {
    std::string variable;
    int part = 0;                     ///< index of the shard in the variable
    int parts = 1;                    ///< number of shards of the variable
    std::int64_t order = 0;           ///< index of the variable in the cluster
    std::vector<std::int64_t> shape;  ///< of the whole variable
    torch::ScalarType dtype = torch::kFloat32;
    std::int64_t firstRow = 0;  ///< along `axis`
    std::int64_t rows = 1;
    int axis = 0;
    /// The shard's name in all calls below: "embedding/part_1"; the variable's own name if it is in one
    /// piece.
    std::string key() const { return keyOf(variable, part, parts); }
    static std::string keyOf(const std::string& variable, int part, int parts) {
        return parts == 1 ? variable : variable + "/part_" + std::to_string(part);
    }
    /// Shape of the shard's own tensor.
    std::vector<std::int64_t> ownShape() const {
        std::vector<std::int64_t> own = shape;
        if (const auto at = static_cast<std::size_t>(axis); at < own.size()) own[at] = rows;
        return own;
    }
};

/// A shard's gradient; rows (sparse) are of its own first axis.
struct ShardGradient {
    std::string shard;
    torch::Tensor values;
    torch::Tensor rows = {};
};

struct PushRequest {
    std::vector<ShardGradient> gradients;
    double learningRate = 0;
    std::int64_t basis = 0;  ///< the ps' update count when the weights were pulled
    std::optional<sdk::Round> round;
};

/// How a held round is applied.
struct RoundUpdate {
    std::int64_t number = 0;
    double learningRate = 0;
    double scale = 1;      ///< factor for the gradients,
    double clipValue = 0;  ///< then each number is clipped to [-this, this]; 0: off
};

/// A shard's complete state, as stored in a checkpoint.
struct ShardState {
    torch::Tensor value;
    std::map<std::string, torch::Tensor> slots;  ///< of the optimizer, by name
};

/// The round that a call belongs to (sdk::Variables::setRound).
using InRound = std::optional<std::int64_t>;

/// One parameter server as seen by its clients: a VariableStore in this process, or one behind a connection.
/// kUnavailable: the ps is lost. Blocks. [any]
class VariableHost {
  public:
    virtual ~VariableHost() = default;
    virtual const std::string& name() const = 0;  ///< "ps:0"
    virtual base::Status create(const ShardInfo& shard, const torch::Tensor& initial,
                                const sdk::OptimizerSpec& optimizer) = 0;
    virtual base::Result<std::vector<ShardInfo>> list() = 0;
    /// Copies each shard into its tensor. Returns the update count.
    virtual base::Result<std::int64_t> pull(const std::vector<std::string>& shards,
                                            const std::vector<torch::Tensor>& into, InRound round) = 0;
    virtual base::Result<torch::Tensor> lookup(const std::string& shard, const torch::Tensor& rows,
                                               InRound round) = 0;
    virtual base::Result<sdk::Pushed> push(const PushRequest& request) = 0;
    /// From now on a complete round waits for applyRound(), because clipping by the norm of all variables
    /// needs the gradients on all ps to be complete.
    virtual base::Status holdRounds() = 0;
    /// Sum of the squares of a held round's gradients. kFailedPrecondition if a part is missing.
    virtual base::Result<double> roundSquares(std::int64_t round) = 0;
    virtual base::Status applyRound(const RoundUpdate& update) = 0;
    virtual base::Status assign(const std::string& shard, const torch::Tensor& value, InRound round) = 0;
    virtual base::Result<ShardState> snapshot(const std::string& shard, InRound round) = 0;
    /// Restores the result of snapshot(); slots unknown to the optimizer are refused, missing ones start at
    /// zero.
    virtual base::Status restore(const std::string& shard, const ShardState& state) = 0;
};

}  // namespace trainyard::engine::ps
