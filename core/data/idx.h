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
/// gzip. The header's dimensions must describe the data exactly: less is "data.truncated", a header that is
/// none or promises less than there is "data.bad_header"; both name file and byte. A plain file stays on
/// disk. A gzip file is unpacked into memory, which grows with what the file really holds, and never past
/// what its header promised. Blocks. [any]
base::Result<IdxArray> readIdx(const std::filesystem::path& path);
/// The dimensions alone, checked against the size of a plain file: what can be seen without unpacking.
base::Result<std::vector<std::int64_t>> readIdxHeader(const std::filesystem::path& path);

}  // namespace trainyard::data
