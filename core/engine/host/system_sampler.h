// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/engine/ledger/spool_writer.h"

namespace trainyard::engine {

/// Once a second, writes the resource usage of this process into its event files, as the series
/// `system/cpu_percent` (of one core, the mean since the previous point) and `system/rss_bytes` (resident
/// memory); if it uses GPU memory, also `system/gpu_memory_bytes` (on all GPUs) and `system/gpu_percent` (the
/// mean utilization of these GPUs, by all processes). Runs on a separate thread: nothing waits for it.
class SystemSampler {
  public:
    /// The newest step that this task knows to be completed; nothing until one is known, and then nothing is
    /// written.
    using NewestStep = std::function<std::optional<std::int64_t>()>;
    /// `gpuLibrary`: path of NVML (node::Gpus).
    SystemSampler(SpoolWriter& spool, NewestStep newestStep,
                  std::filesystem::path gpuLibrary = "libnvidia-ml.so.1");
    ~SystemSampler() { end(); }
    SystemSampler(const SystemSampler&) = delete;
    SystemSampler& operator=(const SystemSampler&) = delete;

    /// Nothing is written after this has returned; call it before the spool is finished.
    void end();

  private:
    void sample();

    SpoolWriter& spool_;
    NewestStep newestStep_;
    const std::filesystem::path gpuLibrary_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool isEnding_ = false;
    std::jthread thread_;  // last: it uses all above
};

}  // namespace trainyard::engine
