// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::spec {

/// Limits on a single file; reading stops with an error beyond them.
inline constexpr std::size_t kMaxFileBytes = 1u << 20;
inline constexpr int kMaxDepth = 64;
inline constexpr int kMaxNodes = 100'000;  ///< aliases count as their expansion

/// A YAML document as plain values, with the line of each key.
struct YamlTree {
    nlohmann::json value;
    std::map<std::string, int> lines;  ///< 1-based, by path: "train.data.batch_size", "cluster.worker[1]"
    /// The byte offset at which the value at a path starts; a value given by an alias has none.
    std::map<std::string, std::size_t> offsets;
};

/// The line of `path`, or of its nearest enclosing key; 0 if there is none.
int lineOf(const std::map<std::string, int>& lines, std::string path);

/// What went wrong and on which line (0: unknown).
struct YamlError {
    std::string code;  ///< "spec.syntax", "spec.duplicate_key", "spec.too_large"
    base::Words message;
    int line = 0;
};

// Messages of parseYaml(), for callers whose text is not a file.
inline constexpr char kNoDocument[] = "the file is empty";
inline constexpr char kSecondDocument[] = "the file has more than one YAML document; keep one";

/// Reads one YAML document. Plain scalars follow YAML 1.2's core schema: only `true` and `false` are
/// booleans, so that `off` and `no` are strings; 1e-3 is a number. Refused: duplicate keys, tags, keys that
/// are not strings, a second document, text that is not UTF-8, and input that exceeds the limits above.
/// Aliases are expanded.
std::expected<YamlTree, YamlError> parseYaml(std::string_view text);

/// Whether a plain scalar with this text would be read as something other than a string.
bool readsAsOtherThanText(const std::string& text);

}  // namespace trainyard::spec
