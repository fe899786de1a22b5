// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::engine {

/// What a parameter server has moved for training steps since it began, in bytes of tensors.
struct ServedTraffic {
    std::int64_t parameters = 0;  ///< that it holds, optimizer state with them: numbers, not bytes
    std::int64_t sent = 0;        ///< variables, or rows of them
    std::int64_t received = 0;    ///< gradients
    std::int64_t steps = 0;       ///< that these were for
};

/// A task's line to somebody who wants to know that: a TaskLink may be one too. [any]
class TrafficListener {
  public:
    virtual ~TrafficListener() = default;
    virtual void setTraffic(const ServedTraffic& traffic) = 0;
};

}  // namespace trainyard::engine
