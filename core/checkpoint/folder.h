// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::checkpoint {

// What a folder of checkpoints has besides them.
inline constexpr const char* kMarksFile = "marks.json";
inline constexpr const char* kIndexFile = "checkpoint";
inline constexpr const char* kClaimFile = ".trainyard-run";
inline constexpr const char* kRunFile = "record.jsonl";  ///< in a run's own folder

/// Symbolic links to folders do not count.
bool isFolder(const std::filesystem::path& path);
/// Whether anything has that name, including a dangling link.
bool isThere(const std::filesystem::path& path);
/// `path`, or the first unused one of `path`.1, `path`.2 …
std::filesystem::path freeName(const std::filesystem::path& path);
/// The names in a folder; none if the folder does not exist.
base::Result<std::vector<std::string>> namesIn(const std::filesystem::path& folder);

/// The nearest folder around `path` that Trainyard writes: a run's, one that a run has claimed, a checkpoint.
/// Those of `run` do not count, except checkpoints. `path` need not exist; follows links.
std::optional<std::filesystem::path> ownFolderAround(const std::filesystem::path& path,
                                                     const std::string& run = {});

}  // namespace trainyard::checkpoint
