// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/checkpoint/retention.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/launch_plan.h"
#include "core/spec/run_spec.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::control {

/// The checkpoints of one attempt of a run: publishes them, keeps what the run file asks for, and deletes the
/// rest. Owned by the control loop; deletes on the executor.
class CheckpointKeeper {
  public:
    /// Shared by all runs; see Environment.
    struct Machine {
        base::EventLoop& loop;
        base::Executor& disk;
        store::RunStore& store;
        std::map<std::string, std::filesystem::path>& bases;
    };
    struct Calls {
        /// A checkpoint was published, and is in the store.
        std::function<void(v1::RunEvent)> announce;
        std::function<void(const std::string& code, const std::string& message)> warn;
    };
    /// `spec` may change meanwhile.
    CheckpointKeeper(Machine machine, std::string run, RunFolder folder, const v1::RunSpec& spec,
                     const AttemptPlan& plan, Calls calls);
    /// Another run's checkpoint is no longer needed.
    ~CheckpointKeeper();
    CheckpointKeeper(const CheckpointKeeper&) = delete;
    CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

    /// The run's own and the backup's.
    std::vector<std::filesystem::path> folders() const;
    /// Claims the folders for the run, and deletes what earlier attempts left incomplete. Refused if a folder
    /// belongs to something else.
    base::Status prepare();
    /// kInvalidArgument for a folder that this attempt did not stage.
    base::Result<v1::PublishCheckpointReply> publish(const v1::PublishCheckpointRequest& request);
    /// Publishes what a task wrote completely, but could not publish any more.
    void adoptStaged();
    /// Deletes what is incomplete: no task is left that could complete it.
    void removeIncomplete();
    /// BackupAndRestore deletes its backup once training has succeeded.
    void removeBackup();
    void reconcile(Unlisted unlisted);
    /// A damaged one was set aside.
    void forget(const std::filesystem::path& checkpoint);
    /// The path of the last one saved; empty: there is none.
    std::string newest() const;

  private:
    store::CheckpointRow rowOf(const v1::PublishCheckpointRequest& request,
                               const std::filesystem::path& path) const;
    checkpoint::RetainPolicy policyFor(const v1::PublishCheckpointRequest& request) const;
    checkpoint::Remover remover() const;
    base::Status markBest(const std::filesystem::path& checkpoint,
                          const std::vector<store::CheckpointRow>& before);

    Machine machine_;
    std::string run_;
    RunFolder folder_;
    const v1::RunSpec& spec_;
    const AttemptPlan& plan_;
    Calls calls_;
};

}  // namespace trainyard::control
