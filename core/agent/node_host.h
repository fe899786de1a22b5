// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/agent/this_node.h"
#include "core/base/home.h"
#include "core/node/local_node.h"
#include "core/node/remote/node_server.h"

namespace trainyard::agent {

/// Lends this machine to the homes of other machines (node.proto). Their runs have folders of their own:
/// <home>/hosted/<name of the other home>/<run>.
class NodeHost {
  public:
    /// `setup`: as for the agent's own runs; its `runs` is not used.
    NodeHost(base::EventLoop& loop, base::Home home, node::NodeSetup setup);
    /// The tasks continue. Not in the loop; after the gRPC server.
    ~NodeHost() = default;

    grpc::Service& service() { return server_; }

  private:
    node::Node& nodeOf(const std::string& home);
    std::filesystem::path socketOf(const std::string& home) const;
    base::Result<v1::NodeDescription> describe();
    bool workerStarts() const;

    base::EventLoop& loop_;
    const base::Home home_;
    const node::NodeSetup setup_;
    ThisNode machine_;
    bool hasLibtorch_ = false;                                       ///< in the thread that describes
    std::map<std::string, std::unique_ptr<node::LocalNode>> nodes_;  ///< [loop]
    node::NodeServer server_;                                        ///< ends first: it uses the rest
};

}  // namespace trainyard::agent
