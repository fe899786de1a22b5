// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/base/loop/executor.h"
#include "core/node/node.h"
#include "core/node/remote/node_link.h"
#include "core/node/remote/task_pipes.h"

namespace trainyard::node {

/// Another machine, through its agent's NodeService. Calls made while the link is down wait, and are carried
/// out in order once it is up again; tasks continue meanwhile. If that agent was restarted, what has no
/// answer yet is asked again, except a launch that may have been carried out: that one is looked for, and
/// fails with "node.restarted" if it is not found. [loop]
class RemoteNode final : public Node {
  public:
    using OnState = std::function<void(const LinkState&)>;
    /// What the node's tasks find at home.
    struct Home {
        std::filesystem::path runs;  ///< contains a folder for each run; empty: files stay where they are
        TaskPipes::Accept accept;    ///< takes their connections; empty: they find no agent
    };
    using OnDescription = Done<v1::NodeDescription>;

    /// `name` is what messages call the node. Both functions are called in the loop: `onDescription` after
    /// each connection, with what the node says of itself.
    RemoteNode(base::EventLoop& loop, std::string name, std::unique_ptr<Transport> transport,
               NodeLink::Settings settings, OnState onState = {}, Home home = {},
               OnDescription onDescription = {});
    /// See NodeLink::close(). What has no answer by then is dropped or kCancelled. Not in the loop, and
    /// before the loop ends.
    ~RemoteNode() override;

    std::unique_ptr<AttemptTasks> open(AttemptId attempt, OnEnd onEnd) override;
    void hasLivingTask(const std::string& run, Done<bool> done) override;
    void checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) override;
    void keep(const v1::KeepCall& call, KeepDone done) override;
    void files(const v1::FilesCall& call, FilesDone done) override;
    void onKept(const std::string& run, OnKept onKept) override;
    void selfTest(Done<SelfTest> done) override;
    void awaitLinkTest(LinkTest test, Done<std::uint16_t> done) override;
    void testLink(LinkTest test, Done<LinkMeasure> done) override;
    void readClock(Done<double> done) override;
    void describe(Done<v1::NodeDescription> done);
    /// Kills what is alive there of attempts that were abandoned.
    void endTasks(v1::DoorEndTasks asked, Done<v1::DoorEnded> done);
    /// The machine will not come back. Nothing is sent to it any more, whatever waits for it and whatever is
    /// asked from now on fails with `why`, and each task without an end has one, without an exit.
    void abandon(const base::Error& why);
    void connectNow() { link_->connectNow(); }
    const LinkState& state() const { return link_->state(); }
    const Addresses& addresses() const { return link_->addresses(); }
    /// Those that are open, one of a run.
    std::vector<AttemptId> attempts() const;

  private:
    class Tasks;
    using Answered = std::function<void(base::Result<v1::DoorAnswer>)>;
    struct Pending {
        v1::DoorCall call;
        Answered answered;
        bool isKept = false;  ///< answered even after its attempt was closed
    };

    std::uint64_t ask(v1::DoorCall call, Answered answered, bool isKept = false);
    std::uint64_t post(v1::DoorCall call);
    void answer(std::uint64_t id, base::Result<v1::DoorAnswer> answer);
    void received(const v1::FromNode& message);
    void forgotten(std::uint64_t lastSent);
    void refused(const base::Error& error);
    void changed(const LinkState& state);
    std::shared_ptr<void> readStacks(std::uint64_t attempt, std::vector<std::string> tasks,
                                     std::chrono::milliseconds deadline,
                                     std::function<void(std::vector<TaskStacks>)> done);
    void expire(std::uint64_t stacks);

    base::EventLoop& loop_;
    const std::string name_;
    const OnState onState_;
    const Home home_;
    const OnDescription onDescription_;
    bool isDescribing_ = false;  ///< for onDescription_
    std::unique_ptr<NodeLink> link_;
    std::unique_ptr<TaskPipes> pipes_;
    std::map<std::uint64_t, Pending> pending_;  ///< by id, that is, in the order of the calls
    std::map<std::uint64_t, Tasks*> open_;      ///< by the id of their `open`
    std::map<std::string, OnKept> kept_;        ///< by run
    std::uint64_t lastId_ = 0;
    std::optional<base::Error> refusal_;  ///< the node never carries out anything again
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
    base::Executor files_{"ty-mirror"};  ///< of the runs' folders; ends first: it posts to the loop
};

}  // namespace trainyard::node
