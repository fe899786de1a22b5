// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/agent/this_node.h"
#include "core/base/home.h"
#include "core/base/loop/executor.h"
#include "core/control/run/hosted_checkpoints.h"
#include "core/node/fence.h"
#include "core/node/local_node.h"
#include "core/node/remote/node_server.h"
#include "core/node/remote/sent_files.h"

namespace trainyard::agent {

/// Lends this machine to the homes of other machines (node.proto). Their runs have folders of their own:
/// <home>/hosted/<name of the other home>/<run>.
class NodeHost {
  public:
    /// `setup`: as for the agent's own runs; its `runs` is not used.
    NodeHost(base::EventLoop& loop, base::Home home, node::NodeSetup setup);
    /// The tasks continue. Not in the loop; after the gRPC server.
    ~NodeHost();

    grpc::Service& service() { return *server_; }
    /// Publishes what a task of another home's run has saved here. kUnavailable: nothing is known of its
    /// attempt, perhaps because this agent was restarted; to be asked again. Blocks. [any]
    base::Result<v1::PublishCheckpointReply> publish(const control::TaskIdentity& task,
                                                     const v1::PublishCheckpointRequest& request);

  private:
    /// One home that this machine is lent to.
    struct Guest {
        std::unique_ptr<node::AttemptFences> fences;
        std::unique_ptr<control::HostedCheckpoints> checkpoints;
        std::unique_ptr<node::SentFiles> files;
        std::unique_ptr<node::LocalNode> node;
    };
    /// For all of them.
    struct Disks {
        base::Executor deletions{"ty-host-delete"}, disk{"ty-host-disk"}, reading{"ty-host-read"};
    };
    node::Node& nodeOf(const std::string& home);
    std::filesystem::path socketOf(const std::string& home) const;
    base::Result<v1::NodeDescription> describe();
    void testWorker();

    base::EventLoop& loop_;
    const base::Home home_;
    const node::NodeSetup setup_;
    ThisNode machine_;
    bool hasLibtorch_ = false;   ///< as this, in the thread that describes
    std::string libtorchError_;  ///< what the loader says
    std::chrono::steady_clock::time_point testedAt_;
    std::map<std::string, Guest> guests_;  ///< [loop]
    std::unique_ptr<Disks> disks_;         ///< null: there has been no guest
    std::unique_ptr<node::NodeServer> server_;
};

}  // namespace trainyard::agent
