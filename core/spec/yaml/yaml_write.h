// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trainyard::spec {

/// The keys of a map in the usual order: that of `schema` (its `x-order`), then the others.
std::vector<std::string> keysInOrder(const nlohmann::json& value, const nlohmann::json& schema);
/// The alternative of `schema` selected by a map's keys, or the schema itself; an empty one for undescribed
/// keys.
const nlohmann::json& schemaFor(const nlohmann::json& schema, const nlohmann::json& value);
/// The schema of the value at `key` of such a map, or of a list's items.
const nlohmann::json& schemaOf(const nlohmann::json& schema, const nlohmann::json& map,
                               const std::string& key);
const nlohmann::json& itemSchemaOf(const nlohmann::json& schema);

/// A string as a YAML scalar: plain if every reader would take it for a string, else quoted.
std::string yamlText(const std::string& text);
/// A non-empty map or list as block-style YAML, every line indented by `indent` spaces and terminated.
std::string blockYaml(const nlohmann::json& value, const nlohmann::json& schema, int indent);
/// Any value on one line.
std::string flowYaml(const nlohmann::json& value, const nlohmann::json& schema);

}  // namespace trainyard::spec
