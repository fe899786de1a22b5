// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "core/base/loop/executor.h"
#include "core/node/remote/door_session.h"
#include "core/node/remote/task_socket_listener.h"

namespace trainyard::node {

/// Serves a machine to other homes (node.proto), each with one session at a time. Sessions last while their
/// homes are not connected, as long as this object.
class NodeServer final : public v1::NodeService::WithCallbackMethod_Door<v1::NodeService::Service> {
  public:
    /// May block; called in a thread of its own.
    using Describe = std::function<base::Result<v1::NodeDescription>()>;

    /// This machine as a home uses it, with a folder for the runs of that home. Must outlive this object, and
    /// answer in its loop. [loop]
    using NodeOf = std::function<Node&(const std::string& home)>;
    /// Where the tasks of that home find their agent; empty: they have none. [loop]
    using SocketOf = std::function<std::filesystem::path(const std::string& home)>;

    /// Which folder is that home's; its greatest generation is kept there (raiseFence()). [loop]
    using FolderOf = std::function<std::filesystem::path(const std::string& home)>;

    NodeServer(base::EventLoop& loop, NodeOf nodeOf, SocketOf socketOf, Describe describe, FolderOf folderOf);
    /// Ends the sessions; their tasks continue. Not in the loop; after the gRPC server.
    ~NodeServer() override;

    grpc::ServerBidiReactor<v1::ToNode, v1::FromNode>* Door(grpc::CallbackServerContext* context) override;

  private:
    class Visitor;
    struct Home {
        std::uint64_t generation = 0;
        std::map<std::string, int> newest;  ///< attempt that it has opened, by run
        std::shared_ptr<DoorSession> session;
        std::uint64_t number = 0;  ///< of the session, as in DoorWelcome
        std::unique_ptr<TaskSocketListener> tasks;
    };

    void greet(const std::shared_ptr<ServerStream>& stream, const v1::ToNode& message);
    base::Status admit(const v1::DoorHello& hello) const;
    void welcome(const std::shared_ptr<ServerStream>& stream, const v1::ToNode& message);
    void listenForTasks(const std::string& name, Home& home);
    void endTasks(const v1::DoorEndTasks& asked, const Done<v1::DoorEnded>& done);

    base::EventLoop& loop_;
    const NodeOf nodeOf_;
    const SocketOf socketOf_;
    const Describe describe_;
    const FolderOf folderOf_;
    std::map<std::string, Home> homes_;                      ///< [loop]
    std::mt19937_64 random_{std::random_device()()};         ///< [loop]
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< [loop]; for what is posted there
    base::Executor describing_;                              ///< posts to the loop, as does the next one
    std::unique_ptr<base::Executor> recording_;              ///< null: no home has come
};

}  // namespace trainyard::node
