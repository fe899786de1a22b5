// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::checkpoint {

/// A folder of checkpoints that one attempt uses: a lock on its file .trainyard-lock, which names the user.
/// The claim of a folder names a run alone, and a home that was copied has the same runs. The kernel releases
/// the lock when the process ends, however it ends.
class FolderLock {
  public:
    /// kRefused ("checkpoint.dir_in_use") names who uses the folder. Where the file system has no locks (some
    /// network mounts), nobody is refused. Blocks. [any]
    static base::Result<FolderLock> take(const std::filesystem::path& folder, const std::string& user);
    /// The same refusal, without taking it. The folder may be missing.
    static base::Status mayTake(const std::filesystem::path& folder);

  private:
    explicit FolderLock(base::UniqueFd file) : file_(std::move(file)) {}
    base::UniqueFd file_;
};

}  // namespace trainyard::checkpoint
