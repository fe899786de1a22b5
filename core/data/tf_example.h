// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace trainyard::data {

/// One feature of a tf.Example, in the bytes of its record.
struct TfFeature {
    enum class Kind { kNone, kBytes, kFloat, kInt64 };
    Kind kind = Kind::kNone;
    std::string_view list;  ///< the BytesList, FloatList or Int64List message
};

/// The features of a serialised tf.Example (tensorflow/core/example/{example,feature}.proto) by name; nothing
/// if it is not one. The names and lists point into `record`.
std::optional<std::map<std::string_view, TfFeature>> parseTfExample(std::string_view record);

/// The values of a list of that kind, packed or not; false unless it has exactly `out.size()` values.
bool readFloats(const TfFeature& feature, std::span<float> out);
bool readInts(const TfFeature& feature, std::span<std::int64_t> out);
/// The only string of a BytesList; nothing if it has any other number of strings.
std::optional<std::string_view> onlyBytes(const TfFeature& feature);

}  // namespace trainyard::data
