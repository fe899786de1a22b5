// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/base/home.h"

namespace trainyard::agent {

/// One agent per home: a lock on agent.lock, which contains our pid and boot id while it is held. The kernel
/// releases it when the process ends, however it ends.
class HomeLock {
  public:
    /// kFailedPrecondition names the agent that already serves the home. Creates the home's folder, 0700.
    static base::Result<HomeLock> take(const base::Home& home);

  private:
    explicit HomeLock(base::UniqueFd file) : file_(std::move(file)) {}
    base::UniqueFd file_;
};

}  // namespace trainyard::agent
