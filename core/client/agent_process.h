// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/client/agent_client.h"

namespace trainyard::client {

/// Connects to the Unix socket: kNotFound or kUnavailable if nobody listens. Does not block: the listener may
/// not have accepted the connection yet.
base::Result<base::UniqueFd> connectSocket(const std::filesystem::path& socket);
/// Whether a process listens there.
base::Status probeSocket(const std::filesystem::path& socket);

/// Starts `program` for the endpoint's home, in a new session with its output in agent.log, and waits until
/// its socket answers, it has exited, or `deadline` has passed; as long as it reports progress (base::
/// StartProgress), the deadline is put off by as much again. kUnavailable includes its exit code and last log
/// lines. Blocks. [any]
base::Status startAgent(const Endpoint& endpoint, const std::filesystem::path& program,
                        std::chrono::steady_clock::time_point deadline);

/// An agent that has the lock of a home and does not serve it yet.
struct StartingAgent {
    pid_t pid = 0;
    base::UniqueFd pidfd;  ///< none: there is no such agent
};
StartingAgent startingAgent(const Endpoint& endpoint);
/// Waits until it serves its home, has ended, or has reported no progress for `patience`: whether it serves.
/// Blocks. [any]
bool awaitServing(const Endpoint& endpoint, const StartingAgent& agent, std::chrono::milliseconds patience);

}  // namespace trainyard::client
