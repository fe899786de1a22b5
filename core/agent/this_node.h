// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/error.h"
#include "core/base/home.h"
#include "core/node/gpus.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::agent {

/// The machine that this agent is on. [any]
class ThisNode {
  public:
    /// `gpuLibrary`: where NVML is (node::Gpus); it is opened at the first look.
    explicit ThisNode(base::Home home, std::filesystem::path gpuLibrary = "libnvidia-ml.so.1");

    /// As it is now. A GPU that cannot be read has no memory, and in place of its name the reason; of index
    /// -1 it is the reason why none can be read. `used` is -1 where the GPU does not tell.
    base::Result<v1::NodeInfo> look();

  private:
    std::vector<v1::GpuInfo> gpus();

    const base::Home home_;
    const std::filesystem::path gpuLibrary_;
    std::mutex asking_;  ///< guards driver_: one question at a time, for a GPU that has failed may hold it up
    std::unique_ptr<node::Gpus> driver_;
    std::mutex mutex_;  ///< guards known_
    std::vector<v1::GpuInfo> known_;
};

}  // namespace trainyard::agent
