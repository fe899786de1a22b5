// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/base/loop/timer.h"
#include "core/control/run/attempt_state.h"
#include "core/control/run/task_set.h"
#include "core/events/run_progress.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {

/// Lets a sidecar evaluator outlive the training by its grace period. Owned by the control loop.
class EvaluatorWatch {
  public:
    struct Calls {
        std::function<void(const std::string& code, const std::string& message)> warn;
        std::function<void()> end;  ///< an evaluator has had its seconds and is still there
        /// Everything that it is to evaluate is on its machine.
        std::function<bool()> isSupplied = [] { return true; };
    };
    /// `spec` may change meanwhile.
    EvaluatorWatch(base::EventLoop& loop, TaskSet& tasks, const v1::RunSpec& spec, Calls calls);

    /// Where the evaluator is, if it reads every checkpoint and may read more: between two attempts none is
    /// left, and the next attempt's continues there.
    std::optional<events::SavedAt> position(const AttemptState& state,
                                            const events::RunProgress& progress) const;
    /// Whether the run has an evaluator that still has to evaluate the last checkpoint.
    bool isNeeded() const;
    /// Training is complete: notifies the evaluators, and gives them their grace period.
    void begin();
    /// To an evaluator that connects after begin(), or was supplied after it.
    void notify(const Member& member) const;
    void notifyAll() const;
    void stop() { grace_.cancel(); }

  private:
    void startGrace();

    TaskSet& tasks_;
    const v1::RunSpec& spec_;
    Calls calls_;
    base::Timer grace_;
};

}  // namespace trainyard::control
