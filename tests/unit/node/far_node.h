// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/node/local_node.h"
#include "core/node/remote/sent_files.h"
#include "tests/unit/node/remote_machine.h"

namespace trainyard::node {

using NodeFactory = std::unique_ptr<Node> (*)(base::EventLoop& loop, NodeSetup setup);

/// The same machine, through a stream of its agent's service.
class FarNode final : public Node {
  public:
    /// `home`: what its tasks find at home.
    FarNode(base::EventLoop& loop, NodeSetup setup, RemoteNode::Home home = {})
        : loop_(std::move(*base::EventLoop::start())),
          files_(*loop_, setup.sent),
          runs_(setup.runs),
          local_(*loop_, withFiles(std::move(setup), files_)),
          machine_(*loop_, local_, runs_) {
        wire_.setMachine(&machine_);
        remote_.emplace(loop, "far", std::make_unique<WireTransport>(loop, wire_), testSettings(1),
                        RemoteNode::OnState(), std::move(home));
    }
    std::unique_ptr<AttemptTasks> open(AttemptId attempt, OnEnd onEnd) override {
        return remote_->open(std::move(attempt), std::move(onEnd));
    }
    void hasLivingTask(const std::string& run, Done<bool> done) override {
        remote_->hasLivingTask(run, std::move(done));
    }
    void checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) override {
        remote_->checkPorts(std::move(ports), std::move(done));
    }
    void keep(const v1::KeepCall& call, KeepDone done) override { remote_->keep(call, std::move(done)); }
    void files(const v1::FilesCall& call, FilesDone done) override { remote_->files(call, std::move(done)); }
    void onKept(const std::string& run, OnKept onKept) override { remote_->onKept(run, std::move(onKept)); }
    void selfTest(Done<SelfTest> done) override { remote_->selfTest(std::move(done)); }
    void awaitLinkTest(LinkTest test, Done<std::uint16_t> done) override {
        remote_->awaitLinkTest(std::move(test), std::move(done));
    }
    void testLink(LinkTest test, Done<LinkMeasure> done) override {
        remote_->testLink(std::move(test), std::move(done));
    }
    void readClock(Done<double> done) override { remote_->readClock(std::move(done)); }

  private:
    static NodeSetup withFiles(NodeSetup setup, SentFiles& files) {
        setup.files = &files;
        return setup;
    }

    std::unique_ptr<base::EventLoop> loop_;  ///< of the other agent
    SentFiles files_;
    const std::filesystem::path runs_;
    LocalNode local_;
    Machine machine_;
    Wire wire_;
    std::optional<RemoteNode> remote_;
};

template <typename SomeNode>
std::unique_ptr<Node> makeNodeOf(base::EventLoop& loop, NodeSetup setup) {
    return std::make_unique<SomeNode>(loop, std::move(setup));
}

}  // namespace trainyard::node
