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

namespace trainyard::base {

/// One thread that waits on everything at once: descriptors (pidfds, inotify), timers and work posted by
/// other threads. Callbacks run one after another, so that state owned by the loop needs no lock.
class EventLoop {
  public:
    using Task = std::function<void()>;
    using TimerId = std::uint64_t;  ///< 0 is none

    /// `name` is the thread's name, at most 15 bytes.
    static Result<std::unique_ptr<EventLoop>> start(const char* name = "ty-loop");
    /// Runs the work already posted, then ends and joins the thread. Pending timers are dropped.
    ~EventLoop();

    void post(Task task);  ///< [any]
    /// Runs `function` in the loop and waits for its result. [any]; in the loop itself it is called directly.
    template <typename Function>
    auto call(Function&& function) -> std::invoke_result_t<Function> {
        if (isInLoop()) return function();
        std::packaged_task<std::invoke_result_t<Function>()> task(std::forward<Function>(function));
        auto result = task.get_future();
        post([&task] { task(); });
        return result.get();
    }
    bool isInLoop() const { return std::this_thread::get_id() == thread_.get_id(); }

    /// `onReadable` is called whenever `fd` is readable, until unwatch. The caller keeps ownership. [loop]
    Status watch(int fd, Task onReadable);
    void unwatch(int fd);                                       ///< [loop]; before closing the descriptor
    TimerId after(std::chrono::milliseconds delay, Task task);  ///< [loop]
    void cancel(TimerId timer);  ///< [loop]; no error if there is none or it has already run

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
    UniqueFd epoll_, wake_;
    std::map<int, Watched> watched_;
    std::uint64_t nextSerial_ = 1;
    std::map<std::pair<Clock::time_point, TimerId>, Task> timers_;
    std::map<TimerId, Clock::time_point> due_;
    TimerId nextTimer_ = 1;

    bool isEnding_ = false;  // set and read in the loop only
    std::mutex mutex_;       // guards posted_
    std::vector<Task> posted_;
    std::thread thread_;
};

}  // namespace trainyard::base
