// SPDX-License-Identifier: Apache-2.0
#include "core/spec/yaml/yaml_write.h"

#include <algorithm>
#include <array>

#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

const json& nothing() {
    static const json kNothing = json::object();
    return kNothing;
}

bool isBlock(const json& value) {
    return value.is_structured() && !value.empty();
}

/// A colon ends a key, and between digits makes a number of base 60 in YAML 1.1.
bool mayBeMoreThanText(const std::string& text) {
    const bool beginsWithLetter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
    return text.find(':') != std::string::npos && (!beginsWithLetter || text.back() == ':');
}

}  // namespace

const json& schemaFor(const json& schema, const json& value) {
    if (!schema.contains("oneOf")) return schema;
    // A key that can have only one value identifies its alternative by it.
    const auto isOther = [&](const json& properties) {
        return std::ranges::any_of(properties.items(), [&](const auto& property) {
            return property.value().contains("const") && value.contains(property.key()) &&
                   value[property.key()] != property.value()["const"];
        });
    };
    for (const json& alternative : schema["oneOf"])
        if (alternative.contains("properties") && value.is_object() && !value.empty() &&
            alternative["properties"].contains(value.begin().key()) && !isOther(alternative["properties"]))
            return alternative;
    if (value.is_array())
        for (const json& alternative : schema["oneOf"])
            if (alternative.contains("items")) return alternative;
    return nothing();
}

const json& schemaOf(const json& schema, const json& map, const std::string& key) {
    const json& chosen = schemaFor(schema, map);
    if (!chosen.contains("properties") || !chosen["properties"].contains(key)) return nothing();
    return chosen["properties"][key];
}

const json& itemSchemaOf(const json& schema) {
    if (schema.contains("items")) return schema["items"];
    if (schema.contains("oneOf"))
        for (const json& alternative : schema["oneOf"])
            if (alternative.contains("items")) return alternative["items"];
    return nothing();
}

std::vector<std::string> keysInOrder(const json& value, const json& schema) {
    std::vector<std::string> keys;
    for (const json& key : schema.value("x-order", json::array()))
        if (value.contains(key.get<std::string>())) keys.push_back(key);
    for (const auto& item : value.items())
        if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) keys.push_back(item.key());
    return keys;
}

std::string yamlText(const std::string& text) {
    const bool isPlain =
        !text.empty() &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:") ==
            std::string::npos &&
        text[0] != '-' && text[0] != '+' && !readsAsOtherThanText(text) && !mayBeMoreThanText(text);
    // Readers of YAML 1.1 take these for booleans.
    constexpr std::array kOldBooleans{"yes", "no", "on", "off", "y", "n", "Yes",  "No",    "On",   "Off",
                                      "YES", "NO", "ON", "OFF", "Y", "N", "True", "False", "TRUE", "FALSE"};
    if (isPlain && std::find(kOldBooleans.begin(), kOldBooleans.end(), text) == kOldBooleans.end())
        return text;
    return json(text).dump();  // a JSON string is a double-quoted YAML scalar
}

std::string blockYaml(const json& value, const json& schema, int indent) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    std::string out;
    if (value.is_array()) {
        for (const json& item : value) {
            const json& items = itemSchemaOf(schema);
            // A nested map or list starts on the dash's line.
            out += margin + "- " +
                   (isBlock(item) ? blockYaml(item, items, indent + 2).substr(margin.size() + 2)
                                  : flowYaml(item, items) + '\n');
        }
        return out;
    }
    for (const std::string& key : keysInOrder(value, schemaFor(schema, value))) {
        const json& inside = schemaOf(schema, value, key);
        out += margin + yamlText(key) + ':';
        out += isBlock(value[key]) ? '\n' + blockYaml(value[key], inside, indent + 2)
                                   : ' ' + flowYaml(value[key], inside) + '\n';
    }
    return out;
}

std::string flowYaml(const json& value, const json& schema) {
    if (value.is_string()) return yamlText(value.get<std::string>());
    if (!value.is_structured()) return value.dump();
    std::string out;
    if (value.is_array()) {
        for (const json& item : value)
            out += (out.empty() ? "" : ", ") + flowYaml(item, itemSchemaOf(schema));
        return '[' + out + ']';
    }
    for (const std::string& key : keysInOrder(value, schemaFor(schema, value)))
        out += (out.empty() ? "" : ", ") + yamlText(key) + ": " +
               flowYaml(value[key], schemaOf(schema, value, key));
    return '{' + out + '}';
}

}  // namespace trainyard::spec
