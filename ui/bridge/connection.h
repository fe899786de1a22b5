// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <type_traits>

#include "core/client/agent_client.h"
#include "ui/bridge/from_proto.h"

namespace trainyard::bridge {

/// The one connection, renewed by connect(); a call in progress keeps the one it started with.
class Connection {
  public:
    explicit Connection(client::Endpoint endpoint) : endpoint_(std::move(endpoint)) {}

    /// kWhereItDied: an agent that was stopped on purpose has removed its socket and stays stopped; one that
    /// died has not, and its runs wait for the next agent. One that stays stopped is an error of its own,
    /// kEndedCode.
    enum class Start { kWhereItDied, kAllowed };
    base::Result<std::shared_ptr<client::AgentClient>> renew(Start start) {
        client::Endpoint endpoint = endpoint_;
        bool staysEnded = false;
        {
            std::lock_guard lock(mutex_);
            std::error_code unreadable;
            const bool hasDied = std::filesystem::exists(endpoint.socket, unreadable);
            const bool isLeftEnded = start == Start::kWhereItDied && hasBeenUp_;
            if (endpoint.isRemote()) endpoint.staysEnded = isLeftEnded;  // it is over there that this is seen
            staysEnded = isLeftEnded && !endpoint.isRemote() && !hasDied;
            if (staysEnded) endpoint.mayStart = false;
        }
        auto connected = client::AgentClient::connect(endpoint);
        if (!connected && staysEnded && connected.error().id == "agent.not_running")
            return base::fail(base::Code::kUnavailable, "the agent was stopped", kEndedCode.toStdString());
        if (!connected) return std::unexpected(connected.error());
        std::shared_ptr<client::AgentClient> fresh = std::move(*connected);
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

/// How the agent's records name this window.
std::string clientName();

inline Outcome<void> toOutcome(const base::Status& status) {
    if (!status) return std::unexpected(toFailure(status.error()));
    return {};
}

/// Makes `call` with the current client.
template <typename T, typename Call>
Outcome<T> withClient(const Connection& connection, const Call& call) {
    const auto client = connection.current();
    if (!client) return std::unexpected(toFailure(client.error()));
    return call(**client);
}

/// Makes one call with the current client; `convert` makes the window's value of the reply.
template <typename Request, typename Reply, typename Convert>
auto ask(const Connection& connection,
         base::Result<Reply> (client::AgentClient::*call)(const Request&, std::stop_token,
                                                          client::AnswerLimit),
         const Request& request, const Convert& convert, const std::stop_token& stop = {})
    -> Outcome<std::invoke_result_t<Convert, const Reply&>> {
    const auto client = connection.current();
    if (!client) return std::unexpected(toFailure(client.error()));
    const base::Result<Reply> reply = ((**client).*call)(request, stop, {});
    if (!reply) return std::unexpected(toFailure(reply.error()));
    return convert(*reply);
}

/// The same for a call whose reply says no more than that it was done.
template <typename Request, typename Reply>
Outcome<void> order(const Connection& connection,
                    base::Result<Reply> (client::AgentClient::*call)(const Request&, std::stop_token,
                                                                     client::AnswerLimit),
                    const Request& request) {
    const auto done = ask(connection, call, request, [](const Reply&) { return true; });
    if (!done) return std::unexpected(done.error());
    return {};
}

template <typename Request>
Request ofRun(const QString& run) {
    return client::ofRun<Request>(run.toStdString());
}

/// The run's file with what the request changes in it (client_functions.cpp).
Outcome<v1::RunSpec> changedSpec(const Connection& connection, const ResumeRequest& wish,
                                 const std::stop_token& stop = {});

/// checkpoint_functions.cpp
void addCheckpoints(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);
/// media_functions.cpp
void addMedia(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);
/// node_functions.cpp
void addNodes(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);
/// send_functions.cpp
void addSending(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);
/// sweep_functions.cpp
void addSweeps(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);
/// Plugins, saved clusters and text files (library_functions.cpp).
void addLibrary(AgentFunctions& agent, const std::shared_ptr<Connection>& connection);

}  // namespace trainyard::bridge
