// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "core/client/agent_client.h"

namespace trainyard::headless {

/// The connection to the agent, which may be made anew while others use it. Thread-safe.
class Session {
  public:
    /// From --agent; starts the own agent where it may and there is none.
    static base::Result<std::unique_ptr<Session>> open(const std::string& agentOption);
    /// The client of now; stays valid for whoever holds it.
    std::shared_ptr<client::AgentClient> client() const;
    /// Connects again after the agent went away (starting it if it may).
    base::Status reconnect();

  private:
    Session() = default;

    client::Endpoint endpoint_;
    mutable std::mutex mutex_;
    std::shared_ptr<client::AgentClient> client_;
};

/// "headless pid 4711", as an agent names this client in messages.
std::string clientName();
/// Where people are: run files and paths that they type are relative to it, and the agent is somewhere else.
base::Result<std::filesystem::path> currentFolder();
/// An error where nothing was typed.
base::Result<std::string> absolutePath(const std::string& path);

}  // namespace trainyard::headless
