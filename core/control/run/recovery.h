// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/gpu_book.h"
#include "core/control/run/restore_point.h"
#include "core/events/run_progress.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Whether an adopted run may start another attempt if its tasks are found dead.
enum class Relaunch { kAllowed, kRefused };

/// Why another attempt follows once everything has ended.
struct Restart {
    base::Words cause;
    bool isFree = false;    ///< the run did not cause the failure, so on_failure.restarts does not count it
    double ranSeconds = 0;  ///< how long the attempt ran that has ended; 0: unknown
};

/// Decides whether another attempt follows a failure, finds its checkpoint, and plans it. Owned by the
/// control loop.
class Recovery {
  public:
    /// `deletions`: waits for a search that is cut off; see Environment. `spec` may change meanwhile; `plan`
    /// is the present attempt's. `gpus`: looked at again before the next attempt, which claims one there;
    /// null: it needs none.
    Recovery(base::EventLoop& loop, base::Executor& deletions, std::string run, const v1::RunSpec& spec,
             const AttemptPlan& plan, GpuBook* gpus = nullptr);
    ~Recovery();
    Recovery(const Recovery&) = delete;
    Recovery& operator=(const Recovery&) = delete;

    /// Whether on_failure has an attempt left, and the failure is one that another attempt may not repeat.
    bool mayRestart(const v1::TaskFailure& failure) const;
    /// Adds to the message of a failure that no attempt is left, if so.
    void explain(v1::TaskFailure& failure) const;
    /// Looks for the newest intact checkpoint in `folders`, in a thread of its own, since that reads every
    /// byte. `onFound` is called in the loop, unless this object has ended by then.
    void search(const std::vector<std::filesystem::path>& folders,
                std::function<void(const RestoreSearch&)> onFound);
    /// The same, of another kind of checkpoint: `find` blocks, and is called there.
    void searchBy(std::function<RestoreSearch()> find, std::function<void(const RestoreSearch&)> onFound);
    /// `failure` is what ended the present attempt, if anything did.
    AttemptPlan nextPlan(const Restart& restart, const events::RunProgress& progress,
                         const v1::TaskFailure& failure, const RestoreSearch& search) const;

  private:
    void leaveSearch();

    base::EventLoop& loop_;
    base::Executor& deletions_;
    std::string run_;
    const v1::RunSpec& spec_;
    const AttemptPlan& plan_;
    GpuBook* gpus_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the thread posts
    std::jthread thread_;                                    ///< of the search
};

}  // namespace trainyard::control
