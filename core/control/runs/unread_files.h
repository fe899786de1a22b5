// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/events/spool.h"
#include "core/store/run_store.h"

namespace trainyard::control {

/// The event files of a run's tasks, as its folder has them. Blocks on the disk, as everything here.
std::vector<std::filesystem::path> spoolFilesOf(const std::filesystem::path& runFolder);

/// What spoolFilesOf() passes over, each with the reason: of files with the names of event files those
/// without content, unless the run `isLive`, and what is not a file; folders that cannot be listed.
std::vector<base::Error> passedOver(const std::filesystem::path& runFolder, bool isLive);

/// What the history of a run knows of the plan of an attempt: enough to tell the epoch of a step. Nothing
/// where its tasks had planned nothing.
base::Result<std::optional<events::PlanRecord>> planOfHistory(store::RunStore& store, const std::string& run,
                                                              int attempt);

}  // namespace trainyard::control
