// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trainyard::spec {

/// The keys of a map as people write them: in the order of `schema` (its `x-order`), then the others.
std::vector<std::string> keysInOrder(const nlohmann::json& value, const nlohmann::json& schema);
/// The alternative of `schema` that a map's keys tell, or the schema itself; what is not described has an
/// empty one.
const nlohmann::json& schemaFor(const nlohmann::json& schema, const nlohmann::json& value);
/// The schema of the value at `key` of such a map, or of a list's items.
const nlohmann::json& schemaOf(const nlohmann::json& schema, const nlohmann::json& map,
                               const std::string& key);
const nlohmann::json& itemSchemaOf(const nlohmann::json& schema);

/// A text as a YAML scalar: plain where every reader would take it for text, else quoted.
std::string yamlText(const std::string& text);
/// A non-empty map or list as block-style YAML, every line `indent` spaces in and ended.
std::string blockYaml(const nlohmann::json& value, const nlohmann::json& schema, int indent);
/// Any value on one line.
std::string flowYaml(const nlohmann::json& value, const nlohmann::json& schema);

}  // namespace trainyard::spec
