// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::sdk {

/// What a strategy may be besides, if it knows how much its processes tell one another: `show RUN` then puts
/// the measured bytes of a step beside the manifest's formula.
class __attribute__((visibility("default"))) Metered {
  public:
    virtual ~Metered() = default;
    /// That this process has handed to others for the gradients of all steps so far. [any]
    virtual std::int64_t bytesSent() const = 0;
};

}  // namespace trainyard::sdk
