// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/words.h"

namespace trainyard::base {

/// Words in a file or on a pipe that has their English beside them: text as a string, a sentence as
/// {"sentence": …, "arguments": […]}. [any]
nlohmann::json toJson(const Words& words);
/// The reverse, if they say what `english` says; otherwise, and for anything else than toJson() makes,
/// `english` as plain text.
Words wordsFromJson(const nlohmann::json& json, const std::string& english);

/// Whether each of as many arguments has a place in `sentence`, which takes nine at most.
bool hasPlaces(std::string_view sentence, std::size_t arguments);

}  // namespace trainyard::base
