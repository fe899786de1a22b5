// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard::bridge {

/// Threads that make blocking calls for the window. They are never joined without a time limit: closing the
/// window must not wait for an unresponsive agent, so each thread keeps what it uses alive.
class ThreadGroup {
  public:
    ThreadGroup();
    /// Asks every thread to stop and returns without waiting; use waitUntilEnded() to wait.
    ~ThreadGroup();
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;

    /// Runs `work` on a new thread; its token fires when `source` or the whole group is asked to stop. After
    /// the group has been asked to stop, nothing starts any more.
    void launch(std::stop_source source, std::function<void(std::stop_token)> work);
    void requestStop();
    /// Returns false if a thread was still inside a call after `patience`.
    bool waitUntilEnded(std::chrono::milliseconds patience);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

/// Waits for `time` or until `stop` fires. Returns true if the full time has passed. Never call it on the GUI
/// thread.
bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop);

}  // namespace trainyard::bridge
