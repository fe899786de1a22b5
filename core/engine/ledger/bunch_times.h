// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace trainyard::engine {

/// Which steps completed together, where a program reports several after their work is joined. Whoever
/// reports them may lose its processor in between, so that a gap alone says little: it is compared with
/// the time of the work.
class BunchTimes {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;
    /// The work on steps begins.
    void start(TimePoint at) {
        last_ = at;
        isFirst_ = true;
    }
    /// One more step is reported. Returns whether it completed with the one before it.
    bool isTogether(TimePoint at) {
        const auto since = at - last_;
        last_ = at;
        if (!isFirst_) return since * kManyTimes < work_;
        isFirst_ = false;
        work_ = since;
        return false;
    }

  private:
    static constexpr int kManyTimes = 10;
    TimePoint last_;
    std::chrono::nanoseconds work_{0};
    bool isFirst_ = true;
};

}  // namespace trainyard::engine
