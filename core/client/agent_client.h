// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/base/home.h"
#include "core/client/agent_calls.h"

namespace trainyard::client {

/// Whether connecting to an agent may start it.
enum class AgentStart { kNever, kWhereItDied, kAllowed };

/// A connection to the agent of another machine.
struct Link {
    base::UniqueFd socket;            ///< non-blocking; what is read first is the agent's
    std::shared_ptr<void> carrier{};  ///< dropping it ends the connection
    /// Why it has ended, as far as the carrier has said; empty otherwise.
    std::function<std::string()> lastWords = [] { return std::string(); };
};

/// How to reach an agent. Default: the Unix socket of this user's home agent.
struct Endpoint {
    std::filesystem::path socket;
    base::Home home{""};
    bool mayStart = false;        ///< start trainyard-agent if nothing answers (own home only)
    bool isStoreRebuilt = false;  ///< and let it rebuild its store from the runs' folders
    /// Called now and then while an agent reads many runs again before it serves its home.
    std::function<void(const base::StartProgress&)> onStartProgress = {};

    // An agent on another machine (core/client/remote); then there is no socket.
    std::string machine{};  ///< as --agent names it: "ssh://me@gpu-a"
    /// Blocks. kUnavailable "node.unreachable"; "agent.not_running" where it may not be started.
    std::function<base::Result<Link>(AgentStart)> dial = {};
    bool staysEnded = false;  ///< one that was ended on purpose is not started again

    bool isRemote() const { return !machine.empty(); }
    /// What messages call its place: the socket, or the machine.
    std::string place() const { return isRemote() ? machine : socket.string(); }
    /// From --agent unix:PATH (tls:// is refused: not supported yet) or, if empty, from the environment.
    static base::Result<Endpoint> parse(const std::string& agentOption);
};

/// How long an answer may take, where that is not what agent_calls.h says.
using AnswerLimit = std::optional<std::chrono::milliseconds>;
/// A shutdown waits until every task of every run has ended; twelve seconds after the longest grace the agent
/// reports what is left.
inline constexpr std::chrono::seconds kShutdownDeadline{20};

/// A request about one run.
template <typename Request>
Request ofRun(std::string run) {
    Request request;
    request.set_run(std::move(run));
    return request;
}

/// Thin wrapper of the Agent service. Every call blocks the calling thread, so never call it from the GUI
/// thread (ui/bridge runs it elsewhere). Thread-safe. Errors carry the agent's Failure: code, id and message.
class AgentClient {
  public:
    /// Connects and negotiates the protocol version; starts the agent first if allowed and needed (waits for
    /// its socket until it has reported no progress for `timeout`). kUnavailable says what was tried and ends
    /// with the agent's last log lines.
    static base::Result<std::unique_ptr<AgentClient>> connect(
        const Endpoint& endpoint, std::chrono::milliseconds timeout = std::chrono::seconds(10));
    ~AgentClient();

    // Each call blocks until it is answered, `limit` has passed, or `stop` is requested: then the agent
    // cancels its work too, and the call returns kCancelled ("call.cancelled"). A call that changes something
    // fills an empty request_id. Callers include trainyard/v1/agent.pb.h. Each stream blocks until it ends,
    // `stop` is requested, or the callback returns false.
#define TRAINYARD_DECLARE_CALL(name, rpc, reply, deadline)                                   \
    base::Result<v1::reply> name(const v1::rpc##Request& request, std::stop_token stop = {}, \
                                 AnswerLimit limit = {});
#define TRAINYARD_DECLARE_STREAM(name, rpc)                                  \
    base::Status name(const v1::rpc##Request& request, std::stop_token stop, \
                      const std::function<bool(const v1::rpc##Reply&)>& onReply);
    TRAINYARD_AGENT_CALLS(TRAINYARD_DECLARE_CALL, TRAINYARD_DECLARE_STREAM)
#undef TRAINYARD_DECLARE_CALL
#undef TRAINYARD_DECLARE_STREAM

    /// With the name, version and protocol of this program.
    base::Result<v1::HelloReply> hello();
    /// What the agent said when it was connected to.
    const v1::HelloReply& greeting() const;

  private:
    AgentClient();
    /// One attempt to reach whatever listens on the socket; "agent.gone" if the connection was lost.
    static base::Result<std::unique_ptr<AgentClient>> shakeHands(const Endpoint& endpoint,
                                                                 std::chrono::milliseconds timeout);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trainyard::client
