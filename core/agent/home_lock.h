// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/base/home.h"

namespace trainyard::agent {

/// One agent a home: a lock on agent.lock, which holds our pid and boot id while it lasts. The kernel lets go
/// of it when the process ends, however it ends.
class HomeLock {
  public:
    /// kFailedPrecondition names the agent that has the home. Makes the home's folder, 0700.
    static base::Result<HomeLock> take(const base::Home& home);

  private:
    explicit HomeLock(base::UniqueFd file) : file_(std::move(file)) {}
    base::UniqueFd file_;
};

}  // namespace trainyard::agent
