// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::base {

/// A text for people: the sentence as the sources have it, with "%1" … "%9" for its arguments, and those.
/// The window finds the sentence in its catalogue and fills the arguments in; an argument that is Words
/// itself is translated in turn. Commands, logs and the store's columns use text(), the English.
///
/// Made by say(), or of a string literal, which is a sentence without arguments. What another program or a
/// library says is plain(): it has no sentence and is shown as it is. A value: copies share what they have,
/// and nothing changes it. [any]
class Words {
  public:
    Words() = default;
    /// A sentence without arguments.
    template <std::size_t size>
    Words(const char (&sentence)[size])  // NOLINT(google-explicit-constructor): as a std::string takes it
        : Words(known(sentence)) {}
    template <std::size_t size>
    Words(char (&buffer)[size]) = delete;  ///< no sentence of the sources

    /// What a third party's program, library or file says: never translated.
    static Words plain(std::string text);
    /// A sentence that is known at run time alone: one of a table, or of the operating system.
    static Words known(std::string_view sentence);
    /// As it was taken apart: `sentence` with "%1" … for each of `arguments`, at most nine.
    static Words of(std::string sentence, std::vector<Words> arguments);

    /// In English.
    const std::string& text() const;
    /// The sentence; empty: this is plain text.
    const std::string& sentence() const;
    std::span<const Words> arguments() const;
    bool empty() const { return text().empty(); }

    operator const std::string&() const { return text(); }  // NOLINT(google-explicit-constructor)

    /// Equal in every language.
    friend bool operator==(const Words& a, const Words& b);
    friend bool operator==(const Words& words, std::string_view english) { return words.text() == english; }
    friend bool operator==(const Words& words, const char* english) { return words.text() == english; }
    friend bool operator==(const Words& words, const std::string& english) { return words.text() == english; }

  private:
    struct State;
    std::shared_ptr<const State> state_;
};

std::ostream& operator<<(std::ostream& out, const Words& words);

/// Words joined by `joint`, which is punctuation such as ": ": "a: b: c".
Words joined(std::span<const Words> all, std::string_view joint);

/// With every argument made safe for a terminal, as base::printable() does.
Words printableWords(const Words& words);

enum class Last { kOr, kAnd };
/// "a, b or c".
Words listed(std::span<const Words> all, Last last);
/// "1 sample", "3 samples".
Words countWords(std::int64_t count, std::string_view noun);

namespace detail {
struct Argument {
    const Words* words;      ///< null: a value
    fmt::format_args value;  ///< alone
};
Words saying(std::string_view format, std::initializer_list<Argument> arguments);
template <typename T>
const Words* wordsOf(const T& value) {
    if constexpr (std::same_as<T, Words>) return &value;
    return nullptr;
}
}  // namespace detail

/// say("no such file: {}", path): fmt's format, checked when it is compiled. An argument with a format of
/// its own ("{:.3f}") is kept as it is printed; "{{" is a brace.
template <typename... T>
Words say(fmt::format_string<T...> format, T&&... arguments) {
    static_assert(sizeof...(T) <= 9, "a sentence has nine arguments at most");
    const fmt::string_view text = format;
    return detail::saying({text.data(), text.size()},
                          {{detail::wordsOf(arguments), fmt::make_format_args(arguments)}...});
}

}  // namespace trainyard::base

/// Prints the English.
template <>
struct fmt::formatter<trainyard::base::Words> : fmt::formatter<fmt::string_view> {
    template <typename Context>
    auto format(const trainyard::base::Words& words, Context& context) const {
        return fmt::formatter<fmt::string_view>::format(words.text(), context);
    }
};
