// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/engine/device/device.h"

namespace trainyard::engine {

/// Throws std::runtime_error where there is no NCCL.
void findNccl();

/// Device::connect() of GPUs: sums by NCCL, on a stream of their own beside the compute lane of each of
/// `peers.own`.
std::vector<std::unique_ptr<sdk::DeviceSums>> connectByNccl(const Device::Peers& peers);

}  // namespace trainyard::engine
