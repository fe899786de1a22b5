// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>

#include "core/client/agent_client.h"
#include "ui/bridge/from_proto.h"

namespace trainyard::bridge {

/// The one connection, renewed by connect(); a call in progress keeps the one it started with.
class Connection {
  public:
    explicit Connection(client::Endpoint endpoint) : endpoint_(std::move(endpoint)) {}

    /// kWhereItDied: an agent that was stopped on purpose has removed its socket and stays stopped; one that
    /// died has not, and its runs wait for the next agent.
    enum class Start { kWhereItDied, kAllowed };
    base::Result<std::shared_ptr<client::AgentClient>> renew(Start start) {
        client::Endpoint endpoint = endpoint_;
        {
            std::lock_guard lock(mutex_);
            std::error_code unreadable;
            const bool hasDied = std::filesystem::exists(endpoint.socket, unreadable);
            if (start == Start::kWhereItDied && hasBeenUp_ && !hasDied) endpoint.mayStart = false;
        }
        TY_ASSIGN(std::shared_ptr<client::AgentClient> fresh, client::AgentClient::connect(endpoint));
        std::lock_guard lock(mutex_);
        client_ = fresh;
        hasBeenUp_ = true;
        return fresh;
    }
    base::Result<std::shared_ptr<client::AgentClient>> current() const {
        std::lock_guard lock(mutex_);
        if (client_) return client_;
        return base::fail(base::Code::kUnavailable, "not connected to an agent yet");
    }

  private:
    const client::Endpoint endpoint_;
    mutable std::mutex mutex_;
    std::shared_ptr<client::AgentClient> client_;
    bool hasBeenUp_ = false;
};

/// Makes `call` with the current client and converts a failure to the window's type.
template <typename T, typename Call>
Outcome<T> withClient(const Connection& connection, const Call& call) {
    const auto client = connection.current();
    if (!client) return std::unexpected(toFailure(client.error()));
    return call(**client);
}

inline Outcome<void> toOutcome(const base::Status& status) {
    if (!status) return std::unexpected(toFailure(status.error()));
    return {};
}

/// Plugins, saved clusters, nodes and text files (library_functions.cpp).
void addLibrary(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);

}  // namespace trainyard::bridge
