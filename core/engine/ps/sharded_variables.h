// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/ps/variable_host.h"
#include "plugins/sdk/partitioner.h"

namespace trainyard::engine::ps {

using VariableHosts = std::vector<std::shared_ptr<VariableHost>>;

/// Where each shard is, a line each: "embedding rows 0…3 on ps:0".
std::vector<std::string> describePlacement(const std::vector<sdk::VariableInfo>& variables);

/// A client's view of all ps together: presents whole variables; their shards are placed by
/// base::BalancedPlacement, in order of creation, and located later by asking the ps.
class ShardedVariables final : public sdk::Variables {
  public:
    explicit ShardedVariables(VariableHosts hosts, sdk::Partitioner partitioner = sdk::wholePartitioner());

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

    /// A whole variable with its optimizer state, as stored in a checkpoint, before the round that was set. A
    /// scalar slot is the maximum over the shards.
    base::Result<ShardState> snapshot(const std::string& name);
    base::Status restore(const std::string& name, const ShardState& state);

    /// From now on only applyClipped() applies the sum of a round.
    base::Status holdRounds();
    /// Clips the complete sum of a round like clipGradients(), by the norm over all variables, and applies
    /// it. 0: off.
    base::Status applyClipped(std::int64_t round, double learningRate, double clipNorm, double clipValue);

  private:
    base::Status refresh();
    base::Result<const sdk::VariableInfo*> find(const std::string& name);
    /// Calls `call(ps)` for all ps concurrently; returns the first error.
    base::Status onAll(const std::function<base::Status(std::size_t ps)>& call) const;

    VariableHosts hosts_;
    sdk::Partitioner partitioner_;
    std::vector<sdk::VariableInfo> variables_;
    std::map<std::string, std::size_t> byName_;
    base::BalancedPlacement placement_;
    std::vector<std::int64_t> basis_;
    InRound round_;
};

}  // namespace trainyard::engine::ps
