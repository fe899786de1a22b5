// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/intrusive_ptr.h>
#include <torch/types.h>
#include <torch/version.h>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "plugins/sdk/version.h"

namespace trainyard::sdk {

/// Thrown by a strategy when a call cannot complete because another process of the run has exited or does not
/// respond. The strategy is unusable afterwards.
class PeerLost : public std::runtime_error {
  public:
    /// `call` as in JobContext::onCall; `reason` is the transport's own message.
    PeerLost(const std::string& call, const std::string& reason)
        : std::runtime_error("in " + call + ": " + reason) {}
};

/// Sums over the replicas of a run, one GPU each, that stay on the GPUs: one such object per replica, used by
/// its thread and that of its backward pass. Of all replicas the same calls in the same order. [replica]
class DeviceSums {
  public:
    virtual ~DeviceSums() = default;
    /// Queues the sum of `tensor`, contiguous and on the GPU, in place: after what this thread has queued
    /// there, beside what it queues next. Throws PeerLost.
    virtual void start(const torch::Tensor& tensor) = 0;
    /// What this thread queues from now on comes after all sums that were started. Does not block; throws
    /// PeerLost.
    virtual void join() = 0;
    /// "NCCL 2.28.9"
    virtual std::string describe() const = 0;
    /// The number of the sum that the GPU is making, which has waited for its turn and now waits for the
    /// other processes; from 1 on, alike in all of them. 0: none, or that is not known. [any]
    virtual std::int64_t unfinished() { return 0; }
    /// Nobody waits for a sum of this replica any more, on the CPU or the GPU; start() and join() throw
    /// PeerLost from now on, here and in the other replicas as soon as they notice. A strategy calls it for
    /// all replicas of its process when one has failed (TeamStrategy does). [any]
    virtual void abort() = 0;
};

/// A GPU of this process, on which one local replica computes.
struct Gpu {
    torch::Device where = torch::kCPU;
    std::string identity;  ///< which GPU it is, of all machines
};

/// This process's place in a run, and how it reaches the other processes.
struct JobContext {
    int rank = 0;                           ///< among the processes that hold replicas; the chief is 0
    int worldSize = 1;                      ///< number of those processes
    c10::intrusive_ptr<c10d::Store> store;  ///< rendezvous of this run and attempt; null when worldSize is 1
    std::string listenHost = "127.0.0.1";   ///< address of this node that the others can reach
    nlohmann::json options;                 ///< complete, as the manifest's schema describes them
    /// A local replica on each, in this order, as many in every process. Empty: the replicas are on CPUs, as
    /// many as the options say.
    std::vector<Gpu> gpus = {};
    /// [any] Reports the blocking call that is being entered ("all_reduce 4486"), or an empty name on leaving
    /// it. Used by the hang doctor; must not block.
    std::function<void(const std::string& call)> onCall = [](const std::string&) {};
    /// [any] Called when bucket `index` of a step's gradients starts and finishes its all-reduce; used by
    /// profiles and tests.
    std::function<void(int index, bool isStart)> onBucket;
    /// Collective: sums over the replicas of all processes, which meet by way of `store` (null: this is the
    /// only one); one object per local replica. If one of a process's replicas cannot join, none of them
    /// does, and this throws. Empty: there are no such sums here. [train]
    std::function<std::vector<std::unique_ptr<DeviceSums>>(c10d::Store* store)> connectDevices = {};
    /// What the calling thread does from now on, it does on the GPU of the local replica `replica`. A
    /// strategy with several GPUs calls it on each replica's thread before the step function (TeamStrategy
    /// does). [replica]
    std::function<void(int replica)> enterDevice = {};

    torch::Device device() const { return gpus.empty() ? torch::Device(torch::kCPU) : gpus.front().where; }
};

/// The variables of one local replica, in definition order. All replicas hold the same list of shapes, dtypes
/// and memory formats; the tensors are leaves that require grad.
using ReplicaVariables = std::vector<torch::Tensor>;

/// What a step function receives: the replica it computes for, and the one call that reduces gradients.
class ReplicaContext {
  public:
    virtual ~ReplicaContext() = default;
    /// Index among all replicas of the run, 0 … numReplicasInSync()-1.
    virtual int replica() const = 0;
    /// Number of replicas in the whole run; divide a regularisation loss by it.
    virtual int numReplicasInSync() const = 0;
    /// Back-propagates `loss` (a scalar; this replica's share of the global loss, so already divided by the
    /// global batch). Afterwards grad() of each variable is the **sum** over all replicas, bit-identical
    /// everywhere. Call it once per step; a plain loss.backward() before it only adds to this replica's
    /// gradients, which is how a loop accumulates them over several batches. Throws PeerLost. [train]
    virtual void backward(const torch::Tensor& loss) = 0;
    /// Returns the element-wise sum of `tensor` (contiguous) over all replicas, where `tensor` is,
    /// bit-identical everywhere; not recorded by autograd. Every replica must make the same calls in the same
    /// order, inside forward and backward alike. Blocks; throws PeerLost. For synchronised batch
    /// normalisation. [train]
    virtual torch::Tensor sum(const torch::Tensor& tensor) = 0;
};

/// How replicas are laid out and kept identical. One object per process; called from the train thread only.
/// Collective calls must be made by all processes in the same order; they throw PeerLost.
class Strategy {
  public:
    virtual ~Strategy() = default;

    /// Number of replicas in the whole run that take part in each step.
    virtual int numReplicasInSync() const = 0;
    /// Number of replicas in this process, and the run-wide index of the first.
    virtual int numLocalReplicas() const = 0;
    virtual int firstLocalReplica() const = 0;

    /// Collective. Registers the variables (one list per local replica), makes all of them equal to replica
    /// 0's, and prepares the reduction of their gradients. Called once, before the first run().
    virtual void adopt(const std::vector<ReplicaVariables>& replicas) = 0;
    /// Collective. Calls `step` once for each local replica (concurrently, each on its own thread, when there
    /// are several) and returns when all are done. Rethrows an exception from any of them.
    virtual void run(const std::function<void(ReplicaContext&)>& step) = 0;

    /// A reduction in progress; wait() blocks until the tensor holds the sum; throws PeerLost.
    class Pending {
      public:
        virtual ~Pending() = default;
        virtual void wait() = 0;
    };
    /// Collective. Starts summing `tensor` (contiguous, on the CPU, float64) over all processes, in place.
    /// The tensor must stay untouched until wait() has returned.
    virtual std::unique_ptr<Pending> startSum(torch::Tensor tensor) = 0;
    /// Collective. Returns when every process has called it.
    virtual void barrier() = 0;

    /// One line for the log: "all-reduce of 8 gradients (0.48 MB) in 1 pack by Gloo over 2 processes".
    virtual std::string describe() const = 0;
};

/// What a plugin's library exports as `trainyard_strategy_plugin`, by TRAINYARD_STRATEGY_PLUGIN.
struct StrategyPlugin {
    int sdkVersion;
    const char* torchVersion;  ///< the version of libtorch's headers it was built with
    const char* id;
    /// Collective: builds the communicators. Throws on failure; the engine catches it where it enters the
    /// plugin.
    Strategy* (*create)(const JobContext& context);
};

}  // namespace trainyard::sdk

/// Put this at the end of a plugin's source: TRAINYARD_STRATEGY_PLUGIN("my_strategy", [](const JobContext& c)
/// -> Strategy* {…})
#define TRAINYARD_STRATEGY_PLUGIN(pluginId, factory)                                                       \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::StrategyPlugin*              \
    trainyard_strategy_plugin() {                                                                          \
        static const ::trainyard::sdk::StrategyPlugin plugin{::trainyard::sdk::kSdkVersion, TORCH_VERSION, \
                                                             pluginId, factory};                           \
        return &plugin;                                                                                    \
    }
