// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/loop/timer.h"
#include "core/control/run/run_listener.h"
#include "core/control/start/run_starter.h"
#include "core/control/sweep/sweep_runs.h"

namespace trainyard::control {

/// The runs of this agent, as sweeps use them.
class AgentSweepRuns final : public SweepRuns {
  public:
    AgentSweepRuns(RunRegistry& registry, RunStarter& starter) : registry_(registry), starter_(starter) {}

    base::Result<v1::StartRunReply> start(const v1::StartRunRequest& request) override;
    base::Status stop(const v1::StopRunRequest& request) override;
    base::Result<std::optional<std::string>> find(const std::string& requestId) override;
    base::Result<std::optional<v1::RunStatus>> status(const std::string& run) override;
    /// Of a training, what its epochs and its evaluator have measured; of a command run, the points of the
    /// first series of that name.
    base::Result<Seen> observe(const std::string& run, const std::string& metric) override;

  private:
    RunRegistry& registry_;
    RunStarter& starter_;
};

/// Wakes sweeps when runs have changed or have new points: soon, and not for each of ten steps per second.
/// [any]
class SweepAlarm final : public RunListener, public std::enable_shared_from_this<SweepAlarm> {
  public:
    SweepAlarm(base::EventLoop& loop, std::function<void()> wake)
        : loop_(loop), timer_(std::in_place, loop), wake_(std::move(wake)) {}
    /// Wakes nobody any more. [loop]
    void close() { timer_.reset(); }
    void runChanged(const std::string&) override { ring(); }
    void pointsStored() override { ring(); }

  private:
    void ring();

    base::EventLoop& loop_;
    std::optional<base::Timer> timer_;  // of the loop, whoever holds the alarm longest
    std::function<void()> wake_;
};

}  // namespace trainyard::control
