// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <vector>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/replica_team.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::strategies {

/// The call that a process waits in for the others' gradients, as it is named to people.
inline constexpr const char* kGradientCall = "all_reduce of gradients";

/// Sums gradients over all processes. Each process first sums those of its own replicas into packs, one after
/// the other while backward goes on; what carries a pack to the others is up to the class that derives. Where
/// a process has one replica its gradients end as views of the packs, otherwise each replica gets a copy.
class ProcessReduction {
  public:
    /// The team, the variables and the context stay the caller's.
    ProcessReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                     sdk::Packs packs, const sdk::JobContext& context);
    virtual ~ProcessReduction() = default;

    /// Before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates and reduces; returns when this replica's gradients are the sums over all. [replica]
    void backward(int replica, const torch::Tensor& loss);

    /// Bytes handed to the other processes so far. [any]
    std::int64_t bytesSent() const { return bytesSent_.load(std::memory_order_relaxed); }

    const sdk::Packs& packs() const { return gradients_.packs(); }
    /// "by Gloo over 2 processes"
    virtual std::string describe() const = 0;

  protected:
    /// This process's sum stands in pack(p), and the others are to have it. Packs come in order, on the
    /// thread of the replica that completes them, inside its backward pass.
    virtual void start(int pack) = 0;
    /// Returns when the packs up to this one hold the sums over all processes. [replica 0]
    virtual void finish(int pack) = 0;

    /// Memory of each pack, flat; the class that derives provides it before the first step.
    std::vector<torch::Tensor> buffers_;
    const sdk::JobContext& context_;
    void addSent(std::int64_t bytes) { bytesSent_.fetch_add(bytes, std::memory_order_relaxed); }
    std::int64_t elementsOf(int pack) const;
    torch::TensorOptions optionsOf(int pack) const;

  private:
    void publish(int pack);
    void take(int replica);
    template <typename Visit>
    void forEach(int pack, Visit&& visit) const;

    std::atomic<std::int64_t> bytesSent_{0};
    sdk::ReplicaTeam& team_;
    int started_ = 0;         ///< packs of this step; under the team's lock
    bool isReduced_ = false;  ///< this step; under the team's lock
    sdk::GradientPacks gradients_;
};

}  // namespace trainyard::strategies
