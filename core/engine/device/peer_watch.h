// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

namespace trainyard::engine {

/// Guards a communicator whose kernels would wait for ever for a peer that has gone: a thread asks it for
/// errors, and ends it at the first. Whoever uses it does so in a Use. [any]
class PeerWatch {
  public:
    using Error = int;
    /// Until this has passed after an error, and a call inside the communicator that does not return, it is
    /// ended: within a second of a peer's loss.
    static constexpr std::chrono::milliseconds kLookEvery{100};
    static constexpr std::chrono::milliseconds kEndAfter{800};

    /// `ask`: the communicator's own error; 0: none. `end` aborts it, once, which ends also calls and kernels
    /// that wait in it.
    PeerWatch(std::function<Error()> ask, std::function<void()> end);
    /// Ends it, if nobody has.
    ~PeerWatch();
    PeerWatch(const PeerWatch&) = delete;
    PeerWatch& operator=(const PeerWatch&) = delete;

    /// What it was ended for; 0: it has not been ended, or in the end of its life.
    Error error() const {
        const Error ended = ended_;
        return ended == kRunning ? 0 : ended;
    }
    bool isEnded() const { return ended_ != kRunning; }
    /// `error`: what error() is from now on.
    void end(Error error);
    /// While it exists, the communicator is not ended for longer than kEndAfter.
    [[nodiscard]] std::unique_lock<std::timed_mutex> use() { return std::unique_lock(using_); }
    /// The state of what was called, once it is another one than `inProgress`; `ask` reads it. Between two
    /// questions `inUse`, of use(), is released, so that the communicator can be ended: error() then.
    Error settled(std::unique_lock<std::timed_mutex>& inUse, Error state, Error inProgress,
                  const std::function<Error()>& ask) const;

  private:
    void watch(const std::stop_token& stop);

    const std::function<Error()> ask_;
    const std::function<void()> end_;
    static constexpr Error kRunning = std::numeric_limits<Error>::min();
    /// What it was ended for, in one value: who sees that it has ended sees the error, too.
    std::atomic<Error> ended_ = kRunning;
    std::timed_mutex using_;
    std::jthread watcher_;
};

}  // namespace trainyard::engine
