// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// SHA-256 of files. One that has not changed, by its inode, size and times, is read once. [any]
class FileHashes {
  public:
    /// Of a regular file; follows links. kCancelled inside a CancelScope. Blocks.
    base::Result<std::string> of(const std::filesystem::path& file);

  private:
    using Identity = std::array<std::int64_t, 7>;
    std::mutex mutex_;
    std::map<std::filesystem::path, std::pair<Identity, std::string>> known_;
};

}  // namespace trainyard::node
