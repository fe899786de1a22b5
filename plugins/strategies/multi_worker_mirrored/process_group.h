// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "plugins/sdk/strategy.h"

namespace trainyard::strategies {

/// What the processes of a run exchange besides their gradients: the initial weights, sums of metrics and
/// statistics. All of them make the same calls in the same order; blocking calls throw PeerLost. Used by one
/// thread at a time.
class ProcessGroup {
  public:
    virtual ~ProcessGroup() = default;
    /// Starts adding up `tensor`, contiguous and on the CPU, across all processes, in place. Float64 numbers,
    /// up to a megabyte, are added in rank order: a sum does not depend on its place in the tensor, to the
    /// bit. How many steps' metrics one has depends on time.
    virtual std::unique_ptr<sdk::Strategy::Pending> startSum(torch::Tensor tensor) = 0;
    /// The bytes that this process sends to others for such a sum.
    virtual std::int64_t bytesSentFor(const torch::Tensor& tensor) const = 0;
    /// Replaces `variables` with those of rank 0.
    virtual void broadcast(const sdk::ReplicaVariables& variables) = 0;
    /// Which process can take part no more, in words; empty: none that is known of. [any]
    virtual std::string lostPeer() const = 0;
};

/// What each of `processes` sends of a tensor of `bytes` that a ring sums: each part n - 1 times to be
/// summed, and as often as the sum.
constexpr std::int64_t ringBytes(std::int64_t bytes, int processes) {
    return 2 * (processes - 1) * bytes / processes;
}
/// The same where each process gets the tensors of all others, and adds them up itself.
constexpr std::int64_t gatheredBytes(std::int64_t bytes, int processes) {
    return (processes - 1) * bytes;
}

/// The name shown for the broadcast.
inline constexpr const char* kBroadcastCall = "broadcast of the initial weights";

}  // namespace trainyard::strategies
