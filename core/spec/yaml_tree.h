// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::spec {

/// Bounds on what one file may be; past them reading stops with an error.
inline constexpr std::size_t kMaxFileBytes = 1u << 20;
inline constexpr int kMaxDepth = 64;
inline constexpr int kMaxNodes = 100'000;  ///< aliases count as what they stand for

/// A YAML document as plain values, with the line of each key.
struct YamlTree {
    nlohmann::json value;
    std::map<std::string, int> lines;  ///< 1-based, by path: "train.data.batch_size", "cluster.worker[1]"
    /// Where in the text the value at a path begins, in bytes; a value that an alias stands for has none.
    std::map<std::string, std::size_t> offsets;

    /// The line of `path`, or of the nearest thing around it; 0 where there is none.
    int lineOf(std::string path) const;
};

/// What went wrong and in which line (0: unknown).
struct YamlError {
    std::string code;  ///< "spec.syntax", "spec.duplicate_key", "spec.too_large"
    std::string message;
    int line = 0;
};

/// Reads one YAML document. Plain scalars follow YAML 1.2's core schema: only `true` and `false` are
/// booleans, so that `off` and `no` stay words; 1e-3 is a number. Refused: duplicate keys, tags, keys that
/// are not text, a second document, text that is no UTF-8, and what passes the bounds above. Aliases are
/// expanded.
std::expected<YamlTree, YamlError> parseYaml(std::string_view text);

/// Whether a plain scalar of this text would be read as something else than text.
bool readsAsOtherThanText(const std::string& text);

}  // namespace trainyard::spec
