// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/replica_team.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// out[i] = in[0][i] + in[1][i] + …, in this order, for `count` contiguous elements, then copies the result
/// into every tensor of `copies`, starting at `offset`. `out` may be one of the addends.
void sumInOrder(const std::vector<torch::Tensor>& addends, std::int64_t offset, std::int64_t count,
                const std::vector<torch::Tensor>& copies, std::int64_t copyOffset);

/// Sums the gradients of a process's replicas in place, in memory visible to all of them: no copying into
/// packs, no sockets. Each sum is computed in replica order whichever replica computes it, so results are
/// identical from run to run. A replica that has finished its backward pass reduces what is complete while it
/// waits for the others, since its core would be idle otherwise.
class MemoryReduction {
  public:
    enum class By { kAll, kFirst };  ///< kFirst: only replica 0 reduces
    /// The caller keeps ownership of the team and the variables.
    MemoryReduction(ReplicaTeam& team, const std::vector<ReplicaVariables>& replicas, Packs packs, By by);

    /// Call before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates and reduces; returns when this replica's gradients are the sums over all. [replica]
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
    int complete_ = 0;  ///< packs of this step that every replica has completed; guarded by the team's lock
    GradientPacks gradients_;
    std::vector<Chunk> chunks_;
    std::atomic<std::size_t> nextChunk_{0};
};

}  // namespace trainyard::sdk
