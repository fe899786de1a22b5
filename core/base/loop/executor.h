// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

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
    /// Runs `function` after the work posted before, and waits for its result. For threads that may block:
    /// not a loop's, and not the executor's own.
    template <typename Function>
    auto call(Function&& function) -> std::invoke_result_t<Function> {
        std::packaged_task<std::invoke_result_t<Function>()> task(std::forward<Function>(function));
        auto result = task.get_future();
        post([&task] { task(); });
        return result.get();
    }

  private:
    void run();

    std::mutex mutex_;  // guards the members below
    std::condition_variable changed_;
    std::deque<Work> waiting_;
    bool isEnding_ = false;
    std::thread thread_;  // last: uses the members above
};

}  // namespace trainyard::base
