// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/ownership.h"

namespace trainyard::checkpoint {

/// Which checkpoints of a folder are kept: CheckpointManager's rules, and a budget. Those written by others
/// are kept and not counted.
struct RetainPolicy {
    Whose whose = {};
    std::vector<std::filesystem::path> inUse = {};  ///< about to be read: no rule removes them
    /// To be read some time later: they are kept besides `keep`, as far as the budget allows.
    std::vector<std::filesystem::path> awaited = {};
    int keep = 0;                  ///< number of newest ones to keep; 0: all
    double keepEveryHours = 0;     ///< of older ones, keep one per this many hours; 0: none
    std::int64_t budgetBytes = 0;  ///< the oldest are removed until the rest fits; 0: no budget
    Remover remove = removeDetached;
};

/// Marks on the checkpoints of a folder, by step: stored in its file marks.json.
struct Marks {
    std::set<std::int64_t> pinned;     ///< by a user; no rule removes or counts them
    std::optional<std::int64_t> best;  ///< has the best value of the monitored metric; kept while it does
    std::map<std::int64_t, double> hourly;  ///< kept by keepEveryHours, with the times they were saved
    std::optional<double> since;            ///< start of the hourly intervals: when the first was saved
};
base::Result<Marks> readMarks(const std::filesystem::path& folder);
base::Status setPinned(const std::filesystem::path& checkpoint, bool isPinned);
base::Status setBest(const std::filesystem::path& checkpoint);

/// Removes what `policy` does not keep, and what was set aside for steps before the oldest that is kept; then
/// writes the folder's index file. The newest, the pinned and the best are always kept. Returns what was
/// removed.
base::Result<std::vector<std::filesystem::path>> retain(const std::filesystem::path& folder,
                                                        const RetainPolicy& policy);
/// Removes the checkpoints of `whose` from the folder, without those in use, and, if none is left, its index
/// and its marks. Returns the removed checkpoints.
base::Result<std::vector<std::filesystem::path>> clear(const std::filesystem::path& folder,
                                                       const Whose& whose,
                                                       const Remover& remove = removeDetached,
                                                       std::span<const std::filesystem::path> inUse = {});

/// What publish() set aside for `run` and no rule has removed yet.
std::vector<Listed> listAside(const std::filesystem::path& folder, const std::string& run);

/// Rewrites the file `checkpoint`, which lists the newest and all others as TensorFlow's does
/// (tensorflow.CheckpointState as text), from the contents of the folder.
base::Status writeIndex(const std::filesystem::path& folder);

/// Claims a user-chosen folder for one run with the file .trainyard-run in it: kRefused names another run
/// that has claimed it ("checkpoint.dir_taken") or reports files of others in it
/// ("checkpoint.dir_not_empty"); kPermissionDenied if it is not writable.
base::Status claim(const std::filesystem::path& folder, const std::string& run);
/// The id of the run without an agent to number it that claimed `folder` with that file; a new one if there
/// is none. Concurrent processes all get the same id. kRefused ("run.dir_taken") where another run has
/// claimed it, or, before the claim, files of others are in it; checkpoints to resume from may be.
base::Result<std::string> runOfFolder(const std::filesystem::path& folder);
/// Whether both are the same folder, following links. Either may not exist yet.
bool areOneFolder(const std::filesystem::path& a, const std::filesystem::path& b);
/// Whether `folder` is `top` or in it, following links. Either may not exist yet.
bool isWithin(const std::filesystem::path& folder, const std::filesystem::path& top);
/// Whether claim() would succeed, as far as can be known without changing anything.
base::Status mayClaim(const std::filesystem::path& folder, const std::string& run);

}  // namespace trainyard::checkpoint
