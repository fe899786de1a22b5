// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::base {

/// Text from outside as one safe line for a terminal: control characters, bidirectional overrides and broken
/// UTF-8 become visible escapes ("\x1b", "\u202e"). Tabs stay.
std::string printable(std::string_view text);

/// Of a text that is to be a name: its first character that nobody sees for what it is, as printable() shows
/// it
/// ("\x1b", "\u202e", "\x09"). Nothing: it has none.
std::optional<std::string> hiddenCharacter(std::string_view text);

/// JSON text whose characters that would reorder the line, or steer a terminal, are escaped: the same value
/// (RFC 8259, section 7).
std::string withoutHidden(std::string json);

/// At most `mostBytes` of a text, never half a character of UTF-8; what was left out in the middle shows as
/// "…".
std::string shortened(std::string_view text, std::size_t mostBytes);

/// Of a text that is not UTF-8 (RFC 3629) its first line that is not, printable.
std::optional<std::string> lineThatIsNotUtf8(std::string_view text);

/// What an exception says, without the C++ stack that libtorch puts behind it: as one line where there was
/// one.
std::string withoutFrames(std::string_view what);

/// A folder-safe name: letters, digits, '.', '_' and '-' stay, anything else becomes '-', at most 64 bytes,
/// never empty and never starting with '.' or '-'.
std::string slug(std::string_view text);

/// A CSV field by RFC 4180; a leading '=', '+', '-' or '@' of a text that is no number is guarded with a
/// quote mark.
std::string csvField(std::string_view text);

}  // namespace trainyard::base
