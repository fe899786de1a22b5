// SPDX-License-Identifier: Apache-2.0
#include "core/base/words_json.h"

#include <optional>
#include <utility>
#include <vector>

namespace trainyard::base {
namespace {

using nlohmann::json;

constexpr int kDeepestWords = 24;

std::optional<Words> read(const json& tree, int depth) {
    if (tree.is_string()) return Words::plain(tree.get<std::string>());
    if (depth > kDeepestWords || !tree.is_object() || tree.size() != 2 || !tree.contains("sentence") ||
        !tree.contains("arguments") || !tree["sentence"].is_string() || !tree["arguments"].is_array() ||
        !hasPlaces(tree["sentence"].get_ref<const std::string&>(), tree["arguments"].size()))
        return std::nullopt;
    std::vector<Words> arguments;
    for (const json& one : tree["arguments"]) {
        auto argument = read(one, depth + 1);
        if (!argument) return std::nullopt;
        arguments.push_back(std::move(*argument));
    }
    return Words::of(tree["sentence"].get<std::string>(), std::move(arguments));
}

}  // namespace

json toJson(const Words& words) {
    if (words.sentence().empty()) return words.text();
    json arguments = json::array();
    for (const Words& argument : words.arguments()) arguments.push_back(toJson(argument));
    return {{"sentence", words.sentence()}, {"arguments", std::move(arguments)}};
}

Words wordsFromJson(const json& json, const std::string& english) {
    if (auto words = read(json, 0); words && words->text() == english) return std::move(*words);
    return Words::plain(english);
}

bool hasPlaces(std::string_view sentence, std::size_t arguments) {
    constexpr std::size_t kMost = 9;
    if (arguments > kMost) return false;
    for (std::size_t i = 0; i < arguments; ++i)
        if (sentence.find("%" + std::to_string(i + 1)) == sentence.npos) return false;
    return true;
}

}  // namespace trainyard::base
