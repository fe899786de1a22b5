// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>

namespace trainyard::headless {

// Checks of the command line's numbers, for CLI11: empty, or what is expected instead. They see the text, so
// that a number CLI11 would read in its own way (0x10, 010 as octal, 1e3, nan) is refused in the same words.

/// The whole of `text` as a decimal number within the limits.
template <typename Number>
bool isWithin(const std::string& text, Number least, Number most) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= least && value <= most;
}

inline auto wholeFrom(int least, int most = std::numeric_limits<int>::max()) {
    return [least, most](const std::string& text) {
        const bool isOctal = text.size() > 1 && text.starts_with('0');
        if (!isOctal && isWithin(text, least, most)) return std::string();
        return most == std::numeric_limits<int>::max()
                   ? fmt::format("expected a whole number, {} or more, not {}", least, text)
                   : fmt::format("expected a whole number from {} to {}, not {}", least, most, text);
    };
}

inline auto numberFrom(double least, double most) {
    return [least, most](const std::string& text) {
        if (isWithin(text, least, most)) return std::string();
        return fmt::format("expected a number from {} to {}, not {}", least, most, text);
    };
}

}  // namespace trainyard::headless
