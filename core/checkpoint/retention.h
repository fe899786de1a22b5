// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/ownership.h"

namespace trainyard::checkpoint {

/// Which checkpoints of a folder stay: CheckpointManager's rules, and a budget. Those that others wrote stay,
/// and are not counted.
struct RetainPolicy {
    Whose whose = {};
    std::vector<std::filesystem::path> inUse = {};  ///< somebody is to read these: no rule removes them
    int keep = 0;                                   ///< the newest so many; 0: all
    double keepEveryHours = 0;     ///< of those that leave the newest, one each so many hours stays; 0: none
    std::int64_t budgetBytes = 0;  ///< the oldest go until the rest fits; 0: none
    Remover remove = removeDetached;
};

/// What is special about checkpoints of a folder, by step: kept in its file marks.json.
struct Marks {
    std::set<std::int64_t> pinned;          ///< by a person; no rule removes or counts them
    std::optional<std::int64_t> best;       ///< has the best value of what is monitored; stays while it has
    std::map<std::int64_t, double> hourly;  ///< kept by keepEveryHours, and when they were saved
    std::optional<double> since;            ///< from when on the hours count: when the first was saved
};
base::Result<Marks> readMarks(const std::filesystem::path& folder);
base::Status setPinned(const std::filesystem::path& checkpoint, bool isPinned);
base::Status setBest(const std::filesystem::path& checkpoint);

/// Removes what `policy` does not keep, and what was set aside for steps before all that stays; then writes
/// the folder's index file. The newest, the pinned and the best always stay. Returns what was removed.
base::Result<std::vector<std::filesystem::path>> retain(const std::filesystem::path& folder,
                                                        const RetainPolicy& policy);
/// Removes the checkpoints of `whose` from the folder, and once none is left there, its index and its marks.
/// Returns the checkpoints.
base::Result<std::vector<std::filesystem::path>> clear(const std::filesystem::path& folder,
                                                       const Whose& whose,
                                                       const Remover& remove = removeDetached);

/// Rewrites the file `checkpoint`, which names the newest and all others as TensorFlow's does
/// (tensorflow.CheckpointState as text), from what is in the folder.
base::Status writeIndex(const std::filesystem::path& folder);

/// Takes a folder of the user's choice for one run, by the file .trainyard-run in it: kRefused names another
/// run that has it ("checkpoint.dir_taken"), or says that somebody else's files are in it
/// ("checkpoint.dir_not_empty"); kPermissionDenied that nothing can be written.
base::Status claim(const std::filesystem::path& folder, const std::string& run);
/// The id of the run that has `folder` by that file; a new one where there is none. For the folder of a run
/// that no agent numbers, whatever else is in it. Of several processes that ask at once all get the same.
base::Result<std::string> runOfFolder(const std::filesystem::path& folder);
/// Whether both are one folder, links followed. Either may not exist yet.
bool areOneFolder(const std::filesystem::path& a, const std::filesystem::path& b);
/// Whether claim() would succeed, as far as can be told without changing anything.
base::Status mayClaim(const std::filesystem::path& folder, const std::string& run);

}  // namespace trainyard::checkpoint
