// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::engine {

/// What a task started by an agent finds in its environment.
struct TaskIdentity {
    std::string agentSocket;  ///< path, from TRAINYARD_AGENT=unix:<path>
    std::string run;
    int attempt = 1;
    std::string task;   ///< "worker:0"
    std::string token;  ///< the run's secret; never printed
    /// kFailedPrecondition names the variable that is missing.
    static base::Result<TaskIdentity> fromEnvironment();
};

/// A stop somebody asked for; workers agree on the step at which it happens (see StepControl).
enum class StopRequest : int { kNone = 0, kAfterStep = 1, kAfterEpoch = 2, kSaveAndStop = 3 };

/// A task's line to the agent of its node: the TaskHost service. The session runs on a thread of its own,
/// which opens it again when the agent was restarted; a training step never waits for it. [any]
class AgentLink {
  public:
    /// Shakes hands and joins the attempt. Blocks; kAborted when the attempt is no longer the current one.
    static base::Result<std::unique_ptr<AgentLink>> join(const TaskIdentity& identity,
                                                         const std::string& clusterDigest);
    ~AgentLink();

    const v1::JoinReply& place() const;

    /// Notes where the task is; sent at most ten times a second. Never blocks.
    void setPhase(const std::string& phase);
    void setProgress(std::int64_t step, int epoch);
    void setCall(const std::string& call);
    void sendWarning(const std::string& code, const std::string& message);
    /// Why the task is about to end with a non-zero code; returns once it is sent, or cannot be.
    void sendError(const std::string& code, const std::string& message);

    /// The newest stop asked for.
    StopRequest stopRequest() const;
    /// As if the agent had asked for it: the task's own SIGTERM.
    void requestStop(StopRequest request);

    /// One call of the rendezvous store. Blocks for at most the request's timeout. [any]
    base::Result<v1::StoreReply> store(const v1::StoreRequest& request);
    /// Has the agent rename a staged checkpoint. Waits for an agent that is being restarted. Blocks.
    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request);

  private:
    AgentLink();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trainyard::engine
