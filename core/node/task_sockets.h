// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace trainyard::node {

/// The Unix socket on which a task serves those of its run on the same machine: a file in `folder` whose name
/// is derived from the secret of the run, the attempt and the task, so that both sides know it and no other
/// run or attempt has the same. It is as long as the name of the agent's own socket: if one fits, so does the
/// other.
std::filesystem::path taskSocket(const std::filesystem::path& folder, const std::string& secret, int attempt,
                                 const std::string& task);

/// Removes the sockets of tasks that were killed: this user's files in `folder`, with names made by
/// taskSocket(), on which nobody listens. Blocks briefly. [any]
void removeDeadTaskSockets(const std::filesystem::path& folder);

}  // namespace trainyard::node
