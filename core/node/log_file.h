// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::node {

/// Reads a growing log line by line, with bounded memory whatever the program writes: a line over
/// kLongestLine is split, an incomplete last line is held back until it is complete (or `flushRest`). Lines
/// are as a terminal shows them in the end: of a progress bar drawn over and over, the last state. Not
/// thread-safe.
class LogReader {
  public:
    static constexpr std::size_t kLongestLine = 64u << 10;

    explicit LogReader(std::filesystem::path file) : file_(std::move(file)) {}
    /// Starts at the last `lines` current lines, with 0 behind them; searches at most the last megabyte.
    base::Status seekToTail(int lines);
    /// The lines currently available, at most about `maxBytes` of them; empty: none at the moment. A missing
    /// file has no lines.
    base::Result<std::vector<std::string>> readSome(std::size_t maxBytes = 256u << 10);
    /// The last piece, without a line end, once writing has ended.
    std::vector<std::string> flushRest();

  private:
    std::filesystem::path file_;
    std::uint64_t offset_ = 0;
    std::string rest_;
};

/// At most `maxBytes` of a log from `offset` on. A missing file has none.
base::Result<std::string> readLogAt(const std::filesystem::path& file, std::uint64_t offset,
                                    std::size_t maxBytes);

/// The last lines of a log, including a partial one; searches at most a megabyte. A missing file has none.
base::Result<std::vector<std::string>> lastLines(const std::filesystem::path& file, int count);

}  // namespace trainyard::node
