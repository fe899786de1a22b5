// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/overrides.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {

using nlohmann::json;

namespace {

/// Of a value that is not YAML. It is no file, which the parser takes it for.
base::Words notAValue(const YamlError& error, const std::string& yaml) {
    if (error.message == kNoDocument)
        return base::say("`{}` has no value; put quotes around a text that begins with % or #",
                         base::printable(yaml));
    if (error.message == kSecondDocument)
        return "there is more than one value; put quotes around a text that has ---";
    return error.message;
}

}  // namespace

std::vector<std::string> keysOfPath(const std::string& path) {
    std::vector<std::string> keys(1);
    for (char c : path) {
        if (c == '.' || c == '[') {
            if (!keys.back().empty()) keys.emplace_back();
        } else if (c != ']') {
            keys.back() += c;
        }
    }
    return keys;
}

base::Status placeAt(json& tree, const std::string& path, json value) {
    json* node = &tree;
    std::string way;
    for (const std::string& key : keysOfPath(path)) {
        if (node->is_array()) {
            const bool isIndex =
                !key.empty() && key.size() < 6 && key.find_first_not_of("0123456789") == std::string::npos;
            if (!isIndex || std::stoul(key) >= node->size())
                return base::fail(base::Code::kInvalidArgument,
                                  base::say("`{}` has {} entries, there is no entry {}", way, node->size(),
                                            base::printable(key)));
            node = &(*node)[std::stoul(key)];
        } else {
            // A name standing for a map of options (`optimizer: sgd`) gives way to that map.
            if (!node->is_object()) *node = json::object();
            node = &(*node)[key];
        }
        way = childPath(way, key);
    }
    *node = std::move(value);
    return {};
}

base::Status applyOverride(json& tree, const Override& set) {
    // An empty value is YAML's null, where an empty file would be an error.
    const bool isBlank = set.yaml.find_first_not_of(" \t\n") == std::string::npos;
    auto value = parseYaml(isBlank ? "null" : set.yaml);
    if (!value)
        return base::fail(base::Code::kInvalidArgument, notAValue(value.error(), set.yaml),
                          value.error().code);
    if (auto placed = placeAt(tree, set.path, std::move(value->value)); !placed)
        return base::fail(base::Code::kInvalidArgument, placed.error().message, "spec.unknown_key");
    return {};
}

}  // namespace trainyard::spec
