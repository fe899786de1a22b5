// SPDX-License-Identifier: Apache-2.0
#include "ui/models/node_load.h"

#include <cmath>

namespace trainyard::models {

void NodeLoad::add(const bridge::NodeRow& node, double time) {
    if (node.cpus <= 0 || node.memoryBytes <= 0) return;
    // A clock that was set back would mix up the order.
    if (!samples_.empty() &&
        (time < samples_.back().time || time - samples_.back().time > kLongestGapSeconds))
        samples_.clear();
    samples_.push_back(
        {time, 100 * node.load / node.cpus,
         100 * (1 - static_cast<double>(node.memoryFreeBytes) / static_cast<double>(node.memoryBytes))});
    while (samples_.front().time < time - kSpanSeconds) samples_.pop_front();
}

std::vector<NodeLoad::Part> NodeLoad::parts() const {
    std::vector<Part> parts;
    double count = 0;
    for (const Part& sample : samples_) {
        const double middle = (std::floor(sample.time / kPartSeconds) + 0.5) * kPartSeconds;
        if (parts.empty() || parts.back().time != middle) {
            parts.push_back({.time = middle});
            count = 0;
        }
        Part& part = parts.back();
        ++count;
        part.load += (sample.load - part.load) / count;
        part.memory += (sample.memory - part.memory) / count;
    }
    return parts;
}

}  // namespace trainyard::models
