// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/bin_output.h"
#include "core/data/cell.h"
#include "core/data/layer_options.h"

namespace trainyard::data {

/// A date and time of day, which exists in the Gregorian calendar.
struct Moment {
    int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0;
};
/// Reads `text` by a format of strptime(): %Y, %y, %m, %d, %j, %b, %B, %H, %I, %M, %S, %p and %%. Names are
/// English ones; any other character stands for itself. Nothing if it does not fit, or there is no such date.
std::optional<Moment> momentIn(std::string_view text, std::string_view format);

/// Dates as numbers: some of their parts, one after another, column by column.
class DateColumns {
  public:
    static base::Result<DateColumns> create(const LayerOptions& options);
    std::int64_t width(std::int64_t columns) const { return columns * width_; }
    Numbers numbers() const { return isCyclic_ ? Numbers::kFractions : Numbers::kWhole; }
    std::int64_t size() const { return 0; }
    template <typename Number>
    base::Status write(std::span<const std::string_view> cells, Number* out) const {
        for (const std::string_view cell : cells) {
            TY_ASSIGN(const std::vector<double> numbers, numbersOfCell(cell));
            for (const double number : numbers) *out++ = static_cast<Number>(number);
        }
        return {};
    }

  private:
    /// A part of a date; one that recurs has a period, and the number that it begins with.
    struct Part {
        const char* name;
        double (*of)(const Moment&);
        double period, first;
    };
    static const std::vector<Part>& allParts();

    DateColumns() = default;
    base::Result<std::vector<double>> numbersOfCell(std::string_view cell) const;

    std::string format_;
    std::vector<Part> parts_;
    bool isCyclic_ = false;
    std::int64_t width_ = 0;
};

}  // namespace trainyard::data
