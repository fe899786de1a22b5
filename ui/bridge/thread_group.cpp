// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/thread_group.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace trainyard::bridge {

struct ThreadGroup::State {
    std::stop_source stop;
    std::mutex mutex;
    std::condition_variable ended;
    int running = 0;
};

ThreadGroup::ThreadGroup() : state_(std::make_shared<State>()) {
}

ThreadGroup::~ThreadGroup() {
    requestStop();
}

void ThreadGroup::launch(std::stop_source source, std::function<void(std::stop_token)> work) {
    {
        std::lock_guard lock(state_->mutex);
        if (state_->stop.stop_requested()) return;
        ++state_->running;
    }
    std::thread([state = state_, source = std::move(source), work = std::move(work)]() mutable {
        {
            std::stop_callback chain(state->stop.get_token(), [&source] { source.request_stop(); });
            work(source.get_token());
        }
        work = nullptr;  // destroy its captures before the count reports this thread as done
        std::lock_guard lock(state->mutex);
        --state->running;
        state->ended.notify_all();
    }).detach();
}

void ThreadGroup::requestStop() {
    state_->stop.request_stop();
}

bool ThreadGroup::waitUntilEnded(std::chrono::milliseconds patience) {
    std::unique_lock lock(state_->mutex);
    return state_->ended.wait_for(lock, patience, [this] { return state_->running == 0; });
}

bool pauseFor(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    return !changed.wait_for(lock, stop, time, [&stop] { return stop.stop_requested(); });
}

}  // namespace trainyard::bridge
