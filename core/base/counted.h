// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace trainyard::base {

/// "1 layer", "3 layers": a count with its noun, whose plural ends in s.
std::string counted(std::integral auto count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace trainyard::base
