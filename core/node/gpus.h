// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/words.h"

namespace trainyard::node {

/// The current status of one GPU of this machine.
struct Gpu {
    int index = 0;  ///< in the order of the PCI bus (CUDA_DEVICE_ORDER=PCI_BUS_ID)
    std::string name;
    std::uint64_t memoryBytes = 0;
    std::uint64_t memoryFreeBytes = 0;
    std::optional<double>
        used;  ///< share of the recent past in which a kernel ran, 0…1; not every GPU reports it
    std::optional<double> powerWatts;  ///< drawn now
    std::optional<double> celsius;
    base::Words error;  ///< why nothing but the index is known; empty: no error
};

/// A process' use of one GPU, or of several.
struct GpuUse {
    std::uint64_t memoryBytes = 0;  ///< on all GPUs combined
    std::optional<double>
        used;  ///< utilization of those GPUs by all processes, 0…1: the mean of those that report it
    std::optional<double> powerWatts;               ///< of those GPUs combined
    std::optional<double> celsius;                  ///< of the hottest of them
    std::vector<std::pair<int, GpuUse>> each = {};  ///< the same of each of several, by its index
};

/// What a process uses of all GPUs together.
struct GpuShare {
    std::uint64_t memoryBytes = 0;
    std::optional<double>
        gpus;  ///< in use, as cores are: 1 is one GPU all the time. Nothing: it is not reported
};

/// The GPUs of this machine, through NVML, the library that comes with NVIDIA's driver ("NVML API Reference
/// Guide", NVIDIA). It is loaded at run time: a machine without it has no GPUs, and that is not reported. If
/// it exists but does not work, there is an error() instead. Every call queries the driver again and takes
/// milliseconds; a failed GPU may block it. [any]
class Gpus {
  public:
    /// `library` is a file, or a name for the dynamic linker to look up. Blocks while the driver initialises.
    explicit Gpus(const std::filesystem::path& library = "libnvidia-ml.so.1");
    ~Gpus();
    Gpus(const Gpus&) = delete;
    Gpus& operator=(const Gpus&) = delete;

    /// Why nothing is available although the library is there; empty otherwise.
    const base::Words& error() const { return error_; }
    std::vector<Gpu> list() const;
    /// Nothing if `process` uses no GPU memory, or the driver is too old to report it. The driver uses the
    /// machine's process ids: inside a container with its own process ids, a process cannot find itself.
    std::optional<GpuUse> usedBy(pid_t process) const;

    /// Whether there is a GPU that can be asked about.
    bool hasAny() const;
    /// Of each process that computes on a GPU, by the driver's process ids. The use is that since the last
    /// call; where a driver or a GPU does not report it by process, that of the whole GPU, if the process is
    /// alone on it. One thread at a time.
    std::map<pid_t, GpuShare> shares();

    /// The processes that compute on the GPU `index`, as far as the driver tells.
    std::vector<pid_t> usersOf(int index) const;

  private:
    struct Nvml;
    std::unique_ptr<Nvml> nvml_;  ///< null: none, or one that does not work
    base::Words error_;
};

}  // namespace trainyard::node
