// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/node/gpus.h"

namespace trainyard::node {

/// What tasks use of this machine's GPUs. The driver is asked in a thread of its own: a failed GPU may block
/// it for ever, and then the figures are absent and everything else continues. No call blocks. One thread at
/// a time.
class GpuMeter {
  public:
    /// `library`: of NVML (node::Gpus), opened at the first request. `devices`: how the names of the GPUs'
    /// device files begin.
    explicit GpuMeter(std::filesystem::path library = "libnvidia-ml.so.1",
                      std::string devices = "/dev/nvidia");
    /// Waits a moment for the driver.
    ~GpuMeter();
    GpuMeter(const GpuMeter&) = delete;
    GpuMeter& operator=(const GpuMeter&) = delete;

    /// Has the driver asked, unless it was asked a moment ago.
    void ask();
    /// Of these processes together, as the driver last said; nothing if they use no GPU, or that is not
    /// known. A driver may name processes by the numbers that they have outside this agent's container. So
    /// only those count that have a device file of a GPU open.
    std::optional<GpuShare> of(const std::vector<pid_t>& processes) const;

  private:
    struct State;
    static void serve(const std::shared_ptr<State>& state);

    std::string devices_;
    std::shared_ptr<State> state_;  ///< also of the thread, which may outlive this
    bool isStarted_ = false;
};

}  // namespace trainyard::node
