// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace trainyard::spec {

/// One violation of a schema by a tree.
struct Finding {
    std::string code;     ///< "spec.unknown_key", "not_yet" …
    base::Words message;  ///< without the path
    std::string path;     ///< "train.data.batch_size", "cluster.worker[1].node"; empty: the root
    base::Words fix;
};

/// Makes the relative file path found at a key absolute.
using ResolvePath = std::function<std::string(const std::string& keyPath, const std::string& value)>;

/// Checks `value` against `schema` and completes it in place: missing keys get their defaults, short forms
/// (`x-same-as`) their long ones, paths (`x-path`) go through `resolve`. Understands the part of JSON Schema
/// draft 2020-12 that resources/schema uses: type, properties, required, additionalProperties,
/// min/maxProperties, items, min/maxItems, uniqueItems, enum, const, minimum, maximum,
/// exclusiveMinimum/Maximum, min/maxLength, pattern (RE2's syntax, of the whole text), oneOf (the first
/// alternative that fits), anyOf (of `required` lists), default; and the extensions x-not-yet, x-path,
/// x-name, x-same-as, x-keys, x-sample-shape, x-initial that run.schema.json explains.
/// `$ref` must be expanded (expandSchema). [any]
std::vector<Finding> complete(const nlohmann::json& schema, nlohmann::json& value,
                              const ResolvePath& resolve);

/// Parses a schema: expands local `$ref`s, flattens nested alternatives, and lists each object's keys in the
/// text's order as `x-order` (JSON objects are unordered). Refuses what complete() does not support, so that
/// a plugin's schema cannot make it fail.
base::Result<nlohmann::json> expandSchema(std::string_view text);

/// The alternative of `schema` that is written as {`name`: …}; null if there is none.
const nlohmann::json* alternativeNamed(const nlohmann::json& schema, std::string_view name);

/// The one of `known` that `word` was probably meant to be; empty if none is similar.
std::string nearestWord(std::string_view word, const std::vector<std::string>& known);

/// `a.b`, or `b` if `path` is empty.
std::string childPath(const std::string& path, const std::string& key);

/// Whether `path` is the key `top`, or inside of it.
bool isWithin(std::string_view path, std::string_view top);

/// The place of `a.b` in a tree of maps.
nlohmann::json::json_pointer pointerTo(std::string path);

/// Calls `visit` for each key of a run file, with its path and schema: those of a map after the map.
void forEachKey(const std::function<void(const std::string& path, const nlohmann::json& schema)>& visit);
/// The paths of the keys that have no meaning in a kind of run, as x-unused-by has it, in the run file's
/// order: "command", "training", "program", "closures" or "hand".
const std::vector<std::string>& keysUnusedBy(const std::string& kind);

}  // namespace trainyard::spec
