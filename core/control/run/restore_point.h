// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// A checkpoint that a run can resume from.
struct RestorePoint {
    std::filesystem::path path;
    std::int64_t step = 0;
    int epoch = 0;  ///< 0-based epoch of the next step
    std::vector<base::Words> changed;
    std::int64_t stepInEpoch = 0;  ///< steps of that epoch completed
};

/// Inspects one checkpoint. Reads every byte, so it blocks. kDataLoss: damaged; kRefused (id
/// "checkpoint.model"): intact, but `spec` cannot resume from it. [any]
base::Result<RestorePoint> examine(const std::filesystem::path& checkpoint, const v1::RunSpec& spec);

/// `from` as people name a checkpoint: its whole path, or in `folders` its folder's name, a link to that or
/// its step. Empty: there is none. A name that is a link to somewhere else is refused ("checkpoint.link").
base::Result<std::filesystem::path> checkpointNamed(const std::string& from,
                                                    const std::vector<std::filesystem::path>& folders);

struct RestoreSearch {
    std::optional<RestorePoint> found;
    std::vector<checkpoint::Newest::Damaged> damaged;  ///< newer ones
    std::optional<base::Error> error;                  ///< why the run cannot resume
};
/// The newest checkpoint of `run` in `folders` (checkpoint::takeNewest), or else `base`, if given. Blocks.
/// [any]
RestoreSearch findRestorePoint(const std::vector<std::filesystem::path>& folders, const std::string& run,
                               const std::filesystem::path& base, const v1::RunSpec& spec);

/// The parts of a run file that affect training, for spec::changesBetween().
inline constexpr auto kTrainingKeys = {"train", "strategy", "cluster", "seed", "device"};

}  // namespace trainyard::control
