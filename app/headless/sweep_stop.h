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

/// What signals do to the sweep that this process started, as StopControl has it for a run: the first cancels
/// what waits and stops the runs after a checkpoint, the second kills them, the third leaves them to the
/// agent. Thread-safe.
class SweepStop {
  public:
    /// `say` receives one line to print. [signal thread]
    explicit SweepStop(std::function<void(const std::string&)> say) : say_(std::move(say)) {}

    void onSignal(int signal);  ///< [signal thread]
    void attach(Session& session, const std::string& sweep);
    /// Waits until the agent has answered. Call it before the session is destroyed.
    void detach();
    /// Repeats the request over a new connection.
    void repeat();

    bool isSignalled() const;
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
    std::string sweep_;
    int signals_ = 0;
    bool wasTerminated_ = false;
};

}  // namespace trainyard::headless
