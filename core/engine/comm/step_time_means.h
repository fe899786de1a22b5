// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <utility>

#include "core/engine/comm/task_link.h"

namespace trainyard::engine {

/// The mean times of the steps since they were last taken. [any]
class StepTimeMeans {
  public:
    void add(const StepTimes& times) {
        std::lock_guard lock(mutex_);
        sum_.input += times.input;
        sum_.compute += times.compute;
        sum_.wait += times.wait;
        ++steps_;
    }
    /// Nothing if there was no step.
    std::optional<StepTimes> take() {
        std::lock_guard lock(mutex_);
        const double steps = std::exchange(steps_, 0);
        const StepTimes sum = std::exchange(sum_, {});
        if (steps == 0) return std::nullopt;
        return StepTimes{sum.input / steps, sum.compute / steps, sum.wait / steps};
    }

  private:
    std::mutex mutex_;
    StepTimes sum_;
    int steps_ = 0;
};

}  // namespace trainyard::engine
