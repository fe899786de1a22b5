// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace trainyard::bridge {

class ThreadGroup;

/// Threads that make calls of one kind, in the order they are asked for, so that calls of another kind never
/// wait for these. Threads are started as calls come, up to a bound.
class CallLane {
  public:
    /// `threads` runs them and is asked to stop by its owner; it must outlive the lane. [gui]
    CallLane(ThreadGroup& threads, int mostThreads, std::size_t mostCalls);
    ~CallLane();
    CallLane(const CallLane&) = delete;
    CallLane& operator=(const CallLane&) = delete;

    /// Until then calls only wait.
    void start();
    /// False when so many calls wait that this one is not taken; never waits. [gui]
    bool push(std::function<void()> call);
    /// No call is begun any more; one under way is not waited for.
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
