// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"

namespace trainyard::base {

/// Parses JSON (RFC 8259) from a file we did not write ourselves: nesting over 64, a key given twice in one
/// object, and anything after the value are refused (kDataLoss). `what` names the text in the error. [any]
Result<nlohmann::json> parseJson(std::string_view text, std::string_view what);

/// What an exception of the JSON library, or of reading its values, says to people: without the
/// "[json.exception…]" in front of it, and printable.
std::string whyInvalid(const std::exception& thrown);

/// A value as text for people and programs, on one line or indented: broken UTF-8 is replaced, and what would
/// reorder the line or steer a terminal is escaped.
std::string jsonText(const nlohmann::json& value, int indent = -1);
/// The same with the keys in their order. A template, so that nothing but an ordered value is taken for one.
template <std::same_as<nlohmann::ordered_json> Ordered>
std::string jsonText(const Ordered& value, int indent = -1) {
    return withoutHidden(value.dump(indent, ' ', false, Ordered::error_handler_t::replace));
}

/// A double as JSON carries it: NaN and the infinities, which JSON has no numbers for, as "NaN", "Infinity",
/// "-Infinity".
nlohmann::json jsonNumber(double value);
/// The way back; kDataLoss on anything else, naming `what`.
Result<double> numberFromJson(const nlohmann::json& json, std::string_view what);

}  // namespace trainyard::base
