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

/// The machine that this agent runs on. [any]
class ThisNode {
  public:
    /// `gpuLibrary`: path of NVML (node::Gpus), opened on first use.
    explicit ThisNode(base::Home home, std::filesystem::path gpuLibrary = "libnvidia-ml.so.1");

    /// The current status. A GPU that cannot be read has no memory, and its name is the reason; with index
    /// -1, the reason why no GPU can be read. `used` is -1 if the GPU does not report it.
    base::Result<v1::NodeInfo> inspect();

  private:
    std::vector<v1::GpuInfo> gpus();

    const base::Home home_;
    const std::filesystem::path gpuLibrary_;
    std::mutex asking_;  ///< guards driver_: one query at a time, because a failed GPU may block it
    std::unique_ptr<node::Gpus> driver_;
    std::mutex mutex_;  ///< guards known_
    std::vector<v1::GpuInfo> known_;
};

}  // namespace trainyard::agent
