// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "core/engine/model/optimizer.h"
#include "core/engine/ps/variable_host.h"

namespace trainyard::engine::ps {

/// The contents of one ps: shards of variables with their optimizer state; updates are applied here. Each
/// shard has its own lock, so that access to one variable never waits for another. The sum of a complete
/// round is applied by the first call of a later round, which shows that the round is complete on every ps:
/// until then any of its parts may be computed again, from the same weights (ADR 55). [any]
class VariableStore final : public VariableHost {
  public:
    explicit VariableStore(int index) : name_("ps:" + std::to_string(index)) {}

    const std::string& name() const override { return name_; }
    base::Status create(const ShardInfo& shard, const InitialValue& initial,
                        const sdk::OptimizerSpec& optimizer) override;
    base::Result<std::vector<ShardInfo>> list() override;
    base::Result<std::int64_t> pull(const std::vector<std::string>& shards,
                                    const std::vector<torch::Tensor>& into, InRound round) override;
    base::Result<torch::Tensor> lookup(const std::string& shard, const torch::Tensor& rows,
                                       InRound round) override;
    base::Result<sdk::Pushed> push(const PushRequest& request) override;
    base::Status holdRounds() override;
    base::Result<double> roundSquares(std::int64_t round) override;
    base::Status applyRound(const RoundUpdate& update) override;
    base::Status assign(const std::string& shard, const torch::Tensor& value, InRound round) override;
    base::Status freeze(InRound round) override;
    base::Result<torch::Tensor> readFrozen(const StateRows& place) override;
    base::Status thaw() override;
    base::Status writeRows(const StateRows& place, const torch::Tensor& rows, InRound round) override;

    /// The number of values it holds: of its shards and their optimizer state.
    std::int64_t numbers();
    /// Updates applied so far: the number of steps that changed this ps.
    std::int64_t updates() const { return updates_; }

  private:
    /// Parts of the round in progress, by part.
    struct Gathering {
        std::int64_t number = -1;  ///< of the last round that is complete
        std::map<int, ShardGradient> parts;
        std::optional<ShardGradient> held;  ///< its sum, until it is applied
        double learningRate = 0;            ///< for that
    };
    /// The last value that was assigned in a round.
    struct Assignment {
        std::int64_t round = -1;
        torch::Tensor value;  ///< undefined: it has taken effect
    };
    struct Entry {
        ShardInfo info;
        std::mutex mutex;  ///< guards the members below
        torch::Tensor value;
        sdk::OptimizerSpec spec;
        std::unique_ptr<Optimizer> optimizer;
        Gathering gathering;
        Assignment assignment;
        std::map<std::string, torch::Tensor> frozen;  ///< by slot, "" the value; empty: thawed
    };

    base::Result<Entry*> find(const std::string& shard);
    base::Status check(const Entry& entry, const ShardGradient& gradient) const;
    /// The value, by the name "", and the optimizer's slots: the state itself, not a copy.
    static std::map<std::string, torch::Tensor> stateOf(const Entry& entry);
    /// The rows of one of an entry's tensors, checked.
    base::Result<torch::Tensor> rowsIn(const Entry& entry, const torch::Tensor& tensor,
                                       const StateRows& place) const;
    /// Makes what is complete take effect, as far as a call of this round may see it. Every call on an entry
    /// begins with that.
    void settle(Entry& entry, InRound round) const;
    static void apply(Entry& entry, const ShardGradient& gradient, double learningRate);
    static void applyRows(Entry& entry, const ShardGradient& gradient, double learningRate);
    /// True if this part completed the round.
    base::Result<bool> gather(Entry& entry, const ShardGradient& gradient, const sdk::Round& round,
                              double learningRate) const;
    /// Calls `call` with every entry that holds this round's gradient, with its lock held.
    base::Status onHeld(std::int64_t round, const std::function<void(Entry&)>& call);

    const std::string name_;
    std::shared_mutex mutex_;  ///< guards the map; entries are never removed
    std::map<std::string, std::unique_ptr<Entry>> entries_;
    std::atomic<std::int64_t> updates_ = 0;
    std::atomic<bool> isHolding_ = false;
};

}  // namespace trainyard::engine::ps
