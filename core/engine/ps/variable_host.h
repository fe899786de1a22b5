// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/model/layers.h"
#include "plugins/sdk/coordinator.h"

namespace trainyard::engine::ps {

/// A tensor of the optimizer's state beside a shard.
struct SlotInfo {
    std::string name;
    torch::ScalarType dtype = torch::kFloat32;
    bool isScalar = false;  ///< else of the shard's shape
};

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
    std::vector<SlotInfo> slots = {};  ///< as its ps lists it
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

/// What a variable begins with: `value`, or where that is undefined what its plan's initializer draws.
struct InitialValue {
    torch::Tensor value = {};
    spec::Layer::Variable plan = {};  ///< of the whole variable
    std::uint64_t seed = 0;
    int index = 0;  ///< of the variable in the model
};

/// Rows of a shard's state, along the first axis of its own tensor.
struct StateRows {
    std::string shard;
    std::string slot;  ///< of the optimizer; empty: the shard's value
    std::int64_t first = 0;
    std::int64_t count = 1;  ///< of a scalar, its one number
};

/// The round that a call belongs to (sdk::Variables::setRound).
using InRound = std::optional<std::int64_t>;

/// One parameter server as seen by its clients: a VariableStore in this process, or one behind a connection.
/// kUnavailable: the ps is lost. Blocks. [any]
class VariableHost {
  public:
    virtual ~VariableHost() = default;
    virtual const std::string& name() const = 0;  ///< "ps:0"
    /// `initial.value` is the shard's own.
    virtual base::Status create(const ShardInfo& shard, const InitialValue& initial,
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
    /// Keeps a copy of everything here, values and optimizer state, as it is before `round`, until thaw() or
    /// the next one: reading it disturbs no training. It takes as much memory as what it copies.
    virtual base::Status freeze(InRound round) = 0;
    /// Of the copy. kFailedPrecondition: there is none.
    virtual base::Result<torch::Tensor> readFrozen(const StateRows& place) = 0;
    virtual base::Status thaw() = 0;
    /// Replaces rows of a shard's state. kInvalidArgument ("optimizer.slot"): its optimizer has no such slot.
    virtual base::Status writeRows(const StateRows& place, const torch::Tensor& rows, InRound round) = 0;
};

}  // namespace trainyard::engine::ps
