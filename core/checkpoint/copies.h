// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/checkpoint.h"

namespace trainyard::checkpoint {

/// Copies of a run's checkpoints, for an evaluator on another machine than the chief, in the run's folder
/// there: copies/<attempt>/ckpt-<step>. A copy is complete once copies/<attempt>/arrived/ckpt-<step> is
/// there, whose text is the original's path. All of it blocks on the disk. [any]
inline constexpr const char* kCopiesFolder = "copies";
inline constexpr const char* kArrivedFolder = "arrived";

/// "copies/3", relative to the run's folder.
std::filesystem::path copiesOf(int attempt);

/// Makes the folder of an attempt's copies. kRefused ("folder.not_ours") if a link has the name of one of its
/// folders.
base::Status prepareCopies(const std::filesystem::path& runFolder, int attempt);
/// The complete copies in the folder of an attempt, in the order saved.
std::vector<Listed> listCopies(const std::filesystem::path& folder);
/// The path of the checkpoint that `copy` was made of; empty if nothing says it.
std::string originOf(const std::filesystem::path& copy);

/// Deletes a copy for `run`, complete or not. What no save and no transfer writes stays: kRefused
/// ("folder.not_ours") if the folder is another's, and a file that a user has put into it is kept in
/// NAME.before. Succeeds if nothing is there.
base::Status removeCopy(const std::filesystem::path& copy, const std::string& run);
/// The same for all copies of attempts up to `last`, with their folders unless something else is in them.
/// Nothing is deleted through a link.
base::Status removeCopies(const std::filesystem::path& runFolder, const std::string& run, int last);

}  // namespace trainyard::checkpoint
