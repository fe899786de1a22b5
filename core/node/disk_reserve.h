// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "core/base/error.h"

namespace trainyard::node {

/// A file that holds some megabytes of a disk for the moment when it is full: given back then, they are
/// enough to write down how a run ended, and why. [owner]
class DiskReserve {
  public:
    static constexpr std::uint64_t kBytes = 8 << 20;

    explicit DiskReserve(std::filesystem::path file) : file_(std::move(file)) {}

    /// Makes the reserve if it is not there. An error leaves no file: there is no room for one.
    base::Status keep();
    /// Gives the room back; false when it was given before. keep() takes it again.
    bool release();
    /// Runs `write`; where it fails, once more with the room given back. What is left of it is kept then, so
    /// that many small things can be written on a disk that stays full.
    base::Status lend(const std::function<base::Status()>& write);

  private:
    base::Status keep(std::uint64_t bytes);

    std::filesystem::path file_;
};

}  // namespace trainyard::node
