// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"

namespace trainyard::base {

/// Parses JSON (RFC 8259) from a file written by others: nesting deeper than 64, duplicate keys in an object,
/// and trailing text are refused (kDataLoss). `what` names the text in the error: a file's name is
/// Words::plain(). [any]
Result<nlohmann::json> parseJson(std::string_view text, const Words& what);

/// The message of an exception of the JSON library, or of reading its values, for people: printable and
/// without the leading "[json.exception…]".
std::string whyInvalid(const std::exception& thrown);

/// A value as text, on one line or indented: invalid UTF-8 is replaced, and characters that would reorder the
/// line or control a terminal are escaped.
std::string jsonText(const nlohmann::json& value, int indent = -1);
/// The same, preserving the order of keys. A template, so that only an ordered value is accepted.
template <std::same_as<nlohmann::ordered_json> Ordered>
std::string jsonText(const Ordered& value, int indent = -1) {
    return withoutHidden(value.dump(indent, ' ', false, Ordered::error_handler_t::replace));
}

/// A double as JSON: NaN and the infinities, which JSON numbers cannot represent, as "NaN", "Infinity",
/// "-Infinity".
nlohmann::json jsonNumber(double value);
/// The reverse; nothing for anything else.
std::optional<double> numberIn(const nlohmann::json& json);
/// The same; kDataLoss on anything else, naming `what`.
Result<double> numberFromJson(const nlohmann::json& json, const Words& what);

}  // namespace trainyard::base
