// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "core/data/bytes.h"

namespace trainyard::data {

/// An array of unsigned bytes, row-major.
struct IdxArray {
    std::vector<std::int64_t> dims;
    Bytes bytes;  ///< in memory if the file was compressed, else on disk
};

/// Reads an IDX file of unsigned bytes (http://yann.lecun.com/exdb/mnist/, "The IDX file format"), plain or
/// gzip. The header's dimensions must match the data exactly: too little data is "data.truncated"; an invalid
/// header, or one that describes less than there is, is "data.bad_header"; both name the file and the byte. A
/// plain file stays on disk. A gzip file is decompressed into memory that grows with the actual contents, and
/// never beyond the size in the header. Blocks. [any]
base::Result<IdxArray> readIdx(const std::filesystem::path& path);
/// Only the dimensions, checked against the size of a plain file: what can be known without decompressing.
base::Result<std::vector<std::int64_t>> readIdxHeader(const std::filesystem::path& path);

}  // namespace trainyard::data
