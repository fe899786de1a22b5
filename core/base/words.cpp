// SPDX-License-Identifier: Apache-2.0
#include "core/base/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "core/base/check.h"
#include "core/base/text.h"

// The header includes the declarations of fmt alone.
template auto fmt::formatter<fmt::string_view>::format(const fmt::string_view&, fmt::format_context&) const
    -> fmt::format_context::iterator;

namespace trainyard::base {

struct Words::State {
    std::string text;
    std::string sentence;
    std::vector<Words> arguments;
};

Words Words::plain(std::string text) {
    Words words;
    if (!text.empty()) words.state_ = std::make_shared<const State>(State{std::move(text), {}, {}});
    return words;
}

Words Words::known(std::string_view sentence) {
    return of(std::string(sentence), {});
}

/// In one pass, so that what an argument says is never taken for a place.
static std::string filled(std::string_view sentence, std::span<const Words> arguments) {
    std::string text;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const bool isPlace = sentence[i] == '%' && i + 1 < sentence.size() && sentence[i + 1] >= '1' &&
                             sentence[i + 1] <= '9' &&
                             static_cast<std::size_t>(sentence[i + 1] - '1') < arguments.size();
        if (isPlace)
            text += arguments[static_cast<std::size_t>(sentence[++i] - '1')].text();
        else
            text += sentence[i];
    }
    return text;
}

Words Words::of(std::string sentence, std::vector<Words> arguments) {
    Words words;
    if (sentence.empty()) return words;
    std::string text = filled(sentence, arguments);
    words.state_ =
        std::make_shared<const State>(State{std::move(text), std::move(sentence), std::move(arguments)});
    return words;
}

const std::string& Words::text() const {
    static const std::string kNothing;
    return state_ ? state_->text : kNothing;
}

const std::string& Words::sentence() const {
    static const std::string kNothing;
    return state_ ? state_->sentence : kNothing;
}

std::span<const Words> Words::arguments() const {
    if (!state_) return {};
    return state_->arguments;
}

bool operator==(const Words& a, const Words& b) {
    return a.state_ == b.state_ || (a.text() == b.text() && a.sentence() == b.sentence() &&
                                    std::ranges::equal(a.arguments(), b.arguments()));
}

std::ostream& operator<<(std::ostream& out, const Words& words) {
    return out << words.text();
}

Words joined(std::span<const Words> all, std::string_view joint) {
    constexpr std::size_t kMost = 9;
    if (all.empty()) return {};
    if (all.size() == 1) return all.front();
    if (all.size() > kMost) {  // not one by one: a long list is not a deep one
        std::vector<Words> parts;
        for (std::size_t i = 0; i < all.size(); i += kMost)
            parts.push_back(joined(all.subspan(i, std::min(kMost, all.size() - i)), joint));
        return joined(parts, joint);
    }
    std::string sentence;
    for (std::size_t i = 0; i < all.size(); ++i)
        sentence += (i > 0 ? std::string(joint) : std::string()) + "%" + std::to_string(i + 1);
    return Words::of(std::move(sentence), {all.begin(), all.end()});
}

Words printableWords(const Words& words) {
    if (words.sentence().empty()) return Words::plain(printable(std::string_view(words.text())));
    std::vector<Words> arguments;
    for (const Words& argument : words.arguments()) arguments.push_back(printableWords(argument));
    return Words::of(words.sentence(), std::move(arguments));
}

Words listed(std::span<const Words> all, Last last) {
    if (all.size() < 2) return joined(all, ", ");
    return Words::of(last == Last::kOr ? "%1 or %2" : "%1 and %2",
                     {joined(all.first(all.size() - 1), ", "), all.back()});
}

Words countWords(std::int64_t count, std::string_view noun) {
    return Words::of("%1 " + std::string(noun) + (count == 1 ? "" : "s"),
                     {Words::plain(std::to_string(count))});
}

namespace detail {

Words saying(std::string_view format, std::initializer_list<Argument> arguments) {
    struct Field {
        std::size_t argument;
        std::string_view spec;
        bool operator==(const Field&) const = default;
    };
    std::vector<Field> fields;
    std::vector<Words> filledIn;
    std::string sentence;
    std::size_t next = 0;
    for (std::size_t i = 0; i < format.size(); ++i) {
        const char c = format[i];
        sentence += c;
        if (c == '}') ++i;  // "}}": fmt has checked that
        if (c != '{') continue;
        if (format[i + 1] == '{') {
            ++i;
            continue;
        }
        const std::size_t end = format.find('}', i);
        const std::string_view field = format.substr(i + 1, end - i - 1);
        TY_CHECK(field.find('{') == field.npos, "a width of an argument is a number");
        const std::size_t colon = std::min(field.find(':'), field.size());
        const std::size_t index =
            colon == 0 ? next++ : static_cast<std::size_t>(std::stoul(std::string(field.substr(0, colon))));
        const Field wanted{index, field.substr(colon)};
        const auto same = std::ranges::find(fields, wanted);
        const auto place = static_cast<std::size_t>(same - fields.begin());
        if (same == fields.end()) {
            const Argument& argument = arguments.begin()[index];
            fields.push_back(wanted);
            filledIn.push_back(
                argument.words && wanted.spec.empty()
                    ? *argument.words
                    : Words::plain(fmt::vformat("{" + std::string(wanted.spec) + "}", argument.value)));
        }
        sentence.back() = '%';
        sentence += std::to_string(place + 1);
        i = end;
    }
    TY_CHECK(fields.size() <= 9, "a sentence has nine arguments at most");
    return Words::of(std::move(sentence), std::move(filledIn));
}

}  // namespace detail

}  // namespace trainyard::base
