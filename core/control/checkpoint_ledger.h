// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/ownership.h"
#include "core/control/environment.h"
#include "core/store/run_store.h"

namespace trainyard::control {

/// Bytes of the files in a folder.
std::int64_t bytesOf(const std::filesystem::path& folder);

/// Deletes on the environment's executor: gigabytes must not hold up the loop. A checkpoint has lost its name
/// by then. `onFailure` is called in the loop.
checkpoint::Remover removeBesideLoop(Environment& environment,
                                     std::function<void(const base::Error&)> onFailure);

/// What becomes of a checkpoint that the run wrote and the store does not know: an attempt that is going on
/// enters its own, when its task asks.
enum class Unlisted { kEnter, kLeave };

/// Makes the store agree with the disk about a run's checkpoints, in both directions: an agent may have died
/// between the two. A row whose checkpoint is gone goes, unless the folder around it is gone too (a disk that
/// is not mounted). Blocks on the disk.
base::Status reconcile(store::RunStore& store, const std::string& run,
                       const std::vector<std::filesystem::path>& folders, Unlisted unlisted);
/// The same for a run that has ended, whose folders its row names; a deletion of its checkpoints that was cut
/// off is finished.
base::Status reconcileEnded(Environment& environment, const store::RunRow& row);

}  // namespace trainyard::control
