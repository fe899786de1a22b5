// SPDX-License-Identifier: Apache-2.0
#include "core/data/date_columns.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <numbers>

#include "core/spec/lint/preprocessing_lint.h"

namespace trainyard::data {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};

std::chrono::sys_days dayOf(const Moment& at) {
    return std::chrono::year_month_day{std::chrono::year(at.year),
                                       std::chrono::month(static_cast<unsigned>(at.month)),
                                       std::chrono::day(static_cast<unsigned>(at.day))};
}

double dayOfYear(const Moment& at) {
    return static_cast<double>((dayOf(at) - dayOf({at.year})).count() + 1);
}
double weekday(const Moment& at) {
    return std::chrono::weekday(dayOf(at)).iso_encoding() - 1.0;
}
double daysSince1970(const Moment& at) {
    return static_cast<double>(dayOf(at).time_since_epoch().count());
}

/// Takes what directives say off the front of a text.
class Reader {
  public:
    explicit Reader(std::string_view text) : left_(text) {}

    bool isAtEnd() const { return left_.empty(); }
    bool takeCharacter(char c) {
        if (!left_.starts_with(c)) return false;
        left_.remove_prefix(1);
        return true;
    }
    /// At most `digits` digits, from `least` to `most`.
    bool takeNumber(std::size_t digits, int least, int most, int& out) {
        std::size_t count = 0;
        while (count < std::min(digits, left_.size()) && left_[count] >= '0' && left_[count] <= '9') ++count;
        const auto number = numberIn<int>(left_.substr(0, count));
        if (!number || *number < least || *number > most) return false;
        out = *number;
        left_.remove_prefix(count);
        return true;
    }
    bool takeWord(std::string_view lower) {
        if (left_.size() < lower.size()) return false;
        for (std::size_t i = 0; i < lower.size(); ++i)
            if (std::tolower(static_cast<unsigned char>(left_[i])) != lower[i]) return false;
        left_.remove_prefix(lower.size());
        return true;
    }

  private:
    std::string_view left_;
};

/// A moment while it is read.
struct Parsed {
    Moment at;
    int dayOfYear = 0;  ///< 0: not given
    int half = -1;      ///< 0: before noon, 1: after
    bool take(char directive, Reader& text);
    bool takeMonth(std::size_t letters, Reader& text) {
        for (std::size_t i = 0; i < kMonths.size(); ++i)
            if (text.takeWord(kMonths[i].substr(0, letters))) {
                at.month = static_cast<int>(i) + 1;
                return true;
            }
        return false;
    }
};

bool Parsed::take(char directive, Reader& text) {
    switch (directive) {
        case 'Y':
            return text.takeNumber(4, 1, 9999, at.year);
        case 'y':  // as POSIX has it: 69 is 1969, 68 is 2068
            if (!text.takeNumber(2, 0, 99, at.year)) return false;
            at.year += at.year < 69 ? 2000 : 1900;
            return true;
        case 'm':
            return text.takeNumber(2, 1, 12, at.month);
        case 'd':
            return text.takeNumber(2, 1, 31, at.day);
        case 'j':
            return text.takeNumber(3, 1, 366, dayOfYear);
        case 'b':
            return takeMonth(3, text);
        case 'B':
            return takeMonth(std::string_view::npos, text);
        case 'H':
            return text.takeNumber(2, 0, 23, at.hour);
        case 'I':
            return text.takeNumber(2, 1, 12, at.hour);
        case 'M':
            return text.takeNumber(2, 0, 59, at.minute);
        case 'S':
            return text.takeNumber(2, 0, 59, at.second);
        case 'p':
            half = text.takeWord("am") ? 0 : text.takeWord("pm") ? 1 : -1;
            return half >= 0;
        default:
            return text.takeCharacter(directive);
    }
}

}  // namespace

std::optional<Moment> momentIn(std::string_view text, std::string_view format) {
    Reader left(text);
    Parsed parsed;
    for (std::size_t i = 0; i < format.size(); ++i) {
        const bool isDirective = format[i] == '%' && i + 1 < format.size();
        if (isDirective) ++i;
        if (isDirective ? !parsed.take(format[i], left) : !left.takeCharacter(format[i])) return std::nullopt;
    }
    if (!left.isAtEnd()) return std::nullopt;
    Moment& at = parsed.at;
    if (parsed.half >= 0) at.hour = at.hour % 12 + 12 * parsed.half;
    if (parsed.dayOfYear > 0) {
        const std::chrono::year_month_day day(dayOf({at.year}) + std::chrono::days(parsed.dayOfYear - 1));
        if (day.year() != std::chrono::year(at.year)) return std::nullopt;
        at.month = static_cast<int>(static_cast<unsigned>(day.month()));
        at.day = static_cast<int>(static_cast<unsigned>(day.day()));
    }
    const std::chrono::year_month_day day{std::chrono::year(at.year),
                                          std::chrono::month(static_cast<unsigned>(at.month)),
                                          std::chrono::day(static_cast<unsigned>(at.day))};
    if (!day.ok()) return std::nullopt;
    return at;
}

const std::vector<DateColumns::Part>& DateColumns::allParts() {
    static const std::vector<Part> parts{
        {"year", [](const Moment& at) { return double(at.year); }, 0, 0},
        {"month", [](const Moment& at) { return double(at.month); }, 12, 1},
        {"day", [](const Moment& at) { return double(at.day); }, 31, 1},
        {"day_of_year", &dayOfYear, 366, 1},
        {"weekday", &weekday, 7, 0},
        {"hour", [](const Moment& at) { return double(at.hour); }, 24, 0},
        {"minute", [](const Moment& at) { return double(at.minute); }, 60, 0},
        {"second", [](const Moment& at) { return double(at.second); }, 60, 0},
        {"days", &daysSince1970, 0, 0},
    };
    return parts;
}

base::Result<DateColumns> DateColumns::create(const LayerOptions& options) {
    DateColumns dates;
    TY_ASSIGN(const auto format, options.one<std::string>("format"));
    dates.format_ = format.value_or("%Y-%m-%d");
    for (std::size_t i = 0; i < dates.format_.size(); ++i) {
        if (dates.format_[i] != '%') continue;
        ++i;
        if (i == dates.format_.size() ||
            spec::kDateDirectives.find(dates.format_[i]) == std::string_view::npos)
            return options.wrong("format",
                                 base::say("only {} after %", fmt::join(spec::kDateDirectives, ", ")));
    }
    TY_ASSIGN(const auto cyclic, options.one<bool>("cyclic"));
    dates.isCyclic_ = cyclic.value_or(false);
    TY_ASSIGN(const std::vector<std::string> names, options.list<std::string>("parts"));
    if (names.empty()) return options.wrong("parts");
    for (const std::string& name : names) {
        const auto part = std::ranges::find(allParts(), name, &Part::name);
        if (part == allParts().end()) return options.wrong("parts");
        if (std::ranges::find(dates.parts_, name, &Part::name) != dates.parts_.end())
            return options.wrong("parts", "each part once");
        dates.width_ += dates.isCyclic_ && part->period > 0 ? 2 : 1;
        dates.parts_.push_back(*part);
    }
    return dates;
}

base::Result<std::vector<double>> DateColumns::numbersOfCell(std::string_view cell) const {
    const auto at = momentIn(trimmed(cell), format_);
    if (!at)
        return base::fail(base::Code::kDataLoss,
                          base::say("\"{}\" is not a date of the format {}", shownCell(cell), format_));
    std::vector<double> numbers;
    for (const Part& part : parts_) {
        const double number = part.of(*at);
        if (!isCyclic_ || part.period == 0) {
            numbers.push_back(number);
            continue;
        }
        const double angle = 2 * std::numbers::pi * (number - part.first) / part.period;
        numbers.push_back(std::sin(angle));
        numbers.push_back(std::cos(angle));
    }
    return numbers;
}

}  // namespace trainyard::data
