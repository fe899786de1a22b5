// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <torch/csrc/distributed/c10d/Store.hpp>

#include "plugins/sdk/peer_observer.h"

namespace trainyard::engine {

/// Where the processes of a run wait for one another before the sums of their devices are made. One limit
/// holds for all of its waits; who ends one of them says who was missing. [train]
class DeviceRendezvous {
  public:
    static constexpr const char* kCall = "rendezvous of the GPUs";

    /// `store`: null where this process is the only one; then nothing waits. An sdk::PeerObserver is asked,
    /// too.
    DeviceRendezvous(c10d::Store* store, int rank, int worldSize, std::chrono::milliseconds timeout);

    /// This process has come as far as `stage`, of which the others are told; waits are for those that have
    /// not.
    void arrive(const std::string& stage);
    /// Waits until all have arrived where this process has. Throws PeerLost.
    void awaitAll();
    /// Waits until `isDone()`, which throws what is wrong here. Throws PeerLost when another process
    /// withdraws or has ended, or at the end of the time: what is being made has to be aborted then.
    void await(const std::function<bool()>& isDone);
    /// This process cannot take part, and the others need not wait for it.
    void withdraw(const std::string& why);

  private:
    std::string keyOf(int rank) const;
    void demandOthers();
    std::string missing() const;

    c10d::Store* const store_;
    const sdk::PeerObserver* const observer_;  ///< the same, or null
    const int rank_, worldSize_;
    const std::chrono::milliseconds timeout_;
    const std::chrono::steady_clock::time_point end_;
    std::string stage_;
};

}  // namespace trainyard::engine
