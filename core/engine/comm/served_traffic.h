// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::engine {

/// What a parameter server has moved for training steps since its start, in bytes of tensors.
struct ServedTraffic {
    std::int64_t parameters = 0;  ///< numbers held, including optimizer state: a count, not bytes
    std::int64_t sent = 0;        ///< variables, or rows of them
    std::int64_t received = 0;    ///< gradients
    std::int64_t steps = 0;       ///< number of steps they were for
};

/// A task's connection to a receiver of these counts; a TaskLink may be one too. [any]
class TrafficListener {
  public:
    virtual ~TrafficListener() = default;
    virtual void setTraffic(const ServedTraffic& traffic) = 0;
};

}  // namespace trainyard::engine
