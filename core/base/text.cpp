// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace trainyard::base {
namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text` (RFC 3629), 0 if it is broken; sets
/// `point`.
std::size_t decode(std::string_view text, std::uint32_t& point) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    std::size_t length = lead < 0x80                   ? 1
                         : lead >= 0xC2 && lead < 0xE0 ? 2
                         : lead >= 0xE0 && lead < 0xF0 ? 3
                         : lead >= 0xF0 && lead < 0xF5 ? 4
                                                       : 0;
    if (length == 0 || length > text.size()) return 0;
    point = length == 1 ? lead : lead & (0xFF >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
        point = point << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    return overlong || surrogate || point > 0x10FFFF ? 0 : length;
}

bool reordersText(std::uint32_t point) {
    return point == 0x061C || point == 0x200E || point == 0x200F || (point >= 0x202A && point <= 0x202E) ||
           (point >= 0x2066 && point <= 0x2069) || point == 0x2028 || point == 0x2029;
}

/// Length of the control sequence at the start of `text`, which begins with ESC; 0 if it is none (ECMA-48,
/// 5.4: parameter bytes, intermediate bytes, a final byte).
std::size_t controlSequence(std::string_view text) {
    const auto isIn = [&](std::size_t at, char first, char last) {
        return at < text.size() && text[at] >= first && text[at] <= last;
    };
    if (text.size() < 3 || text[1] != '[') return 0;
    std::size_t at = 2;
    while (isIn(at, '0', '?')) ++at;
    while (isIn(at, ' ', '/')) ++at;
    return isIn(at, '@', '~') ? at + 1 : 0;
}

/// A line of a stack as c10 writes them, in its two ways; `isTrace`: in the second, whose head was before.
bool isOfAStack(std::string_view line, bool& isTrace) {
    if (line.starts_with("C++ CapturedTraceback:")) return isTrace = true;
    if (line.starts_with("frame #") || line.starts_with("Exception raised from ")) return true;
    return isTrace && line.size() > 1 && line[0] == '#' && line[1] >= '0' && line[1] <= '9';
}

}  // namespace

std::size_t lastStateAt(std::string_view line) {
    while (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t last = line.rfind('\r');
    return last == std::string_view::npos ? 0 : last + 1;
}

std::string asOnTerminal(std::string_view line) {
    line.remove_prefix(lastStateAt(line));
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_of("\x1b\b") == std::string_view::npos) return std::string(line);
    std::vector<std::string_view> cells;
    std::size_t cursor = 0;
    for (std::size_t at = 0; at < line.size();) {
        std::uint32_t point = 0;
        const std::size_t control = line[at] == '\x1b' ? controlSequence(line.substr(at)) : 0;
        const std::size_t length = std::max<std::size_t>(1, decode(line.substr(at), point));
        if (control == 0 && line[at] == '\b') {
            cursor -= cursor > 0 ? 1 : 0;
        } else if (control == 0) {
            cells.resize(std::max(cells.size(), cursor + 1));
            cells[cursor++] = line.substr(at, length);
        }
        at += control > 0 ? control : length;
    }
    return fmt::format("{}", fmt::join(cells, ""));
}

std::string shortened(std::string_view text, std::size_t mostBytes) {
    constexpr std::string_view kLeftOut = "…";
    if (text.size() <= mostBytes) return std::string(text);
    const auto isInside = [&](std::size_t at) {  // a character, that is: behind its first byte
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    // Both ends say most: what failed, and why.
    const std::size_t room = mostBytes > kLeftOut.size() ? mostBytes - kLeftOut.size() : 0;
    std::size_t head = room / 2, tail = text.size() - (room - room / 2);
    while (head > 0 && isInside(head)) --head;
    while (isInside(tail)) ++tail;
    return std::string(text.substr(0, head)).append(kLeftOut).append(text.substr(tail));
}

std::optional<std::string> lineThatIsNotUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::uint32_t point = 0;
        if (const std::size_t length = decode(text.substr(at), point); length > 0) {
            at += length;
            continue;
        }
        const std::size_t before = text.substr(0, at).rfind('\n');
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        return printable(text.substr(begin, text.find('\n', at) - begin));
    }
    return std::nullopt;
}

namespace {

/// The message of an exception of the JSON library without "[json.exception…]" and the names of its grammar.
std::string withoutJsonMark(std::string_view what) {
    constexpr std::string_view kMark = "[json.exception.", kEnd = "] ",
                               kSyntax = "syntax error while parsing ";
    const std::size_t begin = what.find(kMark), end = what.find(kEnd, begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) return std::string(what);
    std::string words = std::string(what.substr(0, begin)).append(what.substr(end + kEnd.size()));
    // "parse error at line 1, column 6: syntax error while parsing object key - unexpected end of input"
    const std::size_t syntax = words.find(kSyntax), dash = words.find(" - ", syntax);
    if (syntax != std::string::npos && dash != std::string::npos) words.erase(syntax, dash + 3 - syntax);
    return words;
}

}  // namespace

std::string grouped(std::string digits) {
    const int first = digits.starts_with('-') ? 1 : 0;
    for (int at = static_cast<int>(digits.size()) - 3; at > first; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

std::string withoutFrames(std::string_view what) {
    std::string words;
    bool hasStack = false, isTrace = false;
    for (std::size_t begin = 0; begin <= what.size();) {
        const std::size_t end = std::min(what.find('\n', begin), what.size());
        const std::string_view line = what.substr(begin, end - begin);
        begin = end + 1;
        const bool isFrame = isOfAStack(line, isTrace);
        hasStack |= isFrame;
        if (isFrame || (hasStack && line.empty())) continue;
        if (!words.empty()) words += hasStack ? ' ' : '\n';
        words += line;
    }
    return withoutJsonMark(hasStack ? words : what);
}

namespace {

/// The visible escape of a character that must not be shown as it is: control characters, bidirectional
/// overrides.
std::optional<std::string> escapeOf(std::uint32_t point) {
    if (point < 0x20 || point == 0x7F || (point >= 0x80 && point < 0xA0))
        return fmt::format("\\x{:02x}", point);
    if (reordersText(point)) return fmt::format("\\u{:04x}", point);
    return std::nullopt;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        std::uint32_t point = 0;
        const std::size_t length = decode(text, point);
        if (length == 0) {
            safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
            text.remove_prefix(1);
            continue;
        }
        const auto escape = point == '\t' ? std::nullopt : escapeOf(point);
        safe += escape ? std::string_view(*escape) : text.substr(0, length);
        text.remove_prefix(length);
    }
    return safe;
}

std::string printableLines(std::string_view text) {
    std::string safe;
    for (;;) {
        const std::size_t end = text.find('\n');
        safe += printable(text.substr(0, end));
        if (end == std::string_view::npos) return safe;
        safe += '\n';
        text.remove_prefix(end + 1);
    }
}

std::optional<std::string> hiddenCharacter(std::string_view text) {
    while (!text.empty()) {
        std::uint32_t point = 0;
        const std::size_t length = decode(text, point);
        if (length == 0) return fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        if (auto escape = escapeOf(point)) return escape;
        text.remove_prefix(length);
    }
    return std::nullopt;
}

std::string withoutHidden(std::string json) {
    // Bytes above 0x7f, and DEL, occur only inside strings; most texts have none.
    const auto isPlain = [](char c) { return static_cast<unsigned char>(c) < 0x7F; };
    if (std::ranges::all_of(json, isPlain)) return json;
    std::string safe;
    safe.reserve(json.size());
    for (std::string_view rest = json; !rest.empty();) {
        std::uint32_t point = 0;
        const std::size_t length = std::max<std::size_t>(1, decode(rest, point));
        if (point >= 0x7F && escapeOf(point))
            safe += fmt::format("\\u{:04x}", point);
        else
            safe += rest.substr(0, length);
        rest.remove_prefix(length);
    }
    return safe;
}

std::string slug(std::string_view text) {
    std::string name;
    for (char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '.' || c == '_' || c == '-';
        const char next = plain ? c : '-';
        if (name.empty() && (next == '.' || next == '-')) continue;
        if (next == '-' && name.ends_with('-')) continue;
        name += next;
        if (name.size() == 64) break;
    }
    while (name.ends_with('-')) name.pop_back();
    return name.empty() ? "run" : name;
}

std::string csvField(std::string_view text) {
    std::string field(text);
    if (!field.empty() && std::string_view("=+-@\t\r").find(field[0]) != std::string_view::npos) {
        char* end = nullptr;
        (void)std::strtod(field.c_str(), &end);
        if (end != field.c_str() + field.size()) field.insert(0, "'");
    }
    if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
    std::string quoted = "\"";
    for (char c : field) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

}  // namespace trainyard::base
