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
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/common.pb.h"

namespace trainyard::control {

/// A task that takes GPUs of this machine.
struct GpuWish {
    std::string task;       ///< "worker:0"
    std::vector<int> gpus;  ///< these, as the run file says; empty: any one
};

/// Which task of this agent's runs has which GPU of this machine: one GPU belongs to one task. A GPU on which
/// another process computes is not free either. [any]
class GpuBook {
  public:
    using Claim = std::map<std::string, std::vector<int>>;  ///< GPUs by task

    /// `library`: path of NVML (node::Gpus), opened on first use.
    explicit GpuBook(std::filesystem::path library = "libnvidia-ml.so.1") : library_(std::move(library)) {}

    /// Asks the driver which GPUs there are and who computes on them; blocks, and a failed GPU may block it
    /// for long.
    void refresh();
    /// Why `run` cannot have what its tasks wish, as of the last refresh(); empty: it can.
    std::vector<v1::Problem> problems(const std::string& run, const std::vector<GpuWish>& wishes) const;
    /// Gives the tasks of `run` the GPUs that they wish, as of the last refresh(), those that they have
    /// first; nothing if not all can have theirs. Does not block.
    std::optional<Claim> claim(const std::string& run, const std::vector<GpuWish>& wishes);
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
    struct Owner {
        std::string run, task;
    };
    std::string holderOf(const Seen& gpu, const std::string& run) const;
    std::optional<Claim> plan(const std::string& run, const std::vector<GpuWish>& wishes) const;

    const std::filesystem::path library_;
    std::mutex asking_;  ///< guards driver_
    std::unique_ptr<node::Gpus> driver_;
    mutable std::mutex mutex_;  ///< guards what follows
    std::vector<Seen> seen_;
    std::string error_;            ///< why the driver cannot be asked; empty: no driver, or it answered
    std::map<int, Owner> owners_;  ///< by GPU
};

/// The variables that show a task its GPUs alone, or none.
std::map<std::string, std::string> gpuEnvironment(const std::vector<int>& gpus);
/// Whether a run takes part in the book: its run file names GPUs, or it may train on one and the user has not
/// chosen one with CUDA_VISIBLE_DEVICES in the agent's environment.
bool takesGpu(const v1::RunSpec& spec, const spec::StrategyInfo& strategy);
/// What those tasks of such a run that are on this machine wish.
std::vector<GpuWish> gpuWishes(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks);

}  // namespace trainyard::control
