// SPDX-License-Identifier: Apache-2.0
#include "core/base/name_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/base/unsigned_nan.h"

namespace trainyard::base {
namespace {

constexpr std::size_t kMostBytes = 200;     // of a name; file systems allow 255
constexpr std::size_t kLongestNumber = 24;  // without a width: -2.2250738585072014e-308

bool isCount(std::string_view field) {
    return field == NameTemplate::kEpoch || field == NameTemplate::kStep || field == NameTemplate::kBatch;
}

bool isFieldName(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return std::islower(c) || std::isdigit(c) || c == '_';
    });
}

bool isWidth(std::string_view text) {
    return text.size() <= 2 && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

/// Of a width or a precision; 0: it has none.
std::size_t numberIn(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// The format of a field for fmt; nothing for one that Python would not have, or not for such a number.
std::optional<std::string> formatOf(std::string_view field, std::string_view wanted) {
    std::string_view rest = wanted;
    const char kind =
        !rest.empty() && std::isalpha(static_cast<unsigned char>(rest.back())) ? rest.back() : '\0';
    if (kind != '\0') rest.remove_suffix(1);
    const auto dot = rest.find('.');
    const bool hasPrecision = dot != rest.npos;
    if (!isWidth(rest.substr(0, dot)) ||
        (hasPrecision && (dot + 1 == rest.size() || !isWidth(rest.substr(dot + 1)))))
        return std::nullopt;
    const bool isRight = isCount(field) ? !hasPrecision && (kind == '\0' || kind == 'd')
                                        : std::string_view("feg\0", 4).find(kind) != std::string_view::npos;
    if (!isRight) return std::nullopt;
    std::string format = fmt::format("{{:{}}}", wanted);
    try {
        (void)(isCount(field) ? fmt::format(fmt::runtime(format), 1)
                              : fmt::format(fmt::runtime(format), 1.0));
    } catch (const fmt::format_error&) {
        return std::nullopt;
    }
    return format;
}

std::unexpected<Error> refuse(base::Words why) {
    return fail(Code::kInvalidArgument, std::move(why), "name.template");
}

}  // namespace

Result<NameTemplate> NameTemplate::parse(std::string_view text) {
    if (text.starts_with('.') || text.starts_with('-'))
        return refuse(base::say("it begins with `{}`", text.substr(0, 1)));
    if (const auto hidden = hiddenCharacter(text))
        return refuse(base::say("it has the invisible character {}", *hidden));
    if (text.find('/') != text.npos) return refuse("it is the name of one file, without `/`");
    NameTemplate name;
    Part part;
    bool hasLetter = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isDoubled = i + 1 < text.size() && text[i + 1] == c;
        if ((c != '{' && c != '}') || isDoubled) {
            hasLetter |= std::isalpha(static_cast<unsigned char>(c)) != 0;
            part.text += c;
            i += c == '{' || c == '}' ? 1 : 0;
            continue;
        }
        const auto end = text.find('}', i);
        if (c == '}' || end == text.npos) return refuse("a brace has no counterpart");
        const std::string_view field = text.substr(i + 1, end - i - 1);
        const auto colon = field.find(':');
        const std::string_view wanted = colon == field.npos ? std::string_view() : field.substr(colon + 1);
        part.field = field.substr(0, colon);
        const auto format = isFieldName(part.field) ? formatOf(part.field, wanted) : std::nullopt;
        if (!format)
            return refuse(
                base::say("`{}` is not a field (expected one such as epoch:02d, step or val_loss:.2f)",
                          printable(field)));
        part.format = *format;
        part.longest = kLongestNumber + numberIn(wanted.substr(0, wanted.find('.'))) +
                       (wanted.find('.') == wanted.npos ? 0 : numberIn(wanted.substr(wanted.find('.') + 1)));
        name.parts_.push_back(std::exchange(part, {}));
        i = end;
    }
    if (!hasLetter) return refuse("it has no letter outside its fields, and would be taken for a step");
    name.parts_.push_back(std::move(part));
    std::size_t longest = 0;
    for (const Part& one : name.parts_) longest += one.text.size() + one.longest;
    if (longest > kMostBytes) return refuse(base::say("it makes names of more than {} bytes", kMostBytes));
    return name;
}

std::vector<std::string> NameTemplate::fields() const {
    std::vector<std::string> names;
    for (const Part& part : parts_)
        if (!part.field.empty()) names.push_back(part.field);
    return names;
}

std::string NameTemplate::expand(const std::map<std::string, std::int64_t>& counts,
                                 const std::map<std::string, double>& metrics) const {
    std::string name;
    for (const Part& part : parts_) {
        name += part.text;
        if (part.field.empty()) continue;
        if (const auto count = counts.find(part.field); count != counts.end()) {
            name += fmt::format(fmt::runtime(part.format), count->second);
            continue;
        }
        const auto metric = metrics.find(part.field);
        const double value =
            metric == metrics.end() ? std::numeric_limits<double>::quiet_NaN() : unsignedNan(metric->second);
        std::string number = fmt::format(fmt::runtime(part.format), value);
        if (number.size() > part.longest) number = fmt::format("{:e}", value);  // 1e300 with `f`
        name += number;
    }
    return name;
}

bool NameTemplate::mayGive(std::string_view name) const {
    return mayGive(0, name);
}

/// From that part on.
bool NameTemplate::mayGive(std::size_t part, std::string_view name) const {
    if (part == parts_.size()) return name.empty();
    const Part& one = parts_[part];
    if (!name.starts_with(one.text)) return false;
    name.remove_prefix(one.text.size());
    if (one.field.empty()) return mayGive(part + 1, name);
    // Of a width, a sign, a number, "nan" and "inf".
    const std::string_view ofNumbers = isCount(one.field) ? " 0123456789" : " +-.0123456789einfa";
    const std::size_t most = std::min({name.find_first_not_of(ofNumbers), name.size(), one.longest});
    for (std::size_t length = 1; length <= most; ++length)
        if (mayGive(part + 1, name.substr(length))) return true;
    return false;
}

}  // namespace trainyard::base
