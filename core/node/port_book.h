// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// Ports reserved for runs of this agent, so that none is assigned twice before a task has bound it. [any]
class PortBook {
  public:
    /// Probes and reserves `port` (0: any free port). A port in use is refused, naming its owner.
    base::Result<std::uint16_t> lease(std::uint16_t port, const std::string& run);
    /// Reserves the port of a task that was reattached, without checking that it is free.
    void enter(std::uint16_t port, const std::string& run);
    void releaseAll(const std::string& run);

  private:
    std::mutex mutex_;
    std::map<std::uint16_t, std::string> owners_;
};

}  // namespace trainyard::node
