// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace trainyard::engine {

/// The median of any number of step times in bounded memory: a histogram with buckets 0.2 % wide from 1 µs to
/// 1000 s, so the answer is within 0.1 %. The first ten steps don't count (the documented `ms_per_step`).
class StepTimer {
  public:
    void add(std::chrono::nanoseconds duration) {
        if (++seen_ <= kWarmUp) return;
        const double ratio = static_cast<double>(duration.count()) / kSmallestNs;
        const double bucket = ratio <= 1 ? 0 : std::log(ratio) / std::log(kStep);
        ++counts_[std::min(static_cast<std::size_t>(bucket), counts_.size() - 1)];
        ++counted_;
    }
    /// Milliseconds; 0 if there were too few steps.
    double medianMs() const {
        std::uint64_t below = 0;
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            below += counts_[i];
            if (2 * below >= counted_ && counted_ > 0)
                return kSmallestNs * std::pow(kStep, static_cast<double>(i) + 0.5) / 1e6;
        }
        return 0;
    }

  private:
    static constexpr std::uint64_t kWarmUp = 10;
    static constexpr double kSmallestNs = 1000;
    static constexpr double kStep = 1.002;
    std::array<std::uint32_t, 10400> counts_{};
    std::uint64_t seen_ = 0;
    std::uint64_t counted_ = 0;
};

}  // namespace trainyard::engine
