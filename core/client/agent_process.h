// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>

#include "core/base/error.h"
#include "core/client/agent_client.h"

namespace trainyard::client {

/// Whether somebody listens on the Unix socket: kNotFound or kUnavailable where nobody does. Does not block.
base::Status probeSocket(const std::filesystem::path& socket);

/// Starts `program` for the endpoint's home, in a session of its own with its output in agent.log, and waits
/// until its socket answers, it has exited, or `deadline` has passed. kUnavailable carries its exit code and
/// last log lines. Blocks. [any]
base::Status startAgent(const Endpoint& endpoint, const std::filesystem::path& program,
                        std::chrono::steady_clock::time_point deadline);

}  // namespace trainyard::client
