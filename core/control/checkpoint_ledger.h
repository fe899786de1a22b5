// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/store/run_store.h"

namespace trainyard::control {

/// Bytes of the files in a folder.
std::int64_t bytesOf(const std::filesystem::path& folder);

/// What becomes of a checkpoint that the run wrote and the store does not know: an attempt that is going on
/// enters its own, when its task asks.
enum class Unlisted { kEnter, kLeave };

/// Makes the store agree with the disk about a run's checkpoints, in both directions: an agent may have died
/// between the two. A row whose checkpoint is gone goes, unless the folder around it is gone too (a disk that
/// is not mounted). Blocks on the disk.
base::Status reconcile(store::RunStore& store, const std::string& run,
                       const std::vector<std::filesystem::path>& folders, Unlisted unlisted);
/// The same for a run that has ended, whose folders its row names.
base::Status reconcileEnded(store::RunStore& store, const store::RunRow& row);

}  // namespace trainyard::control
