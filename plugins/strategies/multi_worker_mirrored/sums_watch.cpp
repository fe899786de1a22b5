// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/sums_watch.h"

#include <fmt/format.h>
#include <pthread.h>

#include <condition_variable>
#include <exception>
#include <utility>

namespace trainyard::strategies {

SumsWatch::SumsWatch(Subject subject)
    : subject_(std::move(subject)), thread_([this](const std::stop_token& stop) { watch(stop); }) {
}

std::string SumsWatch::reason() const {
    const std::lock_guard lock(mutex_);
    return reason_;
}

void SumsWatch::abort(std::string reason) {
    {
        const std::lock_guard lock(mutex_);
        reason_ = std::move(reason);  // before anyone is woken, who asks for it
    }
    subject_.abort();
}

void SumsWatch::watch(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "ty-gpu-peers");
    using Clock = std::chrono::steady_clock;
    std::int64_t seen = 0;
    Clock::time_point since;
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, kLookEvery, [] { return false; }) && !stop.stop_requested()) {
        if (std::string lost = subject_.lostPeer(); !lost.empty()) return abort(std::move(lost));
        std::int64_t now = 0;
        try {
            now = subject_.unfinished();
        } catch (const std::exception&) {
            return;  // the GPU has failed, which the thread that uses it reports
        }
        if (std::exchange(seen, now) != now || now == 0)
            since = Clock::now();
        else if (Clock::now() - since >= subject_.timeout)
            return abort(
                fmt::format("received nothing from the other processes for {} s",
                            std::chrono::duration_cast<std::chrono::seconds>(subject_.timeout).count()));
    }
}

}  // namespace trainyard::strategies
