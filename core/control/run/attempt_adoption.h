// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/control/run/attempt_parts.h"
#include "core/control/run/environment.h"
#include "core/control/run/recovery.h"

namespace trainyard::control {

/// Takes up an attempt that a former agent started, and decides whether it continues. Owned by the control
/// loop.
class AttemptAdoption {
  public:
    struct Decisions {
        std::function<void(const base::Error&)> onFailure;
        /// What was found can't be continued, but the next attempt can: the agent's end was the cause.
        std::function<void(const base::Words& cause)> onRestart;
        /// The former agent had been asked to stop it.
        std::function<void()> onStop;
    };
    /// What an attempt that starts needs, too. Nothing is answered once its owner has ended.
    struct Start {
        using Done = std::function<void(const base::Status&)>;
        std::function<void()> start;                ///< the attempt: nothing of it was launched
        std::function<void(Done)> prepare;          ///< the run's folder
        std::function<void(Done)> openCheckpoints;  ///< of tasks that are running
    };
    AttemptAdoption(Environment& environment, AttemptParts attempt, Decisions decisions, Start start);

    /// Reattaches to tasks by their records and to metrics by their offsets. `done` is called once that is
    /// decided.
    void adopt(Relaunch relaunch, std::function<void()> done);

  private:
    /// What a former agent left of the attempt.
    struct Left {
        base::Result<AttemptFile> file;
        base::Result<std::vector<store::TaskRow>> rows;
        base::Result<AttemptNews::Published> published;
        AttemptCheckpoints::Adopted checkpoints;
    };
    std::function<Left()> readLeft() const;
    void adoptPlanned(const AttemptFile& file, Relaunch relaunch);
    void adoptTasks(Left left, Relaunch relaunch, std::function<void()> done);
    base::Status takeUp(const Left& left);
    void loseAbandoned();
    void readOn(const Left& left, Relaunch relaunch, const std::function<void(const base::Status&)>& judged);
    void restoreStop(const StopOrder& order);
    void judgeAdopted(Relaunch relaunch);
    void restart(Relaunch relaunch, const base::Words& cause);

    Environment& environment_;
    AttemptParts attempt_;
    Decisions decisions_;
    Start start_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);  ///< for what the disk's executor answers
};

}  // namespace trainyard::control
