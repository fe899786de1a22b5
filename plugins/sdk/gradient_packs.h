// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <torch/csrc/autograd/function.h>

#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// Indexes of the variables whose gradients are reduced together; all of one dtype. Packs are in reverse
/// definition order, which is roughly the order in which gradients become ready. They depend only on sizes,
/// so that sums are computed the same way in every run and after every resume.
using Packs = std::vector<std::vector<std::size_t>>;

/// Packs of about `packBytes`, the first of about `firstBytes`: it is sent early, so that communication
/// starts before most of the backward pass (Li et al., "PyTorch Distributed: Experiences on Accelerating Data
/// Parallel Training", VLDB 2020, §3.2.3). A variable larger than that is a pack of its own.
Packs packByBytes(const ReplicaVariables& variables, std::int64_t firstBytes, std::int64_t packBytes);
/// `count` packs of roughly equal size in bytes, as far as whole variables and one dtype per pack allow.
Packs packByCount(const ReplicaVariables& variables, int count);

/// "8 all-reduces in 1 pack (0.48 MB)", for Strategy::describe().
std::string describePacks(const ReplicaVariables& variables, const Packs& packs);

/// Tracks the gradients of this process's replicas through their backward passes, and reports when all of
/// them have the gradients of a pack. The hooks live as long as this object. A backward pass that does not go
/// through backward() below only accumulates gradients, so a loop can accumulate over several batches.
class GradientPacks {
  public:
    /// `onComplete(p)` is called once per step for each pack, in pack order, one call at a time, on the
    /// thread of the replica that completes it. Backward passes continue meanwhile.
    GradientPacks(std::vector<ReplicaVariables> replicas, Packs packs,
                  std::function<void(int pack)> onComplete);
    ~GradientPacks();
    GradientPacks(const GradientPacks&) = delete;
    GradientPacks& operator=(const GradientPacks&) = delete;

    /// Call before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates `loss`. A variable that does not contribute to it gets a zero gradient. Afterwards
    /// this replica's packs are complete; those of others may not be. At most once per step and replica.
    /// [replica]
    void backward(int replica, const torch::Tensor& loss);

    /// Whether backward() of this replica is running. [replica]
    bool isInBackward(int replica) const { return progress_[static_cast<std::size_t>(replica)].isArmed; }

    int size() const { return static_cast<int>(packs_.size()); }
    const Packs& packs() const { return packs_; }
    const std::vector<ReplicaVariables>& replicas() const { return replicas_; }

  private:
    struct Hook {
        std::shared_ptr<torch::autograd::Node> accumulator;
        std::uintptr_t key;
    };
    struct alignas(64) Progress {  // of one replica, touched only by its own thread
        bool isArmed = false;
        std::vector<char> isReady;
    };
    /// `arrived`: what the backward pass has just added to the gradient; undefined: nothing.
    void ready(std::size_t replica, std::size_t variable, const torch::Tensor& arrived);

    const std::vector<ReplicaVariables> replicas_;
    const Packs packs_;
    const std::function<void(int)> onComplete_;
    std::vector<std::size_t> packOf_;
    std::vector<Hook> hooks_;
    std::vector<Progress> progress_;
    std::unique_ptr<std::atomic<std::size_t>[]> missing_;  ///< gradients still missing from each pack
    std::mutex mutex_;
    std::vector<char> isComplete_;
    std::size_t next_ = 0;  ///< next pack to report
};

}  // namespace trainyard::sdk
