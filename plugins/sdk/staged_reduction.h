// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Event.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/replica_team.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// Sums the gradients of replicas with a GPU each by way of host memory: every replica copies each of its
/// packs there while its backward pass continues, the first one adds them up in replica order, and all copy
/// the sums back. Gradients end up as views of the packs.
class StagedReduction {
  public:
    struct Options {
        /// Turns the sum over this process's replicas, contiguous and on the CPU, into the one over all
        /// processes. Empty: this is the only one. [replica 0]
        std::function<void(torch::Tensor& sum)> overProcesses = {};
        /// As in JobContext.
        std::function<void(int index, bool isStart)> onBucket = {};
    };
    /// The caller keeps ownership of the team and the variables.
    StagedReduction(ReplicaTeam& team, const std::vector<ReplicaVariables>& replicas, const Packs& packs,
                    Options options);

    /// Call before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates and reduces: what this thread queues afterwards sees the sums. [replica]
    void backward(int replica, const torch::Tensor& loss);

    const Packs& packs() const { return replicas_.front()->gradients.packs(); }

  private:
    struct Pack {
        torch::Tensor own;                 ///< flat, on the replica's device
        torch::Tensor host;                ///< a copy of it, pinned
        std::optional<c10::Event> copied;  ///< none on a CPU
    };
    struct Replica {
        Replica(const ReplicaVariables& variables, const Packs& packs, std::function<void(int)> start);
        torch::Tensor viewOf(int pack, const torch::Tensor& like, std::int64_t offset) const;
        /// Queues the copy to the host.
        void publish(int pack);
        void take(int pack, const torch::Tensor& sum);

        std::vector<Pack> packs;
        int started = 0;  ///< packs of this step; guarded by the team's lock
        GradientPacks gradients;
    };
    void start(std::size_t replica, int pack);
    void sum(int pack);

    ReplicaTeam& team_;
    const Options options_;
    std::vector<std::unique_ptr<Replica>> replicas_;
    std::vector<torch::Tensor> sums_;  ///< of each pack, pinned; with one replica its own copies
    int summed_ = 0;                   ///< packs of this step; guarded by the team's lock
};

}  // namespace trainyard::sdk
