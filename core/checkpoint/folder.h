// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::checkpoint {

/// No symbolic link to one.
bool isFolder(const std::filesystem::path& path);
/// Deletes so that no moment shows half a checkpoint under its name.
base::Status removeFolder(const std::filesystem::path& path);
/// The names in a folder; none when the folder is not there.
base::Result<std::vector<std::string>> namesIn(const std::filesystem::path& folder);

}  // namespace trainyard::checkpoint
