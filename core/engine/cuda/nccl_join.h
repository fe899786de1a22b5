// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/engine/cuda/nccl.h"
#include "core/engine/device/device.h"

namespace trainyard::engine {

/// A communicator that is aborted where nobody takes it over.
using OwnedCommunicator = std::unique_ptr<void, int (*)(Nccl::Communicator)>;

/// A communicator for each of `peers.own`, which `enter` makes the current device. They join as one group, so
/// that none is left waiting for another one that cannot. Where there are other processes the communicators
/// are made, and work, without blocking: Peers::await() bounds the wait, and all of them are aborted where it
/// throws. Collective. Throws PeerLost, or std::runtime_error.
std::vector<OwnedCommunicator> joinByNccl(const Nccl& nccl, const Device::Peers& peers,
                                          const std::function<void(const Device&)>& enter);

}  // namespace trainyard::engine
