// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trainyard::sdk {

/// An optional interface for a strategy that knows how much its processes communicate: `show RUN` then shows
/// the measured bytes per step next to the manifest's formula.
class __attribute__((visibility("default"))) Metered {
  public:
    virtual ~Metered() = default;
    /// Bytes that this process has sent to others for the gradients of all steps so far. [any]
    virtual std::int64_t bytesSent() const = 0;
};

}  // namespace trainyard::sdk
