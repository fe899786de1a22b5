// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::engine {

/// Whether a call to the agent failed because no agent answered: it may be starting again.
inline bool isUnreachable(const base::Error& error) {
    return error.code == base::Code::kUnavailable || error.code == base::Code::kDeadlineExceeded;
}

/// A stop somebody asked for; workers agree on the step at which it happens (see StepControl).
enum class StopRequest : int { kNone = 0, kAfterStep = 1, kAfterEpoch = 2, kSaveAndStop = 3 };

/// A profile that is asked for; of no steps: what is recorded ends now; of fewer: it is dropped.
struct ProfileWish {
    int number = 0;  ///< counts the wishes; 0: there was none
    int steps = 0;
};

/// What else is asked of a run while it trains; where it is not said, nothing is to change.
struct Wish {
    bool isPaused = false;
    std::optional<double> learningRate;
    std::optional<int> epochs;
    ProfileWish profile;
};

/// The phase of a task that is paused.
inline constexpr const char* kPausedPhase = "paused";

/// Where the time of one step went, in milliseconds, and what it sent.
struct StepTimes {
    double input = 0;             ///< waiting for a batch
    double compute = 0;           ///< the rest
    double wait = 0;              ///< for other tasks, not hidden behind the backward pass
    std::int64_t bytesSent = -1;  ///< to other tasks for its gradients; -1: nobody counts them
};

/// A task's line to whoever keeps its run: the agent that started it, or, where somebody started it by hand,
/// the task itself. Training knows no other difference between the two. [any]
class TaskLink {
  public:
    virtual ~TaskLink() = default;

    /// Rank, folders, and what to go on from.
    virtual const v1::JoinReply& place() const = 0;

    /// Notes where the task is; shown at most ten times a second. Never blocks.
    virtual void setPhase(const std::string& phase) = 0;
    virtual void setProgress(std::int64_t step, int epoch) = 0;
    virtual void setCall(const std::string& call) = 0;
    /// Of each step; nobody wants to know them where there is no agent.
    virtual void addStepTimes(const StepTimes&) {}
    /// The newest step that setProgress() told of; nothing before the first.
    virtual std::optional<std::int64_t> finishedStep() const { return std::nullopt; }
    /// A profile that was asked for has begun; `firstStep` is the first that can be in it.
    virtual void sendProfileBegun(std::int64_t /*firstStep*/) {}
    /// A profile that was asked for is complete in this file; it begins after `fromStep` finished steps.
    virtual void sendProfile(const std::string& /*file*/, std::int64_t /*fromStep*/) {}
    virtual void sendWarning(const std::string& code, const std::string& message) = 0;
    /// Why the task is about to end with a non-zero code; returns once it is said, or cannot be.
    virtual void sendError(const std::string& code, const std::string& message) = 0;

    /// The newest stop asked for.
    virtual StopRequest stopRequest() const = 0;
    /// By hand nobody asks for more than a stop.
    virtual Wish wish() const { return {}; }

    // What an evaluator asks for and hears.
    virtual void askRunToStop(const std::string& reason) = 0;
    /// Whether no checkpoint will come any more.
    virtual bool isTrainingOver() const = 0;
    /// Called, on any thread, when stopRequest() or isTrainingOver() may have changed. Set once.
    virtual void onNews(std::function<void()> news) = 0;

    /// Puts a staged checkpoint in its place. Blocks; kUnavailable and kDeadlineExceeded mean that nobody is
    /// there now: ask again.
    virtual base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) = 0;
};

}  // namespace trainyard::engine
