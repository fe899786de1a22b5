// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/engine/ps/connection.h"

namespace trainyard::engine::ps {

/// The Unix socket at which the task `task` of self's run and attempt serves those on the same machine, in
/// `self.sockets`; see node::taskSocket. Empty where `self.sockets` is.
std::filesystem::path taskSocket(const TaskCard& self, const std::string& task);

/// Makes the folder of such sockets where it is not there, and removes those of tasks that were killed: files
/// that nobody listens at. kPermissionDenied when the folder is open to others, or is not this user's. Blocks
/// shortly. [any]
base::Status prepareSocketFolder(const std::filesystem::path& folder);

/// For tasks that no agent started: <runtime dir>/trainyard-<uid>, the same in every shell of this user.
std::filesystem::path handSocketFolder();

}  // namespace trainyard::engine::ps
