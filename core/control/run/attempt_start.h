// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/loop/timer.h"
#include "core/control/run/attempt_adoption.h"
#include "core/control/run/attempt_parts.h"
#include "core/control/run/environment.h"
#include "core/control/run/recovery.h"

namespace trainyard::control {

/// Starts an attempt, or takes up one that a former agent started. Owned by the control loop.
class AttemptStart {
  public:
    AttemptStart(Environment& environment, AttemptParts attempt, AttemptAdoption::Decisions calls);

    /// Launches every task once the plan's back-off is over.
    void start(const std::vector<v1::Problem>& hints);
    void cancel() { backOff_.cancel(); }
    void adopt(Relaunch relaunch, std::function<void()> done) { adoption_.adopt(relaunch, std::move(done)); }
    /// Stores the order that is in force for the next agent, and then shows the run as stopping.
    void saveStop();

  private:
    void save(std::function<void(const base::Status&)> saved) const;
    void begin(const std::vector<v1::Problem>& hints);
    void launch();
    void launchTasks();
    void saveAndOpen(std::function<void(const base::Status&)> done);
    void openCheckpoints(AttemptCheckpoints::Tasks tasks, std::function<void(const base::Status&)> done);
    void launched(const base::Status& launched);
    void waitForSpace(const base::Error& error, std::function<void()> retry);
    struct Prepared {
        base::Status folder;             ///< of the run, at home
        std::filesystem::path unpacked;  ///< TaskSet::setUnpacked()
    };
    std::function<Prepared()> preparation() const;

    Environment& environment_;
    AttemptParts attempt_;
    AttemptAdoption::Decisions calls_;
    AttemptAdoption adoption_;
    base::Timer backOff_;
    bool hasReportedFull_ = false;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the disk's executor answers
};

}  // namespace trainyard::control
