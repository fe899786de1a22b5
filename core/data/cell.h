// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"

/// What a cell of a table says.
namespace trainyard::data {

inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

template <typename T>
std::optional<T> numberIn(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// A cell in a message.
inline std::string shownCell(std::string_view cell) {
    return base::printable(trimmed(cell).substr(0, 40));
}

/// A number that can be computed with: NaN and the infinities of one cell would spoil a whole column.
inline base::Result<double> finiteNumberIn(std::string_view cell) {
    const auto number = numberIn<double>(cell);
    if (number && std::isfinite(*number)) return *number;
    return base::fail(base::Code::kDataLoss, base::say("\"{}\" is not a finite number", shownCell(cell)));
}

}  // namespace trainyard::data
