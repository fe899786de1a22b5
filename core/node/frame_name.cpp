// SPDX-License-Identifier: Apache-2.0
#include "core/node/frame_name.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace trainyard::node {
namespace {

constexpr std::string_view kLambda = "{lambda";
constexpr std::string_view kAnonymous = "(anonymous namespace)";
/// An inline namespace of libstdc++, omitted in source code.
constexpr std::string_view kNewAbi = "__cxx11::";
/// In the place of a space that belongs to a name.
constexpr char kHeldSpace = '\x01';

bool isOpening(char c) {
    return c == '(' || c == '<' || c == '[' || c == '{';
}
bool isClosing(char c) {
    return c == ')' || c == '>' || c == ']' || c == '}';
}

/// The position after the bracket that closes the one at `at`; the end of the text if none does.
std::size_t skipBrackets(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (isOpening(text[at])) ++depth;
        if (isClosing(text[at]) && !(text[at] == '>' && at > 0 && text[at - 1] == '-') && --depth == 0)
            return at + 1;
    }
    return text.size();
}

/// The lambda that a std wrapper was instantiated for, with its full qualification; empty if there is none.
std::string_view wrappedLambda(std::string_view text) {
    constexpr std::array<std::string_view, 4> kWrappers{
        "std::_Function_handler<", "std::thread::_State_impl<", "std::__invoke_impl<", "std::__invoke<"};
    if (std::ranges::none_of(kWrappers, [&](std::string_view wrapper) { return text.contains(wrapper); }))
        return {};
    const std::size_t at = text.find(kLambda);
    if (at == std::string_view::npos) return {};
    std::size_t begin = at;
    for (int depth = 0; begin > 0; --begin) {
        const char before = text[begin - 1];
        if (isClosing(before)) ++depth;
        if ((isOpening(before) || before == ',') && depth == 0) break;
        if (isOpening(before)) --depth;
    }
    std::size_t end = at;
    while (end < text.size() && text[end] != ',' && !isClosing(text[end]))
        end = isOpening(text[end]) ? skipBrackets(text, end) : end + 1;
    return text.substr(begin, end - begin);
}

/// Copies "operator<" and similar names, whose signs are not brackets; returns the position after it.
std::size_t copyOperator(std::string_view text, std::size_t at, std::string& into) {
    constexpr std::string_view kWord = "operator";
    into += kWord;
    at += kWord.size();
    if (text.substr(at).starts_with("()") || text.substr(at).starts_with("[]")) {
        into += text.substr(at, 2);
        return at + 2;
    }
    if (at < text.size() && text[at] == ' ') {  // operator new, operator bool
        into += kHeldSpace;
        ++at;
    }
    while (at < text.size() && std::string_view("<>=!+-*/%^&|~,").contains(text[at])) into += text[at++];
    return at;
}

bool beginsWord(std::string_view text, std::size_t at) {
    return at == 0 || (!std::isalnum(static_cast<unsigned char>(text[at - 1])) && text[at - 1] != '_');
}

}  // namespace

std::string functionName(std::string_view demangled) {
    if (const std::string_view lambda = wrappedLambda(demangled); !lambda.empty()) demangled = lambda;
    std::string name;
    for (std::size_t at = 0; at < demangled.size();) {
        const std::string_view rest = demangled.substr(at);
        const char c = rest.front();
        if (rest.starts_with("operator") && beginsWord(demangled, at)) {
            at = copyOperator(demangled, at, name);
        } else if (rest.starts_with(kAnonymous)) {
            name += "(anonymous";
            name += kHeldSpace;
            name += "namespace)";
            at += kAnonymous.size();
        } else if (rest.starts_with(kNewAbi)) {
            at += kNewAbi.size();
        } else if (rest.starts_with(" const") && at > 0 && demangled[at - 1] == ')') {
            at += std::string_view(" const").size();
        } else if (rest.starts_with(" [clone")) {
            break;
        } else if (c == '@') {  // "pthread_cond_wait@@GLIBC_2.3.2"
            break;
        } else if (c == '(' || c == '<' || c == '[') {
            at = skipBrackets(demangled, at);
        } else {
            name += c;
            ++at;
        }
    }
    while (!name.empty() && (name.back() == ' ' || name.back() == '&')) name.pop_back();
    if (const std::size_t space = name.rfind(' '); space != std::string::npos) name.erase(0, space + 1);
    std::ranges::replace(name, kHeldSpace, ' ');
    return name.empty() ? std::string(demangled) : name;
}

std::string briefName(std::string_view function) {
    constexpr std::string_view kOurs = "trainyard::";
    if (!function.starts_with(kOurs)) return std::string(function);
    for (;;) {
        const std::size_t next = function.find("::");
        const bool isNamespace =
            function.starts_with(kAnonymous) || std::islower(static_cast<unsigned char>(function.front()));
        if (next == std::string_view::npos || !isNamespace || next + 2 == function.size())
            return std::string(function);
        function.remove_prefix(next + 2);
    }
}

}  // namespace trainyard::node
