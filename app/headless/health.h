// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/client/agent_client.h"

namespace trainyard::headless {

/// Something that `doctor` has looked at.
struct Check {
    enum class State { kOk, kWarning, kError };

    std::string id;  ///< "libtorch"; part of the contract
    State state = State::kOk;
    std::string message;
    std::string fix;  ///< what to do; empty if there is nothing to do
};

/// Whether this installation can train: its home and disk, its programs, libtorch, plugins, data sets, the
/// agent, GPUs, the limits of this process, and the programs of others that some commands need. Starts no
/// agent, and the worker only for its version. Blocks for some seconds.
std::vector<Check> checkHealth(const client::Endpoint& endpoint);

/// Who may reach, read and change what: the files of the home, the sockets that the agent and its tasks
/// listen on, the plugins, and the other machines. Changes nothing. Blocks briefly.
std::vector<Check> checkExposure(const client::Endpoint& endpoint);

}  // namespace trainyard::headless
