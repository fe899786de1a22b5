// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/home.h"
#include "core/base/loop/executor.h"
#include "core/base/loop/timer.h"
#include "core/control/run/held_checkpoints.h"
#include "core/control/runs/run_registry.h"

namespace trainyard::control {

/// Takes up what a former agent left: its unfinished runs, and the checkpoints of those that have ended. Must
/// outlive the control loop's last task.
class RunAdoption {
  public:
    using OnProgress = std::function<void(const base::StartProgress&)>;
    using IsRestored = std::function<bool(const std::string& run)>;
    /// `isRestored`: the store did not know the run, so no agent has watched it.
    RunAdoption(RunRegistry& registry, IsRestored isRestored);

    /// Before the runs can be called by anybody. Blocks on the disk, with the loop only for what is decided
    /// there. A run that cannot be taken up is logged, and the others are. `onProgress` is called before each
    /// that is taken up.
    base::Status adoptAll(const OnProgress& onProgress = {});
    /// Reconciles the checkpoints of the runs that had ended, one after the other, the newest first, on the
    /// disk's executor. It takes about a tenth of a core, and rests for a second at most: nobody waits for
    /// it, but for the list of runs that a client requests meanwhile. [loop]
    void reconcileNext();
    /// No run is taken up after it. Not in the loop; before the runs are closed.
    void close();

  private:
    void holdBases(const std::vector<store::RunRow>& rows);
    base::Status adopt(const store::RunRow& row);
    /// A run with tasks on other machines is taken up as soon as these are connected.
    void adoptWhenConnected(const store::RunRow& row, const std::vector<std::string>& nodes);
    base::Status completeFinish(store::RunRow row);

    RunRegistry& registry_;
    Environment& environment_;
    IsRestored isRestored_;
    std::vector<std::string> unreconciled_;  ///< ended runs with checkpoints to reconcile, the newest last
    std::unique_ptr<base::Timer> rest_;      ///< between two of them; null after close(). [loop]
    /// What branches that are not taken up yet begin from, by run: their parents may save, and delete it,
    /// long before. [loop]
    std::map<std::string, HeldCheckpoints::Hold> bases_;
    /// Takes up runs with tasks elsewhere; null after close(). [loop]
    std::unique_ptr<base::Executor> placed_ = std::make_unique<base::Executor>("ty-adopt");
};

}  // namespace trainyard::control
