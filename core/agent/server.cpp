// SPDX-License-Identifier: Apache-2.0
#include "core/agent/server.h"

#include <fmt/format.h>
#include <grpc/grpc.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <mutex>

#include "core/agent/agent_service.h"
#include "core/agent/connection_gate.h"
#include "core/agent/node_book.h"
#include "core/agent/node_host.h"
#include "core/agent/rendezvous.h"
#include "core/agent/task_host.h"
#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/socket_address.h"

namespace trainyard::agent {
namespace {

constexpr int kLargestMessage = 4 << 20;
/// Calls that are still open when the agent ends are cut off after this.
constexpr std::chrono::milliseconds kFarewell{300};

}  // namespace

base::Result<std::unique_ptr<Server>> Server::start(control::RunManager::Options options,
                                                    std::shared_ptr<CallsInProgress> calls,
                                                    std::function<void()> onEndAsked) {
    // Held for good: gRPC's own shutdown waits up to ten seconds for a poller that a large write has left
    // behind.
    static std::once_flag once;
    std::call_once(once, grpc_init);
    std::unique_ptr<Server> server(new Server);
    const std::filesystem::path socket = options.socket;
    // Said at once: what follows may read a store for minutes.
    TY_TRY(base::socketAddress(socket));
    TY_TRY(base::makeFolders(socket.parent_path(), 0700));
    TY_TRY(base::checkSocketFolder(socket.parent_path()));
    TY_ASSIGN(server->streams_, base::EventLoop::start("ty-streams"));
    server->rendezvous_ = std::make_unique<Rendezvous>(*server->streams_);
    server->nodeHost_ = std::make_unique<NodeHost>(
        *server->streams_, options.home,
        node::NodeSetup{
            .runs = {}, .worker = options.programs.worker, .shim = options.programs.shim, .socket = socket});
    options.isServedLater = true;
    // In the loop of the runs, which use the nodes.
    options.openNodes = [raw = server.get(), home = options.home, folder = socket.parent_path()](
                            base::EventLoop& loop) -> base::Result<std::unique_ptr<control::Nodes>> {
        TY_ASSIGN(auto book, NodeBook::open(loop, home, folder, [raw](base::UniqueFd task) {
                      raw->acceptTask(std::move(task));
                  }));
        raw->nodeBook_ = book.get();
        return std::unique_ptr<control::Nodes>(std::move(book));
    };
    TY_ASSIGN(server->manager_,
              control::RunManager::open(std::move(options), [rendezvous = server->rendezvous_.get()](
                                                                const std::string& run, int attempt) {
                  rendezvous->endAttempt(run, attempt);
              }));
    server->agentService_ =
        std::make_unique<AgentService>(*server->manager_, *server->nodeBook_, *server->streams_,
                                       socket.string(), std::move(calls), std::move(onEndAsked));
    server->taskHost_ =
        std::make_unique<TaskHost>(server->manager_->runs(), *server->rendezvous_, *server->nodeHost_);
    TY_TRY(server->listen(socket));
    server->manager_->serve();
    return server;
}

base::Status Server::listen(const std::filesystem::path& socket) {
    grpc::ServerBuilder builder;
    builder.RegisterService(agentService_.get());
    builder.RegisterService(taskHost_.get());
    builder.RegisterService(&nodeHost_->service());
    builder.SetMaxReceiveMessageSize(kLargestMessage);
    server_ = builder.BuildAndStart();
    grpc::ServerBuilder tasks;
    tasks.RegisterService(taskHost_.get());
    tasks.SetMaxReceiveMessageSize(kLargestMessage);
    {
        std::lock_guard lock(accepting_);
        taskServer_ = tasks.BuildAndStart();
    }
    if (!server_ || !taskServer_)
        return base::fail(base::Code::kUnavailable, base::say("cannot listen on {}", socket.string()),
                          "agent.listen");
    TY_ASSIGN(gate_, ConnectionGate::open(socket, ConnectionGate::Limits::ofThisProcess(),
                                          [server = server_.get()](base::UniqueFd connection) {
                                              grpc::AddInsecureChannelFromFd(server, connection.release());
                                          }));
    return {};
}

void Server::acceptTask(base::UniqueFd connection) {
    std::lock_guard lock(accepting_);
    if (taskServer_) grpc::AddInsecureChannelFromFd(taskServer_.get(), connection.release());
}

Server::Server() = default;

Server::~Server() {
    gate_.reset();
    if (server_) {
        server_->Shutdown(std::chrono::system_clock::now() + kFarewell);
        server_->Wait();
    }
    server_.reset();
    if (taskServer_) {
        std::unique_ptr<grpc::Server> ending;
        {
            std::lock_guard lock(accepting_);
            ending = std::move(taskServer_);
        }
        ending->Shutdown(std::chrono::system_clock::now() + kFarewell);
        ending->Wait();
    }
    // Streams hold pointers into the services until their last callbacks have run in the loop.
    if (streams_) streams_->call([] {});
    agentService_.reset();
    taskHost_.reset();
    nodeHost_.reset();
    manager_.reset();
    // Timeouts of the rendezvous run in this loop, so it goes first.
    streams_.reset();
    rendezvous_.reset();
}

}  // namespace trainyard::agent
