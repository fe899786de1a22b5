// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/headless/session.h"

namespace trainyard::headless {

/// What signals do to the run that this process started. The first requests a checkpoint and a stop (SIGTERM:
/// as a preemption), the second kills the run, the third leaves it to the agent. Thread-safe.
class StopControl {
  public:
    /// `say` receives one line to print. [signal thread]
    explicit StopControl(std::function<void(const std::string&)> say) : say_(std::move(say)) {}

    /// Handles a signal. The agent is asked on a separate thread: an unresponsive agent must not keep the
    /// next signal from being handled. [signal thread]
    void onSignal(int signal);
    /// The run is a program's: a stop sends it SIGTERM, and nothing is known of checkpoints.
    void expectProgram() { isProgram_ = true; }
    /// Sets the run to stop; requests the stop at once if a signal arrived earlier.
    void attach(Session& session, const std::string& run);
    /// Waits until the agent has answered the request, or the wait has timed out. Call it before the session
    /// is destroyed.
    void detach();
    /// Repeats the request over a new connection: the agent recognizes it if it already received it.
    void repeat();

    bool isSignalled() const;
    /// Requested when this process should exit at once.
    std::stop_token leaving() const { return leave_.get_token(); }
    /// 143 after a SIGTERM, 130 otherwise.
    int signalExitCode() const;

  private:
    void ask();  // call it with the mutex held

    std::function<void(const std::string&)> say_;
    mutable std::mutex mutex_;
    std::stop_source leave_;
    std::vector<std::jthread> asking_;
    Session* session_ = nullptr;
    std::string run_;
    int signals_ = 0;
    bool wasTerminated_ = false;
    bool isPreemption_ = false;
    std::atomic<bool> isProgram_ = false;
};

}  // namespace trainyard::headless
