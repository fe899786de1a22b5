// SPDX-License-Identifier: Apache-2.0
#include "core/spec/schema_words.h"

#include <fmt/format.h>

#include "core/base/text.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

std::string number(const json& value) {
    if (value.is_number_float() &&
        value.get<double>() == static_cast<double>(static_cast<long long>(value.get<double>())))
        return fmt::format("{}", static_cast<long long>(value.get<double>()));
    return value.dump();
}

std::string range(const json& schema) {
    std::string text;
    if (schema.contains("minimum") && schema.contains("maximum") &&
        schema["maximum"].get<double>() < 2147483647)
        return fmt::format(" from {} to {}", number(schema["minimum"]), number(schema["maximum"]));
    if (schema.contains("minimum")) text = " ≥ " + number(schema["minimum"]);
    if (schema.contains("exclusiveMinimum")) text = " > " + number(schema["exclusiveMinimum"]);
    if (schema.contains("maximum")) text += (text.empty() ? " ≤ " : " and ≤ ") + number(schema["maximum"]);
    if (schema.contains("exclusiveMaximum"))
        text += (text.empty() ? " < " : " and < ") + number(schema["exclusiveMaximum"]);
    return text;
}

/// A word as it stands in a run file, without quotes where YAML needs none.
std::string word(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string expectedOfType(const json& schema) {
    const std::string type = schema.value("type", "");
    if (type == "integer") return "an integer" + range(schema);
    if (type == "number") return "a number" + range(schema);
    if (type == "boolean") return "true or false";
    if (type == "string") return "text";
    if (type == "array") return "a list";
    if (type == "null") return "null";
    if (type == "object") {
        if (schema.contains("required") && schema["required"].size() == 1)
            return fmt::format("{{{}: …}}", schema["required"][0].get<std::string>());
        return "a map";
    }
    return "a value";
}

}  // namespace

std::string joined(const std::vector<std::string>& words, const char* last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

std::string expectedBy(const json& schema) {
    if (schema.contains("const")) return word(schema["const"]);
    if (schema.contains("enum")) {
        std::vector<std::string> words;
        for (const json& value : schema["enum"]) words.push_back(word(value));
        return joined(words);
    }
    if (schema.contains("oneOf")) {
        std::vector<std::string> words;
        // What is to come is not offered.
        for (const json& alternative : schema["oneOf"])
            if (!alternative.contains("x-not-yet") && !alternative.contains("x-same-as"))
                words.push_back(expectedBy(alternative));
        return joined(words);
    }
    return expectedOfType(schema);
}

std::string shown(const json& value) {
    if (value.is_array()) return fmt::format("a list of {}", value.size());
    if (value.is_object()) {
        if (value.empty()) return "an empty map";
        return fmt::format("a map with the key `{}`", base::printable(value.begin().key().substr(0, 60)));
    }
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (value.is_string()) text = base::printable(value.get<std::string>());
    constexpr std::size_t kLongest = 80;
    if (text.size() > kLongest) {
        std::size_t end = kLongest;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
        text = text.substr(0, end) + "…";
    }
    return value.is_string() ? '"' + text + '"' : text;
}

}  // namespace trainyard::spec
