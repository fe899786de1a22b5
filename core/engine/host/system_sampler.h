// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/engine/train/spool_writer.h"

namespace trainyard::engine {

/// Writes once a second what this process uses into its event files, as the series `system/cpu_percent` (of
/// one core, the mean since the point before) and `system/rss_bytes` (resident memory); and where it has
/// memory on GPUs also `system/gpu_memory_bytes` (on all of them) and `system/gpu_percent` (how busy these
/// are, by whomever: their mean). A thread of its own: nobody waits for it.
class SystemSampler {
  public:
    /// The newest step that this task knows to be finished; nothing before it knows one, when nothing is
    /// written.
    using NewestStep = std::function<std::optional<std::int64_t>()>;
    /// `gpuLibrary`: where NVML is (node::Gpus).
    SystemSampler(SpoolWriter& spool, NewestStep newestStep,
                  std::filesystem::path gpuLibrary = "libnvidia-ml.so.1");
    ~SystemSampler() { end(); }
    SystemSampler(const SystemSampler&) = delete;
    SystemSampler& operator=(const SystemSampler&) = delete;

    /// Writes nothing more once this has returned: before the spool is finished.
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
