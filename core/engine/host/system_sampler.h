// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/spool_writer.h"

namespace trainyard::engine {

/// Once a second, writes the resource usage of this process into its event files, as the series
/// `system/cpu_percent` (of one core, the mean since the previous point) and `system/rss_bytes` (resident
/// memory); if it uses GPU memory, also `system/gpu_memory_bytes` (on all GPUs), `system/gpu_percent` (the
/// mean utilization of these GPUs, by all processes), `system/gpu_power_watts` (of all these GPUs) and
/// `system/gpu_celsius` (of the hottest), and the same of each of several GPUs, as `system/gpu_percent/0`. A
/// task that has finished steps since the previous point also writes `system/input_ms`, `system/compute_ms`
/// and `system/wait_ms`: StepTimes, the means of these steps. Runs on a separate thread: nothing waits for
/// it.
class SystemSampler {
  public:
    /// The newest step that this task knows to be completed; nothing until one is known, and then nothing is
    /// written.
    using NewestStep = std::function<std::optional<std::int64_t>()>;
    using TakeStepTimes = std::function<std::optional<StepTimes>()>;
    struct Training {
        NewestStep newestStep;
        TakeStepTimes takeStepTimes;  ///< as TaskLink's; empty: this task has no steps of its own
    };
    /// A task that reports its own steps to `link`.
    static Training of(TaskLink& link);
    /// `gpuLibrary`: path of NVML (node::Gpus).
    SystemSampler(SpoolWriter& spool, Training training,
                  std::filesystem::path gpuLibrary = "libnvidia-ml.so.1");
    ~SystemSampler() { end(); }
    SystemSampler(const SystemSampler&) = delete;
    SystemSampler& operator=(const SystemSampler&) = delete;

    /// Nothing is written after this has returned; call it before the spool is finished.
    void end();

  private:
    void sample();

    SpoolWriter& spool_;
    const Training training_;
    const std::filesystem::path gpuLibrary_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool isEnding_ = false;
    std::jthread thread_;  // last: it uses all above
};

}  // namespace trainyard::engine
