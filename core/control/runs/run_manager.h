// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/home.h"
#include "core/control/ask/run_profile.h"
#include "core/control/import/log_imports.h"
#include "core/control/run/reported_checkpoints.h"
#include "core/control/runs/run_adoption.h"
#include "core/control/runs/run_registry.h"
#include "core/control/runs/store_restore.h"
#include "core/control/start/run_starter.h"
#include "core/control/sweep/agent_sweep_runs.h"
#include "core/control/sweep/sweeps.h"
#include "core/node/node.h"

namespace trainyard::control {

/// Everything that controls the runs of one home, assembled: owns the control loop, the store, and the parts
/// that the agent's services call.
class RunManager {
  public:
    struct Options {
        base::Home home{""};
        std::filesystem::path socket;
        Programs programs = Programs::besideThisOne();
        bool isStoreRebuilt = false;  ///< the existing store is set aside and rebuilt
        /// The other machines, used in the loop it is given; empty: there are none.
        std::function<base::Result<std::unique_ptr<Nodes>>(base::EventLoop&)> openNodes = {};
        /// Tasks cannot reach this agent before serve().
        bool isServedLater = false;
        /// Called several times a second while runs are read from their folders and when one is taken up,
        /// from the thread in open().
        std::function<void(const base::StartProgress&)> onStartProgress = {};
    };
    /// Opens the store and adopts the runs that were running. `onAttemptEnd` is called in the loop.
    static base::Result<std::unique_ptr<RunManager>> open(
        Options options, std::function<void(const std::string& run, int attempt)> onAttemptEnd);
    /// Leaves the runs to the next agent: their tasks keep running.
    ~RunManager();

    /// From now on tasks can reach this agent.
    void serve();
    /// Of the runs.
    base::EventLoop& loop() { return *loop_; }
    /// This machine. [loop]
    node::Node& node() { return *node_; }
    RunRegistry& runs() { return *registry_; }
    RunStarter& starter() { return *starter_; }
    RunProfiles& profiles() { return *profiles_; }
    LogImports& imports() { return *imports_; }
    Sweeps& sweeps() { return *sweeps_; }
    store::RunStore& store() { return *store_; }
    /// What was read again from the runs' folders into the store.
    v1::StoreRestore restored() const { return restore_->report(); }
    RunListeners& listeners() { return listeners_; }
    const base::Home& home() const { return options_.home; }

  private:
    explicit RunManager(Options options)
        : options_(std::move(options)), reserve_(options_.home.root() / "disk-reserve") {}
    base::Status openStore();
    void openSweeps();

    Options options_;
    std::unique_ptr<store::RunStore> store_;
    RunListeners listeners_;
    TaskDirectory directory_;
    GpuBook gpus_;
    node::DiskReserve reserve_;
    std::unique_ptr<LogImports> imports_;
    std::unique_ptr<StoreRestore> restore_;
    std::unique_ptr<Environment> environment_;
    std::unique_ptr<RunRegistry> registry_;
    std::unique_ptr<RunAdoption> adoption_;
    std::unique_ptr<RunStarter> starter_;
    std::unique_ptr<RunProfiles> profiles_;
    std::unique_ptr<AgentSweepRuns> sweepRuns_;
    std::unique_ptr<Sweeps> sweeps_;
    std::shared_ptr<SweepAlarm> sweepAlarm_;
    std::unique_ptr<base::Executor> deletions_;
    std::unique_ptr<base::Executor> disk_;     // posts to the deletions, and both to the loop
    std::unique_ptr<base::Executor> storage_;  // so does this, and waits for the disk's and the loop
    std::unique_ptr<ReportedHashes> hashes_;   // posts to the loop
    std::unique_ptr<node::Node> node_;         // posts to the loop, too
    std::unique_ptr<Nodes> nodes_;             // and so do these
    std::unique_ptr<base::EventLoop> loop_;    // last: it is the first to end
};

}  // namespace trainyard::control
