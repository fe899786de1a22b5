// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/ownership.h"
#include "core/control/run/environment.h"
#include "core/store/run_store.h"
#include "trainyard/v1/events.pb.h"

namespace trainyard::control {

/// Total size of the files in a folder.
std::int64_t bytesOf(const std::filesystem::path& folder);

/// Deletes on the executor, because deleting gigabytes must not block the loop. The checkpoint
/// has already been renamed. `onFailure` is called in the loop.
checkpoint::Remover removeBesideLoop(base::Executor& deletions, base::EventLoop& loop,
                                     std::function<void(const base::Error&)> onFailure);

/// The row of the checkpoint that `listed` is; not of the one that an older attempt had in its place.
std::vector<store::CheckpointRow>::const_iterator rowOfOne(const std::vector<store::CheckpointRow>& rows,
                                                           const checkpoint::Listed& listed);
/// What announces a checkpoint that is in the store.
v1::RunEvent savedEvent(const store::CheckpointRow& row);
/// Reconciles the store with the disk for a run's checkpoints, in both directions: an agent may have died in
/// between. The row of a missing checkpoint is removed, unless its parent folder is missing too (a disk that
/// is not mounted). Blocks on the disk.
base::Status reconcile(store::CheckpointTable& store, const std::string& run,
                       const std::vector<std::filesystem::path>& folders);
/// The same for a run that has ended, using the folders named in its row; also completes interrupted
/// deletions of its checkpoints.
base::Status reconcileEnded(Environment& environment, const store::RunRow& row);

/// The state of a checkpoint whose step a newer attempt saved again: it was set aside, and is not in the
/// store.
inline constexpr const char* kAsideState = "aside";
/// Those of a run, as rows of that state. Blocks on the disk.
base::Result<std::vector<store::CheckpointRow>> asideRows(const store::RunRow& row);

}  // namespace trainyard::control
