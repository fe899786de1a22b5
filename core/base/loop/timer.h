// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "core/base/loop/event_loop.h"

namespace trainyard::base {

/// One call at a time that a loop will make later. The call ends with the timer, so it may use the timer's
/// owner. Must not outlive the loop. [loop]
class Timer {
  public:
    explicit Timer(EventLoop& loop) : loop_(loop) {}
    ~Timer() { cancel(); }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Calls `task` once after `delay`, in place of a call that is pending. `task` may start this timer again
    /// or destroy it.
    void start(std::chrono::milliseconds delay, EventLoop::Task task);
    /// No effect if no call is pending.
    void cancel();
    /// Until the call begins.
    bool isPending() const { return id_ != 0; }

  private:
    EventLoop& loop_;
    EventLoop::TimerId id_ = 0;
};

}  // namespace trainyard::base
