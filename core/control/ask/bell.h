// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "core/base/cancel.h"
#include "core/control/run/run_listener.h"

namespace trainyard::control {

/// Wakes whoever waits for a run's events. [any]
class Bell final : public RunListener {
  public:
    void runChanged(const std::string&) override {
        std::lock_guard lock(mutex_);
        hasRung_ = true;
        rung_.notify_all();
    }
    /// False if the deadline passed without a ring.
    bool wait(std::chrono::steady_clock::time_point deadline) {
        std::unique_lock lock(mutex_);
        const bool isNews = rung_.wait_until(lock, deadline, [&] { return hasRung_; });
        hasRung_ = false;
        return isNews;
    }

    /// The same for a call; kCancelled soon inside a CancelScope.
    base::Result<bool> await(std::chrono::steady_clock::time_point deadline) {
        constexpr std::chrono::milliseconds kLook{100};
        for (;;) {
            TY_TRY(base::checkCancelled());
            const auto nextLook = std::min(deadline, std::chrono::steady_clock::now() + kLook);
            if (wait(nextLook)) return true;
            if (nextLook == deadline) return false;
        }
    }

  private:
    std::mutex mutex_;
    std::condition_variable rung_;
    bool hasRung_ = false;
};

}  // namespace trainyard::control
