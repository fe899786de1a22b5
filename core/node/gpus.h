// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trainyard::node {

/// One GPU of this machine, as it is now.
struct Gpu {
    int index = 0;  ///< in the order of the PCI bus (CUDA_DEVICE_ORDER=PCI_BUS_ID)
    std::string name;
    std::uint64_t memoryBytes = 0;
    std::uint64_t memoryFreeBytes = 0;
    std::optional<double>
        used;           ///< share of the last moments in which a kernel ran, 0…1; not every GPU tells
    std::string error;  ///< why nothing above but the index is known; empty: it is
};

/// What one process holds of the GPUs.
struct GpuUse {
    std::uint64_t memoryBytes = 0;  ///< on all GPUs together
    std::optional<double> used;  ///< how busy those GPUs are, by whomever, 0…1: the mean of those that tell
};

/// The GPUs of this machine by NVML, the library that comes with NVIDIA's driver ("NVML API Reference Guide",
/// NVIDIA). It is looked for at run time: a machine without it has no GPUs, and nothing is said about that.
/// One that is there and does not work has an error() instead. Every question asks the driver anew and takes
/// milliseconds; a GPU that has failed may hold it up. [any]
class Gpus {
  public:
    /// `library` is a file, or a name for the dynamic linker to look up. Blocks while the driver starts.
    explicit Gpus(const std::filesystem::path& library = "libnvidia-ml.so.1");
    ~Gpus();
    Gpus(const Gpus&) = delete;
    Gpus& operator=(const Gpus&) = delete;

    /// Why there is nothing to be known, though the library is there; empty otherwise.
    const std::string& error() const { return error_; }
    std::vector<Gpu> list() const;
    /// Nothing where `process` has no memory on any GPU, or the driver is too old to tell. The driver counts
    /// processes of the machine: inside a container with process ids of its own nobody finds itself.
    std::optional<GpuUse> usedBy(pid_t process) const;

  private:
    struct Nvml;
    std::unique_ptr<Nvml> nvml_;  ///< null: none, or one that does not work
    std::string error_;
};

}  // namespace trainyard::node
