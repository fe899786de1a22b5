// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::node {

/// Reads a growing log in lines, with bounded memory whatever the program writes: a line over kLongestLine is
/// cut into pieces, a line without its end is held back until it has one (or `flushRest`). Not thread-safe.
class LogReader {
  public:
    static constexpr std::size_t kLongestLine = 64u << 10;

    explicit LogReader(std::filesystem::path file) : file_(std::move(file)) {}
    /// Starts at the last `lines` lines there are now; looks at no more than the last megabyte.
    base::Status seekToTail(int lines);
    /// Lines that are there now, at most about `maxBytes` of them; empty: no more for now. A missing file has
    /// no lines.
    base::Result<std::vector<std::string>> readSome(std::size_t maxBytes = 256u << 10);
    /// The last piece, without its line end, once nobody writes any more.
    std::vector<std::string> flushRest();

  private:
    std::filesystem::path file_;
    std::uint64_t offset_ = 0;
    std::string rest_;
};

/// The last lines of a log, a partial one too; at most a megabyte is looked at. A missing file has none.
base::Result<std::vector<std::string>> lastLines(const std::filesystem::path& file, int count);

}  // namespace trainyard::node
