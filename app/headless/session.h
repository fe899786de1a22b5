// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "core/client/agent_client.h"

namespace trainyard::headless {

/// The connection to the agent, which may be replaced while others use it. Thread-safe.
class Session {
  public:
    /// Connects as --agent says; starts the user's own agent where that is allowed and none is running.
    static base::Result<std::unique_ptr<Session>> open(const std::string& agentOption);
    /// The current client; stays valid for as long as the caller holds it.
    std::shared_ptr<client::AgentClient> client() const;
    /// Connects again after the connection to the agent was lost (starting the agent if allowed).
    base::Status reconnect();

  private:
    Session() = default;

    client::Endpoint endpoint_;
    mutable std::mutex mutex_;
    std::shared_ptr<client::AgentClient> client_;
};

/// "headless pid 4711": the name of this client in the agent's messages.
std::string clientName();
/// The user's working folder: run files and paths that they type are relative to it, and the agent runs
/// elsewhere.
base::Result<std::filesystem::path> currentFolder();
/// Fails where nothing was typed.
base::Result<std::string> absolutePath(const std::string& path);
/// The same, but one on another machine is named as `checkpoints` names it: "gpu-box:/home/u/…".
base::Result<std::string> checkpointPath(const std::string& path);

}  // namespace trainyard::headless
