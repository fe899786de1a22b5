// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "app/headless/command_line.h"
#include "core/client/agent_client.h"

namespace trainyard::headless {

/// The connection to the agent, which may be replaced while others use it. Thread-safe.
class Session {
  public:
    /// Connects as --agent says; starts the user's own agent where that is allowed and none is running.
    /// kCancelled once `stop` is requested.
    static base::Result<std::unique_ptr<Session>> open(const std::string& agentOption,
                                                       std::stop_token stop = {});
    /// The current client; stays valid for as long as the caller holds it.
    std::shared_ptr<client::AgentClient> client() const;
    /// Connects again after the connection to the agent was lost (starting the agent if allowed). A machine
    /// that cannot be reached is tried for minutes.
    base::Status reconnect(std::stop_token stop = {});

  private:
    Session() = default;
    base::Status connect();

    client::Endpoint endpoint_;
    mutable std::mutex mutex_;
    std::shared_ptr<client::AgentClient> client_;
};

/// As --agent says: ssh asks at the terminal, if there is one, and an agent that starts for long says why.
base::Result<client::Endpoint> endpointOf(const std::string& agentOption);

/// "headless pid 4711": the name of this client in the agent's messages.
std::string clientName();
/// The user's working folder: run files and paths that they type are relative to it, and the agent runs
/// elsewhere.
base::Result<std::filesystem::path> currentFolder();
/// Fails where nothing was typed.
base::Result<std::string> absolutePath(const std::string& path);
/// Of a file on the agent's machine. A relative path counts from the working folder here, and means nothing
/// on another machine ("usage.path").
base::Result<std::string> agentPath(const Options& options, const std::string& path);
/// The same, but one on a node is named as `checkpoints` names it: "gpu-box:/home/u/…".
base::Result<std::string> checkpointPath(const Options& options, const std::string& path);
/// Whether the agent is on another machine.
bool isElsewhere(const Options& options);

}  // namespace trainyard::headless
