// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/events/log_folder.h"

namespace trainyard::control {

/// A number as programs print it: 0.31, 4e-05, +1, nan, -Infinity. Nothing if there is more than that.
std::optional<double> printedNumber(std::string_view text);

/// A step, where `text` is printedNumber's. A whole number is exact, or it is none: neither from 2^63 on nor,
/// with a decimal point or an exponent, from 2^53 on.
struct PrintedStep {
    std::optional<std::int64_t> value;
    bool isTooLarge = false;
};
PrintedStep printedStep(std::string_view text);

/// The series that a printed name stands for: val_loss is loss of the split validation.
events::SeriesName seriesOf(std::string_view printedName);

struct PrintedMember {
    std::string name;
    double value = 0;
    PrintedStep step;       ///< the same as a step
    bool isQuoted = false;  ///< the number is the contents of a string
};

/// Reads the JSON object or the Python dictionary at the start of `text`, on the whole as tolerantly as
/// people print them: either kind of quotes, NaN, Infinity, np.float64(0.3). Appends the members whose value
/// is a number or a string with one; skips the others. Returns its length; 0: it is neither, or incomplete.
std::size_t readMembers(std::string_view text, std::vector<PrintedMember>& members);

}  // namespace trainyard::control
