// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/base/loop/event_loop.h"
#include "core/client/agent_client.h"
#include "core/node/remote/ssh_question.h"

namespace trainyard::client {

/// What a client decides about reaching an agent on another machine.
struct RemoteOptions {
    /// ssh asks at the terminal of this process for a password, or about an unknown host key; otherwise it
    /// asks nobody, and the failure says what to do.
    bool isTerminalAsked = false;
    /// Who is asked otherwise, in the loop of the connection, or null; called there once ssh cannot connect
    /// without an answer. Empty: nobody.
    std::function<std::shared_ptr<node::SshAsker>(base::EventLoop&)> asker = {};
    /// The folder of trainyard-agent, which is sent; empty: this program's own.
    std::filesystem::path programs = {};
    /// While Trainyard is sent to a machine that lacks it. [any]
    std::function<void(std::uint64_t bytesDone, std::uint64_t bytes)> onSent = {};
};

/// As Endpoint::parse(), and for ssh://[USER@]HOST[:PORT] the home agent of that user there: the system's ssh
/// carries the connection to `trainyard-agent --stdio`, after it has sent Trainyard to a machine that lacks
/// it. kInvalidArgument "node.target". Starts nothing: Endpoint::dial does, and it ends early with
/// kCancelled inside a cancelled CancelScope.
base::Result<Endpoint> endpointOf(const std::string& agentOption, const RemoteOptions& options = {});

}  // namespace trainyard::client
