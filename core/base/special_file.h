// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

#include "core/base/error.h"

namespace trainyard::base {

/// Says what `path` is instead of a regular file: kInvalidArgument, "file.not_regular". `mode` is its
/// st_mode.
Error notRegular(const std::filesystem::path& path, mode_t mode);

/// The same of a path that leads to a FIFO, a socket or a device; nothing for a file, for a folder, and where
/// nothing is or may be looked at. For those who take files and folders: what is left is neither. Opens
/// nothing. Blocks. [any]
std::optional<Error> specialFile(const std::filesystem::path& path);

}  // namespace trainyard::base
