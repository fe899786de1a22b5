// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/printed_members.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/text.h"
#include "core/events/line_file.h"

namespace trainyard::control {
namespace {

/// Reads through a text; every function leaves the place after what it has read.
class MemberReader {
  public:
    explicit MemberReader(std::string_view text) : text_(text) {}

    std::size_t readAll(std::vector<PrintedMember>& members) {
        if (!take('{')) return 0;
        if (take('}')) return at_;
        for (;;) {
            PrintedMember member;
            skipSpace();
            if (!readString(member.name) || !take(':')) return 0;
            const std::string value = readValue(member.isQuoted);
            if (hasFailed_) return 0;
            if (const auto number = printedNumber(value)) {
                member.value = *number;
                member.step = printedStep(value);
                members.push_back(std::move(member));
            }
            if (take('}')) return at_;
            if (!take(',')) return 0;
        }
    }

  private:
    bool isEnd() const { return at_ >= text_.size(); }
    void skipSpace() {
        while (!isEnd() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(char wanted) {
        skipSpace();
        if (isEnd() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    /// A name with an escape other than of one character is kept as it is written.
    bool readString(std::string& string) {
        if (isEnd() || (text_[at_] != '"' && text_[at_] != '\'')) return false;
        const char quote = text_[at_++];
        for (; !isEnd() && text_[at_] != quote; ++at_) {
            const bool isEscape = text_[at_] == '\\' && at_ + 1 < text_.size();
            if (isEscape && std::string_view("\"'\\/").find(text_[at_ + 1]) != std::string_view::npos) ++at_;
            string += text_[at_];
        }
        if (isEnd()) return false;
        ++at_;
        return true;
    }

    /// Its text, without quotes.
    std::string readValue(bool& isQuoted) {
        skipSpace();
        std::string string;
        if (readString(string)) {
            isQuoted = true;
            return string;
        }
        const std::size_t start = at_;
        if (!skipValue()) {
            hasFailed_ = true;
            return {};
        }
        std::string_view value = text_.substr(start, at_ - start);
        // NumPy 2 shows its scalars so.
        if (value.starts_with("np.") && value.ends_with(')')) {
            value.remove_suffix(1);
            value.remove_prefix(std::min(value.size(), value.find('(') + 1));
        }
        return std::string(value);
    }

    /// Up to the comma or the brace after a value, whatever is within brackets of any kind.
    bool skipValue() {
        int depth = 0;
        for (; !isEnd(); ++at_) {
            const char c = text_[at_];
            if (depth == 0 && (c == ',' || c == '}')) return true;
            if (c == '"' || c == '\'') {
                std::string skipped;
                if (!readString(skipped)) return false;
                --at_;
            } else if (c == '{' || c == '[' || c == '(') {
                ++depth;
            } else if (c == '}' || c == ']' || c == ')') {
                if (--depth < 0) return false;
            }
        }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool hasFailed_ = false;
};

template <typename Number>
std::optional<Number> numberOf(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

std::optional<double> printedNumber(std::string_view text) {
    return events::numberIn(text);
}

PrintedStep printedStep(std::string_view text) {
    constexpr double kFirstInexact = 9007199254740992.0;  // 2^53
    if (const auto whole = numberOf<std::int64_t>(text)) return {whole};
    const auto number = numberOf<double>(text);
    if (!number || !std::isfinite(*number) || *number != std::floor(*number)) return {};
    if (std::abs(*number) >= kFirstInexact) return {std::nullopt, true};
    return {static_cast<std::int64_t>(*number)};
}

events::SeriesName seriesOf(std::string_view printedName) {
    return events::seriesName(base::printable(printedName), "");
}

std::size_t readMembers(std::string_view text, std::vector<PrintedMember>& members) {
    return MemberReader(text).readAll(members);
}

}  // namespace trainyard::control
