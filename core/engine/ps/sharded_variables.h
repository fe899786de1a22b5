// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/checkpoint/safetensors.h"
#include "core/engine/ps/variable_host.h"
#include "plugins/sdk/partitioner.h"

namespace trainyard::engine::ps {

using VariableHosts = std::vector<std::shared_ptr<VariableHost>>;

/// What travels of a variable at a time when it is saved or loaded, unless a single row is more.
inline constexpr std::int64_t kBlockBytes = 2 << 20;

/// Where each shard is, a line each: "embedding rows 0…3 on ps:0".
std::vector<std::string> describePlacement(const std::vector<sdk::VariableInfo>& variables);

/// A client's view of all ps together: presents whole variables; their shards are placed by
/// base::Placement, in order of creation, and located later by asking the ps.
class ShardedVariables final : public sdk::Variables {
  public:
    explicit ShardedVariables(VariableHosts hosts, sdk::Partitioner partitioner = sdk::wholePartitioner(),
                              sdk::PlaceBy placeBy = sdk::PlaceBy::kBytes);

    base::Result<std::vector<sdk::VariableInfo>> list() override;
    base::Status create(const std::string& name, const torch::Tensor& initial,
                        const sdk::OptimizerSpec& optimizer) override;
    base::Status pull(const std::vector<std::string>& names, const std::vector<torch::Tensor>& into) override;
    base::Result<torch::Tensor> read(const std::string& name) override;
    base::Status assign(const std::string& name, const torch::Tensor& value) override;
    base::Result<torch::Tensor> lookup(const std::string& name, const torch::Tensor& ids) override;
    base::Result<sdk::Pushed> push(const std::vector<sdk::Gradient>& gradients, double learningRate,
                                   std::optional<sdk::Round> round) override;
    using sdk::Variables::push;
    void setRound(std::optional<std::int64_t> number) override { round_ = number; }

    /// Like create() with what `drawn` describes, of the shape drawn.plan.shape: each ps draws its shards, to
    /// the same numbers as Model::drawWeights() on one machine, and nobody has the variable whole.
    base::Status createDrawn(const std::string& name, torch::ScalarType dtype, const InitialValue& drawn,
                             const sdk::OptimizerSpec& optimizer);

    /// The optimizer state of a variable.
    base::Result<std::vector<SlotInfo>> slotsOf(const std::string& name);
    /// The shape and dtype of a variable, or of one of its slots ("": the variable), as a file has them.
    struct Stored {
        std::vector<std::int64_t> shape;
        torch::ScalarType dtype;
    };
    base::Result<Stored> storedAs(const std::string& name, const std::string& slot);
    /// All ps keep a copy of what they hold, as it is before the round that was set (VariableHost::freeze).
    base::Status freeze();
    /// The copy is no longer needed. [any]
    base::Status thaw() const;
    /// A tensor of that copy: a variable, or one of its slots ("": the variable). Its bytes come from the ps
    /// in blocks of kBlockBytes as a file is written. A scalar slot is the maximum over the shards. The
    /// source may be used by another thread and after this object.
    base::Result<checkpoint::TensorView> frozen(const std::string& as, const std::string& name,
                                                const std::string& slot);
    /// Replaces a variable, or one of its slots, by a tensor of a file, in blocks too; converts to the dtype
    /// of the variable. In the round that was set.
    base::Status load(const std::string& name, const std::string& slot,
                      const checkpoint::SafetensorsFile& file, const checkpoint::TensorInfo& tensor);

    /// From now on only applyClipped() applies the sum of a round.
    base::Status holdRounds();
    /// Clips the complete sum of a round like clipGradients(), by the norm over all variables, and applies
    /// it. 0: off.
    base::Status applyClipped(std::int64_t round, double learningRate, double clipNorm, double clipValue);

  private:
    base::Status createShards(const std::string& name, sdk::VariableInfo info, const InitialValue& initial,
                              const sdk::OptimizerSpec& optimizer);
    /// Rows from `first` on along the first axis of a variable or slot, to the shards that have a part of
    /// them.
    base::Status writeRows(const sdk::VariableInfo& info, const std::string& slot, std::int64_t first,
                           const torch::Tensor& rows);
    base::Status refresh();
    base::Result<const sdk::VariableInfo*> find(const std::string& name);
    /// Calls `call(ps)` for all ps concurrently; returns the first error.
    base::Status onAll(const std::function<base::Status(std::size_t ps)>& call) const;

    VariableHosts hosts_;
    sdk::Partitioner partitioner_;
    std::vector<sdk::VariableInfo> variables_;
    std::map<std::string, std::size_t> byName_;
    std::map<std::string, std::vector<SlotInfo>> slots_;  ///< by variable, as of the last refresh()
    const sdk::PlaceBy placeBy_;
    base::Placement placement_;
    std::vector<std::int64_t> basis_;
    InRound round_;
};

}  // namespace trainyard::engine::ps
