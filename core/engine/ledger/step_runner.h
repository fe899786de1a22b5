// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/error.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/not_finite_loss.h"
#include "core/engine/ledger/step_sums.h"

namespace trainyard::engine {

/// What callbacks request at one event, and whether one of them has failed.
struct CallbackRequests {
    bool isStopping = false;
    bool isSaving = false;
    bool isBest = false;  ///< saved as the best
    bool isRestoringBest = false;
    bool hasFailed = false;
    std::optional<double> learningRate;

    /// As plain numbers whose sums over the processes are read back as what all of them request: the rate is
    /// the chief's.
    using Numbers = std::array<double, 7>;
    Numbers toNumbers(bool isChief) const {
        const bool hasRate = isChief && learningRate;
        return {double(isStopping),         double(isSaving),  double(isBest),
                double(isRestoringBest),    double(hasFailed), double(hasRate),
                hasRate ? *learningRate : 0};
    }
    static CallbackRequests fromNumbers(const Numbers& sums) {
        return {sums[0] > 0, sums[1] > 0, sums[2] > 0,
                sums[3] > 0, sums[4] > 0, sums[5] > 0 ? std::optional(sums[6]) : std::nullopt};
    }
};

/// What the processes of a run have agreed on: the same in all of them after the same step.
struct Requests {
    StopRequest stop = StopRequest::kNone;
    Wish wish;
};

/// What a strategy contributes to the training loop: how steps are computed, and how processes agree. The
/// loop makes the same calls in the same order in every process; each may be collective. [train]
class StepRunner {
  public:
    virtual ~StepRunner() = default;

    /// Trains up to the next point at which saves, stops and changes may come: at the latest the end of the
    /// epoch, and at least one step unless a request is pending. Reports progress.
    virtual base::Status advance() = 0;
    /// Adds all completed steps to the ledger.
    virtual void settle() {}
    /// The sums over the validation data.
    virtual base::Result<StepSums> validate() = 0;
    /// Brings the state that a checkpoint stores into the chief's model and optimizer.
    virtual base::Status gather() = 0;
    /// Completes what is known about the cause of a loss that is NaN or infinite.
    virtual NotFiniteLoss causeOf(NotFiniteLoss loss) = 0;
    /// Before all processes end with the same error.
    virtual void leave() {}

    virtual Requests requests() = 0;
    virtual void handleProfile(const ProfileWish& wish) = 0;
    /// Collective. What the callbacks of all processes request together.
    virtual base::Result<CallbackRequests> agree(const CallbackRequests& own) { return own; }
    /// Collective. Replaces the weights by those of the chief's `checkpoint`; the error is that of all.
    virtual base::Status restoreWeights(const std::filesystem::path& checkpoint) = 0;
    /// Steps that are complete or in progress.
    virtual std::int64_t startedSteps() const = 0;
    /// A moment of a pause. Blocks.
    virtual void waitWhilePaused() = 0;
    /// Of the next step.
    virtual double learningRate() const = 0;
    virtual void setLearningRate(double rate) = 0;
    /// The training ends at another step than before.
    virtual void changeEnd() {}
    /// The time since the last step belongs to no step: the model was saved, the training paused …
    virtual void restartStepClock() = 0;
};

}  // namespace trainyard::engine
