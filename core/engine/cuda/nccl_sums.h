// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Sums over processes by NCCL, on a stream of their own beside the compute lane of the GPU `index`.
/// Collective: blocks until all processes have called it. Throws PeerLost, or std::runtime_error where there
/// is no NCCL.
std::unique_ptr<sdk::DeviceSums> connectByNccl(c10d::Store& store, int rank, int worldSize,
                                               c10::DeviceIndex index);

}  // namespace trainyard::engine
