// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard::bridge {

/// Threads that make blocking calls for the window. They are never joined without a bound: closing the window
/// must not wait for an agent that does not answer, so a thread keeps what it uses alive by itself.
class ThreadGroup {
  public:
    ThreadGroup();
    /// Asks every thread to stop and goes; waitUntilEnded() is for who wants to know.
    ~ThreadGroup();
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    /// Runs `work` on a thread of its own; its token fires when `source` or the whole group is asked to stop.
    /// After the group was asked to stop nothing starts any more.
    void launch(std::stop_source source, std::function<void(std::stop_token)> work);
    void requestStop();
    /// False when a thread was still inside a call after `patience`.
    bool waitUntilEnded(std::chrono::milliseconds patience);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

/// Waits `time`, or until `stop` fires. True when the whole time has passed. Never on the GUI thread.
bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop);

}  // namespace trainyard::bridge
