// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/callback_events.h"
#include "core/engine/ledger/course.h"
#include "core/engine/ledger/interrupt.h"
#include "core/engine/ledger/ledger.h"
#include "core/engine/ledger/save_policy.h"
#include "core/engine/ledger/step_runner.h"
#include "core/engine/ledger/wait_for_room.h"

namespace trainyard::engine {

/// Id of the error of a last checkpoint that was not saved. An attempt that follows would train the same
/// steps again, to fail at the same save (see Recovery).
inline constexpr const char* kLastNotSavedId = "checkpoint.failed";

/// Where the chief's checkpoints go.
class CheckpointSink {
  public:
    struct Saved {
        std::int64_t step = 0;
        double stallMs = 0;  ///< time that the training waited
        double writeMs = 0;  ///< from there to the last fsync
    };
    virtual ~CheckpointSink() = default;
    /// Copies and returns; writes meanwhile. `epoch` is the one the step belongs to.
    virtual void save(const checkpoint::TrainState& state, int epoch, SavesDue due) = 0;
    /// Waits until the last save has been published, has failed, or is left to the next agent.
    virtual void finish() = 0;
    /// Waits for the last kept save like finish(). If that has failed, tries once more what has failed of it,
    /// without another warning. The error if it still is not there.
    virtual base::Status completeLast() = 0;
    /// Saves written since the last call.
    virtual std::vector<Saved> takeSaved() = 0;
    /// The state of this step is already among the kept checkpoints.
    virtual void noteKept(std::int64_t step) = 0;
    virtual std::int64_t lastKeptStep() const = 0;
};

/// The loop of the built-in training, under any strategy: epochs with their validation, saves, stops, pauses,
/// changes of a running training, the end at a loss that is not finite, the interrupt of `inject`. Each key
/// of a run file that these depend on is read here or in Course and Ledger, nowhere else. [train]
class TrainingLoop {
  public:
    struct Parts {
        v1::RunSpec& spec;  ///< updated by changes made during the training
        TaskLink& link;
        Course& course;
        Ledger& ledger;
        StepRunner& runner;
        bool isChief = true;
        bool hasValidation = false;
        std::filesystem::path restore;  ///< checkpoint folder that the training resumes from, or empty
        Callbacks callbacks = {};
        std::function<SteadyClock::time_point()> now = SteadyClock::now;
        std::chrono::milliseconds roomInterval = kLookForRoomEvery;
    };
    explicit TrainingLoop(Parts parts);

    /// Before run(). Continues from `state`; `changed` is what no longer is as it was then, for a warning.
    void restore(const checkpoint::TrainState& state, const std::vector<base::Words>& changed);
    /// Trains to the end or to an agreed stop; `sink` is null in all processes but the chief.
    base::Status run(CheckpointSink* sink);
    /// Whether run() reached the end of the training and was not stopped before.
    bool hasCompleted() const { return hasCompleted_; }
    checkpoint::TrainState state() const;

    // For the StepRunner.
    /// Around an execution; without callbacks of batches they do nothing. Collective.
    base::Status beginBatch();
    base::Status endBatch();
    /// The error to end with if a loss was NaN or infinite: nothing is saved after a step that corrupted the
    /// weights. Collective if there was one.
    base::Status checkFinite();
    /// Warns once about a loss that is NaN or infinite in `task`'s part of a batch.
    void warnIfNotFinite(std::int64_t step, double loss, const std::string& task);
    /// The next step after which the loop has something to do: a save, the interrupt, the end of the epoch.
    std::int64_t nextBoundary() const;
    /// Whether `wish` asks for a pause or a change that is still to be made.
    bool isPending(const Wish& wish) const;

  private:
    base::Status beginTraining();
    base::Status restoreCallbacks();
    base::Status forgetMissingBest();
    std::filesystem::path bestCheckpoint() const;
    base::Status endTraining();
    base::Status beginEpoch();
    base::Status finishEpoch(int epoch);
    base::Result<std::optional<StepSums>> evaluate(int epoch);
    base::Status saveIfDue(std::optional<int> endedEpoch);
    base::Status saveNow(SavesDue due);
    base::Status saveAtEnd();
    base::Status completeLast();
    base::Error lastNotSaved(const base::Error& why) const;
    void save(SavesDue due);
    void finishSaves();
    void reportSaves();
    base::Status send(CallbackEvent event);
    base::Status send(CallbackResult event, const sdk::Metrics& metrics);
    base::Status apply(const base::Result<CallbackRequests>& requested);
    base::Status failed();
    void endHere();
    void addCallbackState(checkpoint::TrainState& state) const;
    void restoreBest();
    base::Status interruptIfDue(std::optional<int> endedEpoch);
    base::Result<bool> continues(bool isEpochEnd);
    void apply(const Wish& wish);
    base::Status stop(StopRequest request);
    bool isNewRate(const Wish& wish) const;
    bool isNewEnd(const Wish& wish) const;
    void reportChange(const base::Words& what);
    void warn(const std::string& code, const base::Words& message);
    void finish(const std::string& outcome);

    Parts parts_;
    CheckpointSink* sink_ = nullptr;
    SavePolicy savePolicy_;
    Interrupt interrupt_;
    CallbackEvents events_;
    std::int64_t keptAt_ = -1;         ///< the step of the last kept save, in every process
    SavesDue asked_;                   ///< by callbacks, since the last save
    int begunEpoch_ = -1;              ///< whose callbacks know that it has begun
    std::int64_t bestStep_ = 0;        ///< of the last save as the best that callbacks requested; 0: none
    std::optional<double> givenRate_;  ///< of the run file, or what a user has set since
    std::optional<double> ownRate_;    ///< that callbacks have set
    bool stopsAfterBatch_ = false;
    nlohmann::json callbackStates_ =
        nlohmann::json::object();  ///< of the checkpoint that the training resumes from
    std::int64_t checkedAt_;       ///< the step after which saves and the interrupt were last checked
    bool hasCheckpoint_;           ///< on the chief: there is one to roll back to
    bool hasWarned_ = false;       ///< about a loss that is not finite
    bool hasCompleted_ = false;
};

}  // namespace trainyard::engine
