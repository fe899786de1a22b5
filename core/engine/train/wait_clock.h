// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace trainyard::engine {

/// The time that a process has waited in calls for others, as reported through JobContext::onCall: one call
/// at a time. [any]
class WaitClock {
  public:
    void onCall(const std::string& call) {
        const Clock::rep now = Clock::now().time_since_epoch().count();
        if (!call.empty())
            entered_ = now;
        else if (const Clock::rep entered = entered_.exchange(0); entered != 0)
            total_ += now - entered;
    }
    std::chrono::nanoseconds total() const { return Clock::duration(total_.load()); }

  private:
    using Clock = std::chrono::steady_clock;
    std::atomic<Clock::rep> entered_{0}, total_{0};
};

}  // namespace trainyard::engine
