// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/engine/comm/served_traffic.h"
#include "core/engine/comm/task_link.h"
#include "trainyard/v1/worker.pb.h"

namespace trainyard::engine {

/// The environment of a task that was started by an agent.
struct TaskIdentity {
    std::string agentSocket;  ///< path, from TRAINYARD_AGENT=unix:<path>
    /// From TRAINYARD_NODE_AGENT: of the agent that publishes checkpoints, if the run's home is elsewhere.
    std::string publisherSocket = {};
    std::string run;
    int attempt = 1;
    std::string task;   ///< "worker:0"
    std::string token;  ///< the run's secret; never printed
    /// kFailedPrecondition names the missing variable.
    static base::Result<TaskIdentity> fromEnvironment();
};

/// A task's connection to the agent of its node: the TaskHost service. The session runs on a separate thread,
/// which reopens it after the agent was restarted; a training step never waits for it. [any]
class AgentLink final : public TaskLink, public TrafficListener {
  public:
    /// Shakes hands and joins the attempt. Blocks; kAborted if the attempt is no longer the current one.
    static base::Result<std::unique_ptr<AgentLink>> join(const TaskIdentity& identity,
                                                         const std::string& clusterDigest);
    ~AgentLink() override;

    const v1::JoinReply& place() const override;
    void setPhase(const std::string& phase) override;
    void setProgress(std::int64_t step, int epoch) override;
    std::optional<std::int64_t> finishedStep() const override;
    void setCall(const base::Words& call) override;
    void addStepTimes(const StepTimes& times) override;
    std::optional<StepTimes> takeStepTimes() override;
    void setTraffic(const ServedTraffic& traffic) override;
    void sendProfileBegun(std::int64_t firstStep) override;
    void sendProfile(const std::string& file, std::int64_t fromStep) override;
    void sendWarning(const std::string& code, const base::Words& message) override;
    void sendError(const std::string& code, const base::Words& message) override;
    StopRequest stopRequest() const override;
    Wish wish() const override;
    void askRunToStop(const base::Words& reason) override;
    bool isTrainingOver() const override;
    void onNews(std::function<void()> news) override;

    /// One call to the rendezvous store. Blocks for at most the request's timeout. [any]
    base::Result<v1::StoreReply> store(const v1::StoreRequest& request);
    /// Has the agent rename a staged checkpoint. Waits while the agent restarts. Blocks.
    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) override;

  private:
    AgentLink();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trainyard::engine
