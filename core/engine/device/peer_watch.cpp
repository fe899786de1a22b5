// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/peer_watch.h"

#include <pthread.h>

#include <condition_variable>
#include <utility>

namespace trainyard::engine {

PeerWatch::PeerWatch(std::function<Error()> ask, std::function<void()> end)
    : ask_(std::move(ask)),
      end_(std::move(end)),
      watcher_([this](const std::stop_token& stop) { watch(stop); }) {
}

PeerWatch::~PeerWatch() {
    watcher_.request_stop();
    watcher_.join();
    end(0);  // everything is done, or nobody waits for it any more
}

void PeerWatch::end(Error error) {
    // A call that waits inside the communicator for longer is ended by the abort itself.
    const std::unique_lock inUse(using_, kEndAfter);
    Error running = kRunning;
    if (ended_.compare_exchange_strong(running, error)) end_();
}

PeerWatch::Error PeerWatch::settled(std::unique_lock<std::timed_mutex>& inUse, Error state, Error inProgress,
                                    const std::function<Error()>& ask) const {
    constexpr int kAtOnce = 200;
    constexpr std::chrono::microseconds kPause{50};
    for (int asked = 0; state == inProgress; ++asked) {
        inUse.unlock();
        if (asked < kAtOnce)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(kPause);
        inUse.lock();
        if (isEnded()) return error();
        state = ask();
    }
    return state;
}

void PeerWatch::watch(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "ty-nccl");
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, kLookEvery, [] { return false; }) && !stop.stop_requested()) {
        Error error = 0;
        {
            const std::unique_lock inUse(using_, std::try_to_lock);
            if (!inUse) continue;
            if (isEnded()) return;  // and the communicator was destroyed
            error = ask_();
        }
        if (error != 0) return end(error);
    }
}

}  // namespace trainyard::engine
