// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/data/dataset.h"
#include "core/plugin/catalog.h"
#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::control {

/// The programs an agent starts.
struct Programs {
    std::filesystem::path worker;
    std::filesystem::path shim;
    /// Beside the agent's own program, whether they are there or not: preflight says so in words.
    static Programs besideThisOne();
};

/// What was found, and the data's sources as far as they could be looked at: whoever asks on about the same
/// run need not look at them again.
struct Checked {
    std::vector<v1::Problem> problems;
    std::optional<data::Inspection> train, validation;
};

/// Lint once more, then whether this machine has what the run needs: data files, disk, programs, pinned
/// ports, the strategy's library. `run`: the one that goes on, which may have claimed its folders already.
/// Changes nothing. Blocks on the disk. [any]
Checked preflight(const v1::RunSpec& spec, const plugin::Catalog& catalog, const Programs& programs,
                  const std::filesystem::path& runsFolder, const std::string& run = {});

bool hasError(const std::vector<v1::Problem>& problems);
v1::Problem problemOf(const base::Error& error, const std::string& path);

}  // namespace trainyard::control
