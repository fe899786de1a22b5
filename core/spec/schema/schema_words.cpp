// SPDX-License-Identifier: Apache-2.0
#include "core/spec/schema/schema_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

std::string wholeNumber(const json& value) {
    if (value.is_number_float() &&
        value.get<double>() == static_cast<double>(static_cast<long long>(value.get<double>())))
        return fmt::format("{}", static_cast<long long>(value.get<double>()));
    return value.dump();
}

base::Words range(const json& schema) {
    if (schema.contains("minimum") && schema.contains("maximum"))
        return base::say(" from {} to {}", wholeNumber(schema["minimum"]), wholeNumber(schema["maximum"]));
    const auto bound = [&](const char* inclusive, const char* exclusive, const char* least,
                           const char* strict) {
        if (schema.contains(exclusive)) return fmt::format("{} {}", strict, wholeNumber(schema[exclusive]));
        if (schema.contains(inclusive)) return fmt::format("{} {}", least, wholeNumber(schema[inclusive]));
        return std::string();
    };
    const std::string low = bound("minimum", "exclusiveMinimum", "≥", ">");
    const std::string high = bound("maximum", "exclusiveMaximum", "≤", "<");
    if (!low.empty() && !high.empty()) return base::say(" {} and {}", low, high);
    if (low.empty() && high.empty()) return {};
    return base::Words::plain(" " + low + high);
}

/// A word in run file notation, without quotes if YAML needs none.
std::string word(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

base::Words requiredKeys(const json& map) {
    std::string keys;
    for (const json& key : map["required"])
        keys += fmt::format("{}{}: …", keys.empty() ? "" : ", ", key.get<std::string>());
    return base::Words::plain(fmt::format("{{{}}}", keys));
}

/// Whether a map is one of several, which its required keys tell it from.
bool isOneOfMaps(const json& alternative, const json& all) {
    const auto isMap = [](const json& one) { return one.value("type", "") == "object"; };
    return isMap(alternative) && alternative.contains("required") && std::ranges::count_if(all, isMap) > 1;
}

base::Words expectedMap(const json& schema) {
    if (schema.contains("required") && schema["required"].size() == 1) return requiredKeys(schema);
    if (schema.contains("x-keys") && schema.contains("x-order") && !schema["x-order"].empty())
        return base::say("a map such as {{{}: …}}", schema["x-order"][0].get<std::string>());
    return "a map";
}

void addExpected(const json& schema, std::vector<base::Words>& words) {
    if (schema.contains("const")) return words.push_back(base::Words::plain(word(schema["const"])));
    if (schema.contains("enum")) {
        for (const json& value : schema["enum"]) words.push_back(base::Words::plain(word(value)));
        return;
    }
    if (schema.contains("oneOf")) {
        // Values not supported yet, or short forms of others, are not suggested.
        for (const json& alternative : schema["oneOf"])
            if (alternative.contains("x-not-yet") || alternative.contains("x-same-as"))
                continue;
            else if (isOneOfMaps(alternative, schema["oneOf"]))
                words.push_back(requiredKeys(alternative));
            else
                addExpected(alternative, words);
        return;
    }
    const std::string type = schema.value("type", "");
    if (type == "integer") return words.push_back(base::say("an integer{}", range(schema)));
    if (type == "number") return words.push_back(base::say("a number{}", range(schema)));
    if (type == "string") return words.push_back("text");
    if (type == "array") return words.push_back("a list");
    if (type == "null") return words.push_back("null");
    if (type == "object") return words.push_back(expectedMap(schema));
    if (type == "boolean") {
        words.push_back("true");
        return words.push_back("false");
    }
    words.push_back("a value");
}

}  // namespace

base::Words joined(const std::vector<std::string>& words, const char* last) {
    std::vector<base::Words> all;
    for (const std::string& word : words) all.push_back(base::Words::plain(word));
    const std::string_view joint(last);
    if (joint == ", ") return base::joined(all, joint);
    return base::listed(all, joint == " or " ? base::Last::kOr : base::Last::kAnd);
}

base::Words expectedBy(const json& schema) {
    std::vector<base::Words> words;
    addExpected(schema, words);
    return base::listed(words, base::Last::kOr);
}

base::Words shown(const json& value) {
    if (value.is_array()) return base::say("a list of {}", value.size());
    if (value.is_object()) {
        if (value.empty()) return "an empty map";
        constexpr std::size_t kMostKeys = 6;
        std::vector<base::Words> keys;
        for (const auto& item : value.items()) {
            keys.push_back(keys.size() < kMostKeys ? base::Words::plain(fmt::format(
                                                         "`{}`", base::printable(item.key().substr(0, 60))))
                                                   : base::say("{} more", value.size() - kMostKeys));
            if (keys.size() > kMostKeys) break;
        }
        if (keys.size() == 1) return base::say("a map with the key {}", keys.front());
        return base::say("a map with the keys {}", base::listed(keys, base::Last::kAnd));
    }
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (value.is_string()) text = base::printable(value.get<std::string>());
    constexpr std::size_t kLongest = 80;
    if (text.size() > kLongest) {
        std::size_t end = kLongest;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
        text = text.substr(0, end) + "…";
    }
    return base::Words::plain(value.is_string() ? '"' + text + '"' : text);
}

}  // namespace trainyard::spec
