// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/bunch_times.h"
#include "core/engine/ledger/interrupt.h"
#include "core/engine/ledger/not_finite_loss.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/engine/ledger/step_timer.h"
#include "plugins/sdk/loop/job.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// Ends a program in the middle of its loop, in all processes at the same step: because of a loss that is NaN
/// or infinite (on_failure.not_finite), or the interrupt of `inject`.
struct ProgramEnded : base::Saying<std::runtime_error> {
    explicit ProgramEnded(base::Error why) : Saying(why.message), error(std::move(why)) {}
    base::Error error;
};

/// Ends a program before its first step, in all processes: the checkpoint that it resumed from is at
/// train.max_steps. Not a std::exception, because a program may catch those.
struct ProgramDone {};

/// A program's reports about its run, under any strategy: the same records, series and checkpoints as from
/// the built-in trainer. Every process has one; only the chief's writes. [train]
class ProgramProgress {
  public:
    /// How steps complete: one after another, or several at once after their closures are joined. In that
    /// case the time since the clock was started (by begin(), or at the end of an epoch or a checkpoint) is
    /// divided equally among them.
    enum class Steps { kOneByOne, kInBunches };
    using Metrics = std::map<std::string, double>;
    struct Parts {
        const v1::RunSpec& spec;
        TaskLink& link;
        SpoolWriter& spool;
        int attempt = 0;
        bool isChief = false;
        int replicas = 0;
        Steps steps = Steps::kOneByOne;
        /// Collective: finds what made the loss of this step NaN or infinite. Null: the cause stays unknown.
        std::function<NotFiniteLoss(NotFiniteLoss)> causeOf = nullptr;
    };
    explicit ProgramProgress(Parts parts);

    /// kInvalidArgument for an empty epoch or batch. Throws ProgramDone.
    base::Status begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch, std::int64_t parameters,
                       std::int64_t fromStep);
    /// One more step is complete; returns its duration. `metrics` are over all replicas. Throws ProgramEnded
    /// if the run file asks for an end here, std::logic_error before begin().
    std::chrono::nanoseconds finishStep(const Metrics& metrics);
    void finishEpoch(int epoch, const Metrics& metrics);
    /// What a stop request, or train.max_steps, means for the loop; reports the run's outcome accordingly.
    loop::Stop stopFor(StopRequest request);

    /// The training position, for a checkpoint. Throws std::logic_error before begin().
    checkpoint::TrainState state() const;
    /// Around the writing of a checkpoint, whose time belongs to no step.
    void beginSave();
    /// Waits while an agent restarts. Blocks.
    base::Result<std::filesystem::path> publish(const std::filesystem::path& staged);
    void endSave();

    /// The loop has returned. kAborted: it was interrupted instead of ended.
    base::Status finish();

    /// Of the checkpoint resumed from.
    void setMetrics(Metrics metrics) { metrics_ = std::move(metrics); }
    std::int64_t step() const { return step_; }  ///< steps completed
    /// What the run ends with where the loop returns `error` or throws std::invalid_argument. Until its first
    /// step is complete, a program says by that that it cannot do what the run file asks, and would fail
    /// again. Later it is a failure like any other, since library functions throw the same.
    base::Error reasonOf(base::Error error) const;

  private:
    using Clock = std::chrono::steady_clock;
    int epochOf(std::int64_t step) const { return static_cast<int>(step / stepsPerEpoch_); }
    void checkBegun() const;
    void timeBunch();
    void startClock();
    void add(Split split, const std::string& prefix, const Metrics& metrics, bool isValidation, double wall);
    void checkFinite(const Metrics& metrics);

    Parts parts_;
    const Interrupt interrupt_;
    std::optional<base::Error> interrupted_;  ///< takes effect after the program's save at this step
    std::int64_t stepsPerEpoch_ = 0;
    std::int64_t totalSteps_ = 0;
    std::int64_t globalBatch_ = 0;
    std::int64_t step_ = 0, fromStep_ = 0;
    Clock::time_point clockStart_, lastStepEnd_, epochStart_, saveStart_;
    BunchTimes bunchTimes_;
    double stepWall_ = 0;     ///< when the last step completed
    std::int64_t bunch_ = 0;  ///< steps completed since the clock was started
    StepTimer timer_;
    Metrics metrics_;
    std::string outcome_ = "completed";
    bool hasWarned_ = false;
    bool hasCheckpoint_;  ///< there is one to roll back to
};

}  // namespace trainyard::engine
