// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

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

    /// Adds the progress of a long start to the file, for those who wait for it; nothing: it is over.
    base::Status write(const std::optional<base::StartProgress>& progress) const;

  private:
    HomeLock(base::UniqueFd file, std::filesystem::path path)
        : file_(std::move(file)), path_(std::move(path)) {}
    base::UniqueFd file_;
    std::filesystem::path path_;
};

}  // namespace trainyard::agent
