// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "ui/bridge/cluster_values.h"

namespace trainyard::models {

/// How busy one machine was in the last minutes, from what its agent reported when it was asked.
class NodeLoad {
  public:
    static constexpr double kSpanSeconds = 600;
    /// After a longer silence nothing is known of the time in between: what was before it is forgotten.
    static constexpr double kLongestGapSeconds = 60;
    static constexpr double kPartSeconds = 10;

    /// Percentages: runnable threads per CPU (more than 100 where they wait), and memory in use.
    struct Part {
        double time = 0;  ///< of its middle, in seconds since 1970
        double load = 0;
        double memory = 0;
    };

    /// `time`: of the report, in seconds since 1970. A machine that reports no CPUs is not reached.
    void add(const bridge::NodeRow& node, double time);
    /// Means over kPartSeconds, oldest first.
    std::vector<Part> parts() const;

  private:
    std::deque<Part> samples_;
};

}  // namespace trainyard::models
