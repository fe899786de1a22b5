// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace trainyard::base {

/// A thread for work that must not block the caller's thread: disk work, in the order posted. The destructor
/// waits until all of it is done.
class Executor {
  public:
    using Work = std::function<void()>;

    /// `name` is the thread's name, at most 15 bytes.
    explicit Executor(const char* name);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    void post(Work work);  ///< [any]; returns immediately. Work must not throw.

  private:
    void run();

    std::mutex mutex_;  // guards the members below
    std::condition_variable changed_;
    std::deque<Work> waiting_;
    bool isEnding_ = false;
    std::thread thread_;  // last: uses the members above
};

}  // namespace trainyard::base
