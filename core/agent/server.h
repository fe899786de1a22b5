// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

#include "core/control/runs/run_manager.h"

namespace grpc {
class Server;
}

namespace trainyard::agent {

class AgentService;
class CallsInProgress;
class ConnectionGate;
class NodeBook;
class NodeHost;
class Rendezvous;
class TaskHost;

/// The whole agent: control with its runs, its services, and the gRPC server behind a gate: a Unix socket
/// that only this user can open (0600 in a 0700 folder).
class Server {
  public:
    /// Adopts the runs that were running, then listens. `onEndAsked` is called from any thread when a client
    /// has shut the agent down. `calls` lists the calls in progress while the server ends.
    static base::Result<std::unique_ptr<Server>> start(control::RunManager::Options options,
                                                       std::shared_ptr<CallsInProgress> calls,
                                                       std::function<void()> onEndAsked);
    /// Cancels open calls and ends the server; the runs' tasks continue. Blocks until the last call has
    /// returned.
    ~Server();

  private:
    Server();
    base::Status listen(const std::filesystem::path& socket);
    /// A task on another machine calls: it gets the tasks' service, and no other.
    void acceptTask(base::UniqueFd connection);

    // In reverse order of destruction: the server goes first, then what its calls use.
    std::unique_ptr<base::EventLoop> streams_;
    std::unique_ptr<Rendezvous> rendezvous_;
    std::unique_ptr<control::RunManager> manager_;
    NodeBook* nodeBook_ = nullptr;  ///< the manager's
    std::unique_ptr<AgentService> agentService_;
    std::unique_ptr<TaskHost> taskHost_;
    std::unique_ptr<NodeHost> nodeHost_;
    std::unique_ptr<grpc::Server> server_;
    std::mutex accepting_;                      ///< guards taskServer_
    std::unique_ptr<grpc::Server> taskServer_;  ///< for tasks on other machines
    std::unique_ptr<ConnectionGate> gate_;
};

}  // namespace trainyard::agent
