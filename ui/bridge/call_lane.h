// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard::bridge {

class ThreadGroup;

/// Threads that make calls of one kind, in the order requested, so that calls of other kinds never wait for
/// them. Threads are started on demand, up to a limit.
class CallLane {
  public:
    /// `threads` runs them and is asked to stop by its owner; it must outlive the lane. [gui]
    CallLane(ThreadGroup& threads, int mostThreads, std::size_t mostCalls);
    ~CallLane();
    CallLane(const CallLane&) = delete;
    CallLane& operator=(const CallLane&) = delete;

    /// Until then calls are only queued.
    void start();
    /// The token fires when the owner of the threads stops them.
    using Call = std::function<void(const std::stop_token&)>;
    /// Returns false when the queue is full and the call is rejected; never waits. [gui]
    bool push(Call call);
    /// Starts no more calls and does not wait for one in progress.
    void close();

  private:
    struct Shared;
    void launchWhatIsNeeded();

    ThreadGroup& threads_;
    const int mostThreads_;
    int launched_ = 0;
    bool isStarted_ = false;
    std::shared_ptr<Shared> shared_;
};

}  // namespace trainyard::bridge
