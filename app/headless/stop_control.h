// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/headless/session.h"

namespace trainyard::headless {

/// What signals do to the run that this process started. The first asks for a checkpoint and a stop (SIGTERM:
/// as preempted), the second kills, the third leaves the run to the agent. Thread-safe.
class StopControl {
  public:
    /// `say` gets a line for people. [signal thread]
    explicit StopControl(std::function<void(const std::string&)> say) : say_(std::move(say)) {}

    /// A signal came. The agent is asked on a thread of its own: one that does not answer must not keep the
    /// next signal from being heard. [signal thread]
    void onSignal(int signal);
    /// From now on there is a run to stop; asks at once if a signal came earlier.
    void attach(Session& session, const std::string& run);
    /// Waits until the agent has answered what was asked, or has not in time. Before the session goes.
    void detach();
    /// Asks again over a new connection: the agent knows the request if it got it before.
    void repeat();

    bool isSignalled() const;
    /// Requested when this process shall leave at once.
    std::stop_token leaving() const { return leave_.get_token(); }
    /// 143 after a SIGTERM, 130 otherwise.
    int signalExitCode() const;

  private:
    void ask();  // with the mutex held

    std::function<void(const std::string&)> say_;
    mutable std::mutex mutex_;
    std::stop_source leave_;
    std::vector<std::jthread> asking_;
    Session* session_ = nullptr;
    std::string run_;
    int signals_ = 0;
    bool wasTerminated_ = false;
    bool isPreemption_ = false;
};

}  // namespace trainyard::headless
