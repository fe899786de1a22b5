// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace trainyard::base {

/// A thread for what must not hold up another one: work on a disk, in the order it was posted. Its end waits
/// until all of it is done.
class Executor {
  public:
    using Work = std::function<void()>;

    /// `name` is the thread's, at most 15 bytes.
    explicit Executor(const char* name);
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    void post(Work work);  ///< [any]; returns at once. Work must not throw.

  private:
    void run();

    std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::deque<Work> waiting_;
    bool isEnding_ = false;
    std::thread thread_;  // last: it uses the others
};

}  // namespace trainyard::base
