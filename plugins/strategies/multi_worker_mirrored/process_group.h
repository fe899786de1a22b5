// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plugins/sdk/strategy.h"

namespace trainyard::strategies {

/// What the processes of a run say to one another besides their gradients: the initial weights, sums of
/// metrics and of statistics. All of them make the same calls in the same order; whatever waits throws
/// PeerLost. Used by one thread at a time.
class ProcessGroup {
  public:
    virtual ~ProcessGroup() = default;
    /// Starts adding up `tensor`, contiguous and on the CPU, over all processes, in place.
    virtual std::unique_ptr<sdk::Strategy::Pending> startSum(torch::Tensor tensor) = 0;
    /// Makes `variables` those of rank 0.
    virtual void broadcast(const sdk::ReplicaVariables& variables) = 0;
};

/// How the broadcast is named to people.
inline constexpr const char* kBroadcastCall = "broadcast of the initial weights";

}  // namespace trainyard::strategies
