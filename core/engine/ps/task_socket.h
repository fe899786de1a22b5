// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/base/error.h"
#include "core/engine/ps/connection.h"

namespace trainyard::engine::ps {

/// The Unix socket on which the task `task` of self's run and attempt serves those on the same machine, in
/// `self.sockets`; see node::taskSocket. Empty if `self.sockets` is.
std::filesystem::path taskSocket(const TaskCard& self, const std::string& task);

/// Creates the folder of such sockets if it does not exist, and removes the sockets of tasks that were
/// killed: files on which nobody listens. kPermissionDenied if the folder is open to others, or is not this
/// user's. Blocks briefly. [any]
base::Status prepareSocketFolder(const std::filesystem::path& folder);

/// For tasks without an agent: <runtime dir>/trainyard-<uid>, the same in every shell of this user.
std::filesystem::path handSocketFolder();

}  // namespace trainyard::engine::ps
