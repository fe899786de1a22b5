// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"
#include "core/events/log_format.h"

namespace trainyard::events {

/// The whole lines of a growing text file, in order. A line without an end is not there yet.
class LineFile {
  public:
    static base::Result<LineFile> open(const std::filesystem::path& path);

    /// The next line without its end; nothing at the end of what is there. Valid until the next call. A line
    /// of more than 1 MiB is damage, and so are UTF-16 and a file that ends before its offset. A byte order
    /// mark of UTF-8 is left out.
    base::Result<std::optional<std::string_view>> next();
    /// Behind the last line that next() has returned.
    std::uint64_t offset() const { return offset_; }
    /// kDataLoss ("events.damaged") about the line that next() has returned last.
    base::Error damage(const base::Words& what) const;
    /// Seconds since 1970 at which the file was last written when it was opened.
    double modified() const { return modified_; }

  private:
    LineFile(std::filesystem::path path, base::UniqueFd fd, double modified)
        : path_(std::move(path)), fd_(std::move(fd)), modified_(modified) {}
    base::Status fill();

    std::filesystem::path path_;
    base::UniqueFd fd_;
    std::uint64_t offset_ = 0, lineBegin_ = 0;
    double modified_ = 0;
    std::string window_;        ///< of the file, up to what was read
    std::size_t windowAt_ = 0;  ///< of offset_ in it
};

/// What addRow() keeps from one row to the next.
struct RowSteps {
    bool isCounted = false;  ///< an epoch was a fraction: it is no step any more
    double last = -1;        ///< of the rows before
};

/// A log with a line for each row. Its position counts lines, not bytes: a program may write the whole file
/// again with longer rows, as Lightning does when a row has a new column. With the lines it has a sum of
/// their values, by which another log in the same place is recognized.
class LineLog : public LogReader {
  public:
    base::Result<std::vector<Event>> readSome(std::size_t maxBytes) override;
    std::uint64_t position() const override;
    std::uint64_t bytes() const override { return lines_.offset(); }
    /// Goes to a position. Damage when there are fewer lines (kShrunk), or others (kRewritten).
    base::Status skip(std::uint64_t position);

  protected:
    /// `row` says in the report of damage what a line must be.
    LineLog(LineFile lines, base::Words row) : lines_(std::move(lines)), row_(std::move(row)) {}
    /// False where it is no such row.
    virtual bool add(std::string_view line, std::vector<Event>& events) = 0;
    virtual base::Result<std::optional<std::string_view>> nextLine() { return lines_.next(); }
    /// addRow() for a line.
    bool addValues(const std::vector<std::pair<std::string, double>>& values, std::vector<Event>& events);

    LineFile lines_;
    std::uint64_t rows_ = 0;

  private:
    /// False for a damaged line.
    bool take(std::string_view line, std::vector<Event>& events);
    base::Error rewritten() const;

    base::Words row_;
    std::uint64_t sum_ = 0;  ///< of all values that were read, whatever their order in a row
    bool isDamaged_ = false;
    RowSteps steps_;
};

/// What one row of a log has: values by their names, in their order. `row` counts from 0 and is the step
/// where no value is one; `modified` is the time where no value is one. An epoch is the step until the first
/// one that is a fraction: from there on rows are, or continue from the last step where that is further.
/// Nothing of a row that has a step, an epoch and a time alone. False where the step is no whole number.
bool addRow(const std::vector<std::pair<std::string, double>>& values, std::uint64_t row, double modified,
            RowSteps& steps, std::vector<Event>& events);

/// A number as Python, JavaScript and C write it, NaN and the infinities included. One that no double can
/// hold is what they read it as: infinite, or 0.
std::optional<double> numberIn(std::string_view text);

}  // namespace trainyard::events
