// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::control {

/// One thread that waits on everything at once: descriptors (pidfds, inotify), timers and work posted by
/// other threads. What it calls runs one after the other, so that state owned by the loop needs no lock.
class EventLoop {
  public:
    using Task = std::function<void()>;
    using TimerId = std::uint64_t;  ///< 0 is none

    static base::Result<std::unique_ptr<EventLoop>> start();
    /// Runs what was posted before, then ends and joins the thread. Timers that have not come are dropped.
    ~EventLoop();

    void post(Task task);  ///< [any]
    /// Runs `function` in the loop and waits for what it returns. [any]; from the loop itself it is called at
    /// once.
    template <typename Function>
    auto call(Function&& function) -> std::invoke_result_t<Function> {
        if (isInLoop()) return function();
        std::packaged_task<std::invoke_result_t<Function>()> task(std::forward<Function>(function));
        auto result = task.get_future();
        post([&task] { task(); });
        return result.get();
    }
    bool isInLoop() const { return std::this_thread::get_id() == thread_.get_id(); }

    /// `onReadable` is called whenever `fd` can be read, until unwatch. The caller keeps owning it. [loop]
    base::Status watch(int fd, Task onReadable);
    void unwatch(int fd);                                       ///< [loop]; before the descriptor is closed
    TimerId after(std::chrono::milliseconds delay, Task task);  ///< [loop]
    void cancel(TimerId timer);  ///< [loop]; none, or one that has run, is no error

  private:
    EventLoop() = default;
    void run();
    void runPosted();
    void runTimers();
    int millisecondsToNextTimer() const;

    using Clock = std::chrono::steady_clock;
    struct Watched {
        std::uint64_t serial = 0;
        std::shared_ptr<Task> task;
    };
    base::UniqueFd epoll_, wake_;
    std::map<int, Watched> watched_;
    std::uint64_t nextSerial_ = 1;
    std::map<std::pair<Clock::time_point, TimerId>, Task> timers_;
    std::map<TimerId, Clock::time_point> due_;
    TimerId nextTimer_ = 1;

    bool isEnding_ = false;  // set and read by the loop alone
    std::mutex mutex_;       // guards posted_
    std::vector<Task> posted_;
    std::thread thread_;
};

}  // namespace trainyard::control
