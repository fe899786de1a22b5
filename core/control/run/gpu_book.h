// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/control/run/gpu_wish.h"
#include "core/node/gpus.h"
#include "trainyard/v1/agent.pb.h"
#include "trainyard/v1/common.pb.h"

namespace trainyard::control {

/// Which task of this agent's runs has which GPU, of this machine and of each node: one GPU belongs to one
/// task. A GPU of this machine on which another process computes is not free either; of a node, that is not
/// known. [any]
class GpuBook {
  public:
    using Claim = std::map<std::string, std::vector<int>>;  ///< GPUs by task
    static constexpr const char* kHere = control::kHere;

    /// `library`: path of NVML (node::Gpus), opened on first use.
    explicit GpuBook(std::filesystem::path library = "libnvidia-ml.so.1");

    /// Asks the driver which GPUs this machine has and who computes on them; blocks, and a failed GPU may
    /// block it for long.
    void refresh();
    /// Which nodes are one machine (Nodes::machines()): their tasks have its GPUs between them. [any]
    void identify(const std::map<std::string, std::string>& machines);
    /// All names of a node's machine, its own among them.
    std::set<std::string> namesOf(const std::string& node) const;
    /// gpuWishes() of the tasks on a node's machine, under whatever name.
    std::vector<GpuWish> wishesOn(const std::string& node, const v1::RunSpec& spec,
                                  const std::vector<spec::TaskPlan>& tasks) const {
        return gpuWishes(spec, tasks, namesOf(node));
    }
    /// The GPUs of a node, as it has described itself. Where it is this machine, its driver is asked, as by
    /// refresh().
    void learn(const std::string& node, const std::vector<v1::GpuInfo>& gpus);
    /// Whether the GPUs of a node were learned.
    bool knows(const std::string& node) const;
    /// Why `run` cannot have what its tasks on `node` wish, as of the last refresh() or learn(); empty: it
    /// can, or nothing is known of that node.
    std::vector<v1::Problem> problems(const std::string& run, const std::vector<GpuWish>& wishes,
                                      const std::string& node = kHere) const;
    /// Gives the tasks of `run` on `node` the GPUs that they wish, as of the last refresh() or learn(), those
    /// that they have first; nothing if not all can have theirs. Of a node of which nothing is known, those
    /// that they name. Does not block.
    std::optional<Claim> claim(const std::string& run, const std::vector<GpuWish>& wishes,
                               const std::string& node = kHere);
    /// The tasks have them already: an agent before this one gave them.
    void hold(const std::string& run, const Claim& claim, const std::string& node);
    /// On all machines.
    void release(const std::string& run);
    /// "GPU 0 (NVIDIA H100) is used by run 20261123-… "; empty where there is no GPU. `run`: not counted as a
    /// user.
    base::Words holders(const std::string& run, const std::string& node = kHere) const;

  private:
    struct Seen {
        int index = 0;
        std::string name;
        base::Words user;  ///< "process 4711 (python3)", not of this agent's runs; empty: none
    };
    struct Owner {
        std::string run, task;
    };
    struct Machine {
        std::vector<Seen> seen;
        bool isKnown = false;
        base::Words error;            ///< why its driver cannot be asked; empty: no driver, or it answered
        std::map<int, Owner> owners;  ///< by GPU

        base::Words holderOf(const Seen& gpu, const std::string& run) const;
        std::optional<Claim> plan(const std::string& run, const std::vector<GpuWish>& wishes) const;
        void give(const std::string& run, const Claim& claim);
        base::Words holders(const std::string& run) const;
        std::optional<v1::Problem> problem(const std::string& run, const std::vector<GpuWish>& wishes) const;
    };
    const std::string& keyOf(const std::string& node) const;
    const Machine& machine(const std::string& node) const;
    Machine& machine(const std::string& node) { return machines_[keyOf(node)]; }

    const std::filesystem::path library_;
    std::mutex asking_;  ///< guards driver_
    std::unique_ptr<node::Gpus> driver_;
    mutable std::mutex mutex_;                 ///< guards what follows
    std::map<std::string, Machine> machines_;  ///< by what identifies them; unidentified ones by node
    std::map<std::string, std::string> keys_;  ///< of machines_, by node, where that is not its name
};

}  // namespace trainyard::control
