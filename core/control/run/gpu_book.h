// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/node/gpus.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/common.pb.h"

namespace trainyard::control {

/// Which run of this agent has which GPU of this machine: one GPU belongs to one run. A GPU on which another
/// process computes is not free either. [any]
class GpuBook {
  public:
    /// `library`: path of NVML (node::Gpus), opened on first use.
    explicit GpuBook(std::filesystem::path library = "libnvidia-ml.so.1") : library_(std::move(library)) {}

    /// Asks the driver which GPUs there are and who computes on them; blocks, and a failed GPU may block it
    /// for long.
    void refresh();
    /// The findings for a run file with `device: cuda`, as of the last refresh(). `run`: the one being
    /// resumed.
    std::vector<v1::Problem> problems(const std::string& run) const;
    /// Gives `run` a free GPU as of the last refresh(), or the one that it has; nothing if none is free. Does
    /// not block.
    std::optional<int> claim(const std::string& run);
    void release(const std::string& run);
    /// "GPU 0 (NVIDIA H100) is used by run 20261123-… "; empty where there is no GPU. `run`: not counted as a
    /// user.
    std::string holders(const std::string& run) const;

  private:
    struct Seen {
        int index = 0;
        std::string name;
        std::string user;  ///< "process 4711 (python3)", not of this agent's runs; empty: none
    };
    std::string holderOf(const Seen& gpu, const std::string& run) const;

    const std::filesystem::path library_;
    std::mutex asking_;  ///< guards driver_
    std::unique_ptr<node::Gpus> driver_;
    mutable std::mutex mutex_;  ///< guards what follows
    std::vector<Seen> seen_;
    std::string error_;                  ///< why the driver cannot be asked; empty: no driver, or it answered
    std::map<int, std::string> owners_;  ///< run by GPU
};

/// The variables that show a task its GPU alone, or none.
std::map<std::string, std::string> gpuEnvironment(std::optional<int> gpu);
/// Whether a run takes part in the book: it may train on a GPU, and the user has not chosen one with
/// CUDA_VISIBLE_DEVICES in the agent's environment.
bool takesGpu(const v1::RunSpec& spec, const spec::StrategyInfo& strategy);

}  // namespace trainyard::control
