// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control/run/run_controller.h"

namespace trainyard::control {

/// The live runs of a home: launches them, passes on what their tasks and clients want of them, and drops
/// them when they have ended. Its runs belong to the control loop.
class RunRegistry {
  public:
    /// Sets the environment's `onRunEnd` and `onNextAttempt`. Both outlive the loop's last task.
    explicit RunRegistry(Environment& environment);

    // [any]; these block on the control loop and the executors.
    base::Result<v1::StopRunReply> stop(const v1::StopRunRequest& request);
    /// Stops every run as with `now` and returns once no task and no shim is left, or after `patience` and
    /// the longest grace; the reply then lists what is left. kDeadlineExceeded if even that is unknown.
    /// Nothing new can be started afterwards.
    base::Result<v1::ShutdownReply> stopAll(std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// The longest grace that stopAll() would give now; unset: none.
    std::optional<v1::StopGrace> longestGrace();
    /// The live tasks of a run, with phase and step; empty if it is not running.
    std::vector<v1::Task> liveTasks(const std::string& run);
    /// Adds whether the pause of a live run is pending, and on which nodes.
    void notePause(v1::RunSummary& summary);
    int runningRuns();
    base::Result<v1::JoinReply> join(const TaskIdentity& identity, const v1::JoinRequest& request);
    base::Result<v1::PublishCheckpointReply> publish(const TaskIdentity& identity,
                                                     const v1::PublishCheckpointRequest& request);

    // [any]; these return immediately.
    void sessionOpened(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink);
    void sessionClosed(const TaskIdentity& identity, std::shared_ptr<CommandSink> sink);
    void report(const TaskIdentity& identity, v1::TaskReport report);
    base::Status authorise(const TaskIdentity& identity) const {
        return environment_.directory.check(identity);
    }

    // [loop]
    RunController* find(const std::string& run);  ///< null: it is not live
    /// A live command run, on a machine that `row`'s run will use, whose log folder is, contains or is in
    /// that of that run, whose metrics it would take for its own; empty: none.
    std::string userOfLogdir(const v1::RunSpec& spec, const store::RunRow& row) const;
    RunController& add(store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy, AttemptPlan plan);
    /// Adds a run and starts it in the loop's next round.
    void launch(store::RunRow row, v1::RunSpec spec, spec::StrategyInfo strategy, AttemptPlan plan,
                std::vector<v1::Problem> hints);
    /// That machine is about to be abandoned: each live run with tasks there has a warning.
    void warnAbandoned(const std::string& node) const;
    bool isShuttingDown() const { return isShuttingDown_; }  ///< after stopAll()
    /// Drops the runs and leaves them to the next agent: their tasks keep running.
    void close();
    bool isClosing() const { return isClosing_; }

    Environment& environment() const { return environment_; }

  private:
    void startNext(const std::string& run, AttemptPlan plan);
    RunController* find(const TaskIdentity& identity);
    void forget(const std::string& run);
    void reportIfIdle();

    Environment& environment_;
    std::map<std::string, std::unique_ptr<RunController>> runs_;  // [loop], as all that follows
    std::vector<std::function<void()>> whenIdle_;
    bool isClosing_ = false;
    bool isShuttingDown_ = false;  ///< `agent stop`: nothing new can be started
};

/// Has the disk reserve prepared if it is missing; without one, a full disk is reported later.
void keepReserve(Environment& environment);

}  // namespace trainyard::control
