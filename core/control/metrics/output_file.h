// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/control/metrics/output_lines.h"
#include "core/control/metrics/output_times.h"
#include "core/events/event_file.h"

namespace trainyard::control {

/// Follows the metrics in a growing file of a program's output. A line ends at a line feed or a carriage
/// return, so that every state of a progress bar is one; an incomplete line waits for its end, and one over
/// kLongestLine is not searched. Memory is bounded whatever the program prints. What is found depends on the
/// bytes alone, not on how they arrive: another reader finds the same from any offset on, and at the same
/// times where these are kept.
class OutputFile {
  public:
    static constexpr std::size_t kLongestLine = 64u << 10;
    /// Series that one file can have; values of more are left out.
    static constexpr std::size_t kMostSeries = 512;

    /// `times`: the file that keeps the times; empty: none does.
    OutputFile(std::filesystem::path path, const std::vector<spec::OutputPattern>& patterns,
               std::filesystem::path times = {});

    /// Continues at `offset`, up to which an earlier reader has read: reads it all again, since a line may
    /// depend on those before it. Blocks on the disk.
    base::Status seek(std::uint64_t offset);

    struct Slice {
        bool isEnd = false;  ///< nothing was there to read
        std::vector<events::Event> events;
        std::vector<std::string> splits;  ///< of each event
        bool hasTooManySeries = false;    ///< some values were left out
        bool hasTooLargeStep = false;     ///< some lines were left out, here or before
    };
    enum class LastLine { kMayGrow, kIsWhole };
    /// The values in the next 256 KiB or less. With kIsWhole, what follows the last line end is a line.
    /// Points have the time of the file's last change, as near as that is known to when a line was printed;
    /// or the one that was kept when they were first read, and then their last line is as whole as it was.
    base::Result<Slice> readSome(LastLine last);
    /// Keeps the time at which everything up to `end` was read.
    base::Status keepTime(std::uint64_t end, double time) { return times_.add({end, time}); }
    std::uint64_t offset() const { return offset_; }
    std::int64_t lines() const { return lines_; }  ///< searched so far; empty ones are not
    bool hasFound() const { return !series_.empty(); }
    /// Whether the entry of that index has found a value.
    bool hasFound(std::size_t entry) const { return hasFound_[entry]; }

  private:
    std::size_t consume(std::string_view bytes);
    void readLine(std::string_view line);
    bool isKept(const OutputValue& value);

    std::filesystem::path path_;
    OutputTimes times_;
    std::vector<std::unique_ptr<OutputLines>> entries_;
    std::vector<bool> hasFound_;  ///< by entry
    std::uint64_t offset_ = 0;
    std::int64_t lines_ = 0;
    bool isPlain_ = true;              ///< of the bytes at hand: no colours, no backspaces
    bool isInOverlong_ = false;        ///< the line at offset_ began before it, and is not searched
    std::vector<OutputValue> values_;  ///< found by the current call
    std::set<std::pair<std::string, std::string>> series_;
};

}  // namespace trainyard::control
