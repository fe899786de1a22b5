// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Throws std::runtime_error where there is no NCCL.
void findNccl();

/// Sums by NCCL, on a stream of their own beside the compute lane of each of this process's GPUs `indexes`,
/// whose ranks are `firstRank` and so on among `worldSize` GPUs. `store`: where the processes meet; null:
/// this is the only one. Collective: blocks until all processes have called it; those of this process join as
/// one group, so that none is left waiting for another one that cannot. Throws PeerLost, or
/// std::runtime_error.
std::vector<std::unique_ptr<sdk::DeviceSums>> connectByNccl(c10d::Store* store, int firstRank, int worldSize,
                                                            const std::vector<c10::DeviceIndex>& indexes);

}  // namespace trainyard::engine
