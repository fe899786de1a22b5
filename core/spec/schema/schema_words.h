// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/words.h"

namespace trainyard::spec {

/// Describes what a schema requires: "an integer from 1 to 1024", "one of auto, cpu", "a map with the key
/// `builtin`".
base::Words expectedBy(const nlohmann::json& schema);
/// A value as shown in a message: short, on one line, safe for a terminal.
base::Words shown(const nlohmann::json& value);
/// "a", "a or b", "a, b or c".
base::Words joined(const std::vector<std::string>& words, const char* last = " or ");

}  // namespace trainyard::spec
