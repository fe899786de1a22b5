// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/control/run/gpu_book.h"
#include "core/data/dataset.h"
#include "core/plugin/catalog.h"
#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::control {

/// The programs an agent starts.
struct Programs {
    std::filesystem::path worker;
    std::filesystem::path shim;
    /// Expected next to the agent's own program; preflight reports missing ones.
    static Programs besideThisOne();
};

/// The findings, and the data's sources as far as they were inspected, so that later checks of the same run
/// need not inspect them again.
struct Checked {
    std::vector<v1::Problem> problems;
    std::optional<data::Inspection> train, validation;
    std::int64_t stepsPerEpoch = 0;  ///< as the samples are shared out; 0: not looked at
};

/// Whether each of these ports is free on the machine of the tasks, in that order; "port.in_use" otherwise.
using CheckPorts = std::function<std::vector<base::Status>(std::vector<std::uint16_t>)>;

/// Lints again, then checks that this machine has what the run needs: data files, disk, programs, pinned
/// ports, the strategy's library. `run`: the one being resumed, which may already have claimed its folders.
/// Changes nothing. Blocks on the disk, and on the GPUs' driver if the run may use one: `gpus` is null where
/// none is asked. [any]
Checked preflight(const v1::RunSpec& spec, const plugin::Catalog& catalog, const Programs& programs,
                  const std::filesystem::path& runsFolder, const std::string& run, GpuBook* gpus,
                  const CheckPorts& checkPorts);

/// Whether the run's tasks on `node` can have the GPUs that it demands there, as `gpus` knows that machine. A
/// finding is at what demands them: a task's `gpus`, `device`, or NCCL. [any]
std::vector<v1::Problem> checkGpus(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                                   const std::string& run, const GpuBook& gpus, const std::string& node);

bool hasError(const std::vector<v1::Problem>& problems);
/// Without those that are among them already: of the same code at the same key.
void addNew(std::vector<v1::Problem>& problems, std::vector<v1::Problem> more);
v1::Problem problemOf(const base::Error& error, const std::string& path);

}  // namespace trainyard::control
