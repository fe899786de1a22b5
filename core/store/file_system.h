// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::store {

/// The common name ("NFS") of a network file system; empty for a local one. `magic` is f_type of statfs(2);
/// `mountType` its type in /proc/self/mountinfo, which distinguishes FUSE file systems ("fuse.sshfs").
std::string_view networkFileSystem(std::uint32_t magic, std::string_view mountType);

/// kRefused, with an explanation, if the existing `folder` is on a network file system: the WAL's index is
/// shared memory, which works on one machine only (https://www.sqlite.org/wal.html). Blocks on the disk.
base::Status refuseNetworkFileSystem(const std::filesystem::path& folder);

}  // namespace trainyard::store
