// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::checkpoint {

/// No symbolic link to one.
bool isFolder(const std::filesystem::path& path);
/// Whether anything has that name, a dangling link included.
bool isThere(const std::filesystem::path& path);
/// `path`, or the first of `path`.1, `path`.2 … that nothing has.
std::filesystem::path freeName(const std::filesystem::path& path);
/// The names in a folder; none when the folder is not there.
base::Result<std::vector<std::string>> namesIn(const std::filesystem::path& folder);

}  // namespace trainyard::checkpoint
