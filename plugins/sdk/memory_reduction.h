// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/replica_team.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// out[i] = in[0][i] + in[1][i] + …, in this order, for `count` elements that lie densely in memory, then the
/// same into every tensor of `copies` from `offset` on. `out` may be one of the addends.
void sumInOrder(const std::vector<torch::Tensor>& addends, std::int64_t offset, std::int64_t count,
                const std::vector<torch::Tensor>& copies, std::int64_t copyOffset);

/// Sums the gradients of a process's replicas in place, in memory they all see: no copy into packs, no
/// socket. Each sum is formed in the order of the replicas whoever forms it, so results are equal from run to
/// run. A replica that has ended its backward pass reduces what is complete while it waits for the others,
/// since its core has nothing else to do.
class MemoryReduction {
  public:
    enum class By { kAll, kFirst };  ///< kFirst: replica 0 reduces alone
    /// The team and the variables stay the caller's.
    MemoryReduction(ReplicaTeam& team, const std::vector<ReplicaVariables>& replicas, Packs packs, By by);

    /// Before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates, reduces; returns when this replica's gradients are the sums over all. [replica]
    void backward(int replica, const torch::Tensor& loss);

    const Packs& packs() const { return gradients_.packs(); }

  private:
    struct Chunk {
        int pack;
        std::size_t variable;
        std::int64_t begin, count;
    };
    void reduce(const Chunk& chunk);

    ReplicaTeam& team_;
    const By by_;
    int complete_ = 0;  ///< packs of this step that every replica has; under the team's lock
    GradientPacks gradients_;
    std::vector<Chunk> chunks_;
    std::atomic<std::size_t> nextChunk_{0};
};

}  // namespace trainyard::sdk
