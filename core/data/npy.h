// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "core/data/bytes.h"

namespace trainyard::data {

/// The supported element types of a .npy file, little-endian.
enum class NpyType {
    kBool,
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kInt32,
    kUint32,
    kInt64,
    kUint64,
    kFloat32,
    kFloat64
};
std::size_t bytesOf(NpyType type);
bool isFloat(NpyType type);

/// The header of a .npy file, and the offset of its data.
struct NpyHeader {
    NpyType type = NpyType::kFloat32;
    std::vector<std::int64_t> dims;
    std::uint64_t dataOffset = 0;
};

/// Reads NumPy's format, versions 1 to 3
/// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), C order. The header is a literal
/// that is parsed, never evaluated; pickled objects are refused. Dimensions and file size must agree:
/// "data.truncated", "data.bad_header". Every error names the file and the byte.
base::Result<NpyHeader> readNpyHeader(const Bytes& file);

}  // namespace trainyard::data
