// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/replica_team.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::strategies {

/// The name shown for the call in which a process waits for the others' gradients.
inline constexpr const char* kGradientCall = "all_reduce of gradients";

/// Sums gradients on CPUs over all processes. Each process first sums its own replicas' gradients into packs,
/// one after the other during the backward pass; the derived class decides how a pack reaches the others.
/// Where a process has one replica, layers may compute its gradients in the packs, and all of them end up as
/// views of these; otherwise each replica gets a copy.
class ProcessReduction {
  public:
    /// The caller keeps ownership of the team, the variables and the context.
    ProcessReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                     sdk::Packs packs, const sdk::JobContext& context);
    virtual ~ProcessReduction() = default;

    /// Call before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates and reduces; returns when this replica's gradients are the sums over all. [replica]
    void backward(int replica, const torch::Tensor& loss);
    /// As sdk::PlacesGradients; where a process has one replica. [replica]
    torch::Tensor placeOf(const torch::Tensor& variable);

    /// Bytes sent to the other processes so far. [any]
    std::int64_t bytesSent() const { return bytesSent_.load(std::memory_order_relaxed); }

    const sdk::Packs& packs() const { return gradients_.packs(); }
    /// "by Gloo over 2 processes"
    virtual std::string describe() const = 0;

  protected:
    /// This process's sum is in pack(p) and must be sent to the others. Called in pack order, on the thread
    /// of the replica that completes the pack, inside its backward pass.
    virtual void start(int pack) = 0;
    /// Returns when all packs up to this one hold the sums over all processes. [replica 0]
    virtual void finish(int pack) = 0;

    /// Memory of each pack, flat; the derived class provides it before the first step.
    std::vector<torch::Tensor> buffers_;
    const sdk::JobContext& context_;
    void addSent(std::int64_t bytes) { bytesSent_.fetch_add(bytes, std::memory_order_relaxed); }
    std::int64_t elementsOf(int pack) const;
    torch::TensorOptions optionsOf(int pack) const;

  private:
    /// Of a variable's gradient, in the packs.
    struct Place {
        int pack = 0;
        std::int64_t offset = 0;
        bool isHandedOut = false;  ///< in this step; touched by the only replica
    };
    void publish(int pack);
    std::byte* addressOf(const Place& place) const;
    bool isInPlace(std::size_t variable) const;
    void take(int replica);
    const std::vector<std::size_t>& variablesOf(int pack) const;

    std::atomic<std::int64_t> bytesSent_{0};
    sdk::ReplicaTeam& team_;
    std::vector<Place> places_;  ///< of each variable
    int started_ = 0;            ///< packs of this step; guarded by the team's lock
    bool isReduced_ = false;     ///< this step; guarded by the team's lock
    sdk::GradientPacks gradients_;
};

}  // namespace trainyard::strategies
