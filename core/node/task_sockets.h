// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace trainyard::node {

/// The Unix socket at which a task serves those of its run on the same machine: a file in `folder` whose name
/// follows from the secret of the run, the attempt and the task, so that both sides know it and nothing of
/// another run or attempt has the same. As long as the name of the agent's own socket: where one fits, the
/// other does.
std::filesystem::path taskSocket(const std::filesystem::path& folder, const std::string& secret, int attempt,
                                 const std::string& task);

/// Removes the sockets of tasks that were killed: those files of this user's in `folder`, named as
/// taskSocket() does, at which nobody listens. Blocks shortly. [any]
void removeDeadTaskSockets(const std::filesystem::path& folder);

}  // namespace trainyard::node
