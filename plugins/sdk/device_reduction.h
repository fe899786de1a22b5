// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plugins/sdk/gradient_packs.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::sdk {

/// Sums the gradients of replicas with a GPU each, from GPU to GPU: of every replica each pack as soon as it
/// is complete there, beside the rest of its backward pass. Nothing waits on the CPU, and a replica waits for
/// no other one of its process. Gradients end up as views of the packs.
class DeviceReduction {
  public:
    /// `sums`: one per local replica; `replicasInSync`: of the run. `onBucket` as in JobContext, called for
    /// the first local replica. The caller keeps ownership of the variables.
    DeviceReduction(const std::vector<ReplicaVariables>& replicas, const Packs& packs,
                    std::vector<std::unique_ptr<DeviceSums>> sums, int replicasInSync,
                    std::function<void(int index, bool isStart)> onBucket = {});

    /// Call before the replicas of a step start. [train]
    void beginStep();
    /// Back-propagates and reduces: what this thread queues afterwards sees the sums. Throws PeerLost.
    /// [replica]
    void backward(int replica, const torch::Tensor& loss);
    /// DeviceSums::abort() of all local replicas, at once. [any]
    void abort();
    /// Throws PeerLost where sums have been aborted, also after they were queued: what a step made of them is
    /// not to be kept. While no replica is in a step. [train]
    void check();
    /// DeviceSums::unfinished(), of the oldest sum where all local replicas wait in one. [any]
    std::int64_t unfinished();

    /// Bytes sent to other processes so far, of one ring over all GPUs. [any]
    std::int64_t bytesSent() const { return bytesSent_.load(std::memory_order_relaxed); }
    const Packs& packs() const { return replicas_.front()->gradients.packs(); }
    /// "by NCCL 2.28.9 over 4 GPUs, overlapped with backward"
    std::string describe() const;

  private:
    struct Replica {
        Replica(const ReplicaVariables& variables, const Packs& packs, std::unique_ptr<DeviceSums> sums,
                std::function<void(int)> start);
        torch::Tensor viewOf(int pack, const torch::Tensor& like, std::int64_t offset) const;
        void publish(int pack);
        void take();

        const std::unique_ptr<DeviceSums> sums;
        std::vector<torch::Tensor> buffers;  ///< of each pack, flat
        GradientPacks gradients;
    };
    void start(std::size_t replica, int pack);

    const int replicasInSync_;
    const std::function<void(int, bool)> onBucket_;
    std::vector<std::unique_ptr<Replica>> replicas_;
    std::atomic<std::int64_t> bytesSent_{0};
};

}  // namespace trainyard::sdk
