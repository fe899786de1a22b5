// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::base {

/// The only way to open a file of our own for writing that may exist already (without O_EXCL): others may
/// have put something else in its place. kInvalidArgument ("file.not_regular") for anything but a regular
/// file, a symbolic link too; never waits, as opening a FIFO would. `flags`: those of open(2), O_WRONLY
/// among them. [any]
Result<UniqueFd> openOwn(const std::filesystem::path& path, int flags, unsigned mode = 0644);

}  // namespace trainyard::base
