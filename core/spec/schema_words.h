// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trainyard::spec {

/// What a schema asks for, in words: "an integer ≥ 1", "one of auto, cpu", "a map with the key `builtin`".
std::string expectedBy(const nlohmann::json& schema);
/// The same for a number out of its range: of two bounds the one it passed, where the other says nothing.
std::string expectedRange(const nlohmann::json& schema, double number);
/// A value as a message shows it: short, on one line, safe for a terminal.
std::string shown(const nlohmann::json& value);
/// "a", "a or b", "a, b or c".
std::string joined(const std::vector<std::string>& words, const char* last = " or ");

}  // namespace trainyard::spec
