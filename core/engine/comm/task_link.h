// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::engine {

/// Whether a call failed because no agent answered: it may be restarting.
inline bool isUnreachable(const base::Error& error) {
    return error.code == base::Code::kUnavailable || error.code == base::Code::kDeadlineExceeded;
}

/// A requested stop; workers agree on the step at which it happens (see StepControl).
enum class StopRequest : int { kNone = 0, kAfterStep = 1, kAfterEpoch = 2, kSaveAndStop = 3 };

/// A requested profile; with 0 steps: recording ends now; with fewer: it is dropped.
struct ProfileWish {
    int number = 0;  ///< counts the requests; 0: there was none
    int steps = 0;
};

/// Other requests to a run while it trains; unset fields change nothing.
struct Wish {
    bool isPaused = false;
    std::optional<double> learningRate;
    std::optional<int> epochs;
    ProfileWish profile;
};

/// The phase of a paused task.
inline constexpr const char* kPausedPhase = "paused";

/// How the time of one step was spent, in milliseconds, and what it sent.
struct StepTimes {
    double input = 0;             ///< waiting for a batch
    double compute = 0;           ///< the rest
    double wait = 0;              ///< for other tasks, not hidden behind the backward pass
    std::int64_t bytesSent = -1;  ///< to other tasks for its gradients; -1: not counted
};

/// A task's connection to what manages its run: the agent that started it or, if it was started manually, the
/// task itself. Training sees no other difference between the two. [any]
class TaskLink {
  public:
    virtual ~TaskLink() = default;

    /// Rank, folders, and the checkpoint to resume from.
    virtual const v1::JoinReply& place() const = 0;

    /// Records the task's position; sent at most ten times a second. Never blocks.
    virtual void setPhase(const std::string& phase) = 0;
    virtual void setProgress(std::int64_t step, int epoch) = 0;
    virtual void setCall(const base::Words& call) = 0;
    /// Per step. Never blocks.
    virtual void addStepTimes(const StepTimes&) {}
    /// The means of what was passed to addStepTimes() since the last call; nothing if there was no step.
    virtual std::optional<StepTimes> takeStepTimes() { return std::nullopt; }
    /// The newest step passed to setProgress(); nothing before the first.
    virtual std::optional<std::int64_t> finishedStep() const { return std::nullopt; }
    /// A requested profile has started; `firstStep` is the first that can be in it.
    virtual void sendProfileBegun(std::int64_t /*firstStep*/) {}
    /// A requested profile is complete in this file; it starts after `fromStep` completed steps.
    virtual void sendProfile(const std::string& /*file*/, std::int64_t /*fromStep*/) {}
    virtual void sendWarning(const std::string& code, const base::Words& message) = 0;
    /// Reports why the task is about to end with a non-zero code; returns once it is reported, or cannot be.
    virtual void sendError(const std::string& code, const base::Words& message) = 0;

    /// The latest requested stop.
    virtual StopRequest stopRequest() const = 0;
    /// Without an agent, only a stop can be requested.
    virtual Wish wish() const { return {}; }

    // Requests and notifications of an evaluator.
    virtual void askRunToStop(const base::Words& reason) = 0;
    /// Whether no more checkpoints will come.
    virtual bool isTrainingOver() const = 0;
    /// Called, on any thread, when stopRequest() or isTrainingOver() may have changed. Set once.
    virtual void onNews(std::function<void()> news) = 0;

    /// Publishes a staged checkpoint. Blocks; on kUnavailable and kDeadlineExceeded nobody is there at the
    /// moment: retry.
    virtual base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) = 0;
};

}  // namespace trainyard::engine
