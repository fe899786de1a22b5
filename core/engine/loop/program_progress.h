// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/loop/job.h"
#include "core/engine/train/interrupt.h"
#include "core/engine/train/spool_writer.h"
#include "core/engine/train/step_timer.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// Ends a program in the middle of its loop, in all processes at the same step: a loss that is NaN or
/// infinite (on_failure.not_finite), or the interrupt of `inject`.
struct ProgramEnded : std::runtime_error {
    explicit ProgramEnded(base::Error why) : std::runtime_error(why.message), error(std::move(why)) {}
    base::Error error;
};

/// Ends a program before its first step, in all processes: the checkpoint that it was resumed from is at
/// train.max_steps. No std::exception, which a program may catch.
struct ProgramDone {};

/// What a program tells of its run, under any strategy: the records, series and checkpoints that the built-in
/// trainer would leave. Every process has one; only the chief's writes. [train]
class ProgramProgress {
  public:
    /// How steps come to their end: one after another, or some at once after the join of their closures. Then
    /// each is taken to have lasted its part of the time since the clock was started (by begin(), an epoch's
    /// end or a checkpoint's) up to the last of them.
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
    };
    explicit ProgramProgress(Parts parts);

    /// kInvalidArgument for an epoch or a batch of nothing. Throws ProgramDone.
    base::Status begin(std::int64_t stepsPerEpoch, std::int64_t globalBatch, std::int64_t parameters,
                       std::int64_t fromStep);
    /// One more step is finished; returns how long it took. `metrics` are over all replicas. Throws
    /// ProgramEnded where the run file asks for an end here, std::logic_error before begin().
    std::chrono::nanoseconds finishStep(const Metrics& metrics);
    void finishEpoch(int epoch, const Metrics& metrics);
    /// What a wish to stop means for the loop, and train.max_steps; the run's outcome is told accordingly.
    loop::Stop stopFor(StopRequest request);

    /// Where training stands, for a checkpoint. Throws std::logic_error before begin().
    checkpoint::TrainState state() const;
    /// Around the writing of a checkpoint, whose time is no step's.
    void beginSave();
    /// Waits for an agent that is being restarted. Blocks.
    base::Result<std::filesystem::path> publish(const std::filesystem::path& staged);
    void endSave();

    /// The loop has returned. kAborted: in the place of an end there is an interrupt.
    base::Status finish();

    /// Of a checkpoint that is gone on from.
    void setMetrics(Metrics metrics) { metrics_ = std::move(metrics); }
    std::int64_t step() const { return step_; }  ///< steps finished
    std::int64_t globalBatch() const { return globalBatch_; }

  private:
    using Clock = std::chrono::steady_clock;
    int epochOf(std::int64_t step) const { return static_cast<int>(step / stepsPerEpoch_); }
    void checkBegun() const;
    void timeBunch();
    void startClock();
    void add(Split split, const std::string& prefix, const Metrics& metrics, bool isValidation);
    void checkFinite(const Metrics& metrics);

    Parts parts_;
    const Interrupt interrupt_;
    std::optional<base::Error> interrupted_;  ///< once the program has saved what it saves here
    std::int64_t stepsPerEpoch_ = 0;
    std::int64_t totalSteps_ = 0;
    std::int64_t globalBatch_ = 0;
    std::int64_t step_ = 0;
    Clock::time_point clockStart_, lastStepEnd_, epochStart_, saveStart_;
    std::int64_t bunch_ = 0;  ///< steps finished since the clock was started
    StepTimer timer_;
    Metrics metrics_;
    std::string outcome_ = "completed";
    bool hasWarned_ = false;
    bool hasCheckpoint_;  ///< there is one to go back to
};

}  // namespace trainyard::engine
