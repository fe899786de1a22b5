// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/control/run/attempt_checkpoints.h"
#include "core/control/run/task_directory.h"
#include "core/node/node.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::node {
class AttemptFences;
}

namespace trainyard::control {

/// The checkpoints that this machine keeps for runs of another home: a CheckpointKeeper for each run's newest
/// attempt, as at home. It publishes what their tasks save whether or not that home is connected, and reports
/// what has changed. [loop]
class HostedCheckpoints final : public node::Keeper {
  public:
    struct Machine {
        base::EventLoop& loop;
        base::Executor& disk;       ///< each piece of work short, in the order posted
        base::Executor& deletions;  ///< may take long
        base::Executor& reading;    ///< reads whole checkpoints
    };
    /// `runs`: contains the folders of the home's runs. `fences`: of those; must outlive the executors.
    HostedCheckpoints(Machine machine, std::filesystem::path runs, node::AttemptFences& fences);
    /// After the executors, whose work uses it, and after what they have posted.
    ~HostedCheckpoints() override;

    void keep(const v1::KeepCall& call, node::KeepDone done) override;
    void onKept(node::OnKept onKept) override { onKept_ = std::move(onKept); }
    /// A task's request. False: it is of none of these runs, or another attempt's; `done` is not called.
    bool publish(const TaskIdentity& task, const v1::PublishCheckpointRequest& request,
                 const AttemptCheckpoints::OnPublished& done);
    /// Nothing is kept any more; operations in progress still end.
    void close();

  private:
    struct Run;

    Run& runOf(const std::string& id);
    void begin(Run& run, const v1::KeepCall& call, const node::KeepDone& done);
    void search(const v1::KeepCall& call, const node::KeepDone& done);
    void edit(Run& run, const v1::KeepCall& call, const node::KeepDone& done);
    template <typename Read>
    void reply(base::Executor& executor, Read read, const node::KeepDone& done);
    void report(v1::KeptNews news);

    const Machine machine_;
    const std::filesystem::path runs_;
    node::AttemptFences& fences_;
    node::OnKept onKept_;
    std::map<std::string, std::unique_ptr<Run>> kept_;  ///< by id; work on the executors has their tables
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace trainyard::control
