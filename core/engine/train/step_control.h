// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/step_sums.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Sums the steps' metrics over all processes, with a few dozen milliseconds' worth of steps in one reduction
/// that runs in the background, and uses the same reduction to agree on whether a stop was requested, and
/// after how many steps the next reduction starts. So a step needs no collective of its own, and every
/// process makes the same decision after the same step. [train]
class StepControl {
  public:
    using ReducedStep = CompletedStep;

    /// `link` may be null (no agent: no stop can be requested). `metrics`: the number of metrics of the run.
    StepControl(sdk::Strategy& strategy, TaskLink* link, bool isChief, std::size_t metrics);

    /// Call after each step with its local sums. Collective at agreed steps; returns the steps whose sums are
    /// now complete.
    std::vector<ReducedStep> finishStep(std::int64_t step, LateSums local, std::chrono::nanoseconds duration);
    /// Collective: completes all steps so far (end of an epoch, before a save) and agrees on pending
    /// requests.
    std::vector<ReducedStep> drain();

    /// The stop that all processes have agreed on; the same everywhere after the same call.
    StopRequest agreedStop() const { return agreed_; }
    /// The chief's other requests, likewise; a change stays set until the next one is requested.
    const Wish& agreedWish() const { return wish_; }

  private:
    struct Local {
        std::int64_t step;
        double wallTime;
        LateSums sums;
    };
    struct InFlight {
        std::vector<Local> steps;
        torch::Tensor buffer;
        std::unique_ptr<sdk::Strategy::Pending> pending;
    };
    void start();
    void complete(std::vector<ReducedStep>& out);

    sdk::Strategy& strategy_;
    TaskLink* link_;
    bool isChief_;
    std::size_t metrics_;
    std::vector<Local> gathered_;
    std::unique_ptr<InFlight> inFlight_;
    StopRequest agreed_ = StopRequest::kNone;
    Wish wish_;
    std::int64_t stepsSeen_ = 0;
    std::int64_t interval_ = 0;  ///< 0: each step, immediately
    double smoothedMs_ = 0;
};

}  // namespace trainyard::engine
