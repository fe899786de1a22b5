// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>

#include "core/base/error.h"

namespace trainyard::node {

/// A file that reserves some megabytes for the moment when the disk is full: once released, they suffice to
/// record how a run ended, and why. [any]
class DiskReserve {
  public:
    static constexpr std::uint64_t kBytes = 8 << 20;

    explicit DiskReserve(std::filesystem::path file) : file_(std::move(file)) {}

    /// Creates the reserve if it does not exist. On an error (not enough space) no file is left. kRefused
    /// ("file.not_ours"): a file of another program has that name; it stays as it is.
    base::Status keep();
    /// Releases the space; false if it was already released. keep() reserves it again.
    bool release();
    /// Runs `write`; if it fails, releases the space and runs it once more. The rest of the space is reserved
    /// again afterwards, so that many small writes are possible while the disk stays full.
    base::Status lend(const std::function<base::Status()>& write);

  private:
    base::Status keep(std::uint64_t bytes);

    std::filesystem::path file_;
    /// Held while the space is lent: another thread's borrower waits for it, one that borrows to write what
    /// it writes does not.
    std::recursive_mutex lending_;
};

}  // namespace trainyard::node
