// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::base {

/// Untrusted text as one safe line for a terminal: control characters, bidirectional overrides and invalid
/// UTF-8 become visible escapes ("\x1b", "\u202e"). Tabs are kept.
std::string printable(std::string_view text);
/// The same of several lines; the line breaks are kept.
std::string printableLines(std::string_view text);

/// Where the last state of a line begins that a program has drawn over by carriage returns. Those at its end
/// are part of that state: the line end may be "\r\n".
std::size_t lastStateAt(std::string_view line);

/// A line, without its line end, as a terminal shows it in the end: the last state, without control sequences
/// for colours and the cursor (CSI of ECMA-48), and without what was overwritten after a backspace.
std::string asOnTerminal(std::string_view line);

/// The first character of a name that is invisible or misleading, as printable() shows it ("\x1b", "\u202e",
/// "\x09"); nothing if there is none.
std::optional<std::string> hiddenCharacter(std::string_view text);

/// JSON text in which characters that would reorder the line or control a terminal are escaped: the same
/// value (RFC 8259, section 7).
std::string withoutHidden(std::string json);

/// At most `mostBytes` of a text, never cutting a UTF-8 character; what is omitted in the middle shows as
/// "…".
std::string shortened(std::string_view text, std::size_t mostBytes);

/// The digits of a whole number in groups of three: "1,234,567".
std::string grouped(std::string digits);

/// The first line of a text that is not valid UTF-8 (RFC 3629), printable.
std::optional<std::string> lineThatIsNotUtf8(std::string_view text);

/// The message of an exception as one line, without the C++ stack that libtorch appends.
std::string withoutFrames(std::string_view what);

/// A folder-safe name: letters, digits, '.', '_' and '-' are kept, anything else becomes '-'; at most 64
/// bytes, never empty and never starting with '.' or '-'.
std::string slug(std::string_view text);

/// A CSV field by RFC 4180; text that starts with '=', '+', '-' or '@' and is not a number is prefixed with
/// an apostrophe.
std::string csvField(std::string_view text);

}  // namespace trainyard::base
