// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/loop/executor.h"
#include "core/control/sweep/sweep_controller.h"

namespace trainyard::control {

/// Is notified on the sweeps' thread, and must return immediately.
class SweepListener {
  public:
    virtual ~SweepListener() = default;
    virtual void sweepChanged() = 0;
};

/// All sweeps of a home, each in a folder of its own. They are continued on one thread, which may block on
/// disks and on the control loop; nobody but who changes a sweep waits for it.
class Sweeps {
  public:
    /// `folder` is created with the first sweep. `runs` outlives close().
    Sweeps(std::filesystem::path folder, SweepRuns& runs);
    ~Sweeps();

    /// Takes up what a former agent has left; blocks on the disk. One that cannot be read is listed with its
    /// problem. Call it once, before all others.
    void open();
    /// Looks after every sweep soon. [any]; returns immediately, and several calls are one.
    void wake();
    /// Starts and stops no run any more, and waits for what is being done; the next agent continues. [any]
    /// but the control loop, which must still run.
    void leave();
    /// The same, with the thread ended. Nothing else is called afterwards.
    void close();

    base::Result<v1::StartSweepReply> start(const v1::StartSweepRequest& request);
    base::Result<v1::EditSweepReply> edit(const v1::EditSweepRequest& request);

    // As they are now. [any]; these do not block.
    using Snapshot = std::shared_ptr<const v1::Sweep>;
    std::vector<Snapshot> list() const;          ///< newest first
    Snapshot find(const std::string& id) const;  ///< null: there is none
    /// With the statuses that its runs have now, whatever they were when they were over. [any]; blocks on the
    /// store.
    v1::Sweep withStatuses(v1::Sweep sweep) const;
    void listen(const std::string& id, std::weak_ptr<SweepListener> listener);

  private:
    void openOne(const std::filesystem::path& folder);
    void stepAll();
    void step(const std::string& id);
    void publish(v1::Sweep sweep);
    base::Result<std::string> newId(const v1::SweepPlan& plan) const;

    const std::filesystem::path folder_;
    SweepRuns& runs_;
    std::map<std::string, std::unique_ptr<SweepController>> active_;  // of the executor's thread
    std::atomic<bool> isWoken_ = false, isClosing_ = false;
    mutable std::mutex mutex_;  // guards the two below
    std::map<std::string, Snapshot> snapshots_;
    std::multimap<std::string, std::weak_ptr<SweepListener>> listeners_;
    std::unique_ptr<base::Executor> executor_;  // last: it uses all of these
};

base::Error noSuchSweep(const std::string& id);

}  // namespace trainyard::control
