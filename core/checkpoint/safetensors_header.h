// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/checkpoint/safetensors.h"

namespace trainyard::checkpoint {

inline constexpr std::uint64_t kLongestHeader = 100'000'000;  // the official reader's limit
inline constexpr std::size_t kMostTensors = 100'000;
inline constexpr std::size_t kHighestRank = 64;

/// Bytes per element, 0 for an unknown dtype.
std::uint64_t elementBytes(std::string_view dtype);

/// Size in bytes of a tensor of that dtype and shape; kDataLoss if a dimension is negative or the product
/// exceeds 2^63.
base::Result<std::uint64_t> tensorBytes(std::string_view dtype, const std::vector<std::int64_t>& shape);

/// Reads and checks the JSON header of a safetensors file whose data part has `dataBytes` bytes: see
/// SafetensorsFile. Builds no tree: memory is bounded by the header's length. Returns the tensors ordered by
/// name.
base::Result<std::vector<TensorInfo>> parseHeader(std::string_view json, std::uint64_t dataBytes);

}  // namespace trainyard::checkpoint
