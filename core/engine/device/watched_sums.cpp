// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/watched_sums.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace trainyard::engine {

WatchedSums::WatchedSums(std::unique_ptr<sdk::DeviceSums> sums, Report report,
                         std::chrono::milliseconds patience)
    : sums_(std::move(sums)),
      report_(std::move(report)),
      patience_(patience),
      watcher_([this](const std::stop_token& stop) { watch(stop); }) {
}

/// A GPU that has failed is reported by the thread that uses it.
std::optional<std::int64_t> WatchedSums::ask() {
    try {
        return sums_->unfinished();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

void WatchedSums::watch(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "ty-gpu-waits");
    using Clock = std::chrono::steady_clock;
    std::int64_t seen = 0;
    Clock::time_point since;
    bool isReported = false;
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, patience_ / 4, [] { return false; }) && !stop.stop_requested()) {
        const std::optional<std::int64_t> now = ask();
        if (!now) break;
        if (*now != seen) {
            if (std::exchange(isReported, false)) report_("");
            seen = *now;
            since = Clock::now();
        } else if (seen != 0 && !isReported && Clock::now() - since >= patience_) {
            isReported = true;
            report_(fmt::format("all_reduce of gradients {}", seen));
        }
    }
    if (isReported) report_("");
}

}  // namespace trainyard::engine
