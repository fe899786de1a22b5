// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::checkpoint {

/// One tensor inside a safetensors file (https://github.com/huggingface/safetensors#format).
struct TensorInfo {
    std::string name;
    std::string dtype;  ///< F64 F32 F16 BF16 I64 I32 I16 I8 U8 BOOL
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;  ///< byte offset inside the data part
    std::uint64_t end = 0;
};

/// Receives a piece of a tensor's bytes, which it does not keep.
using PutBytes = std::function<base::Status(std::span<const std::byte>)>;
/// Passes all bytes of a tensor that is elsewhere, in order and in whole elements, to `put`; stops at its
/// first error.
using TensorSource = std::function<base::Status(const PutBytes& put)>;

/// A tensor to write: contiguous little-endian bytes that stay valid during the call, or where they come
/// from.
struct TensorView {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes = {};
    TensorSource source = {};  ///< replaces `bytes`
};

struct WrittenFile {
    std::uint64_t size = 0;
    std::string sha256;
    std::vector<std::uint64_t> blockSums = {};  ///< as made by BlockSums; empty if not computed
};

/// Writes a new file, hashing it on the way, and fsyncs it. Tensors are ordered by name, the header is padded
/// with spaces to 8 bytes and has no metadata: equal tensors give equal bytes. Of tensors with a source no
/// more than a piece is in memory. Removes the file on an error, also of a source.
base::Result<WrittenFile> writeSafetensors(const std::filesystem::path& path,
                                           std::vector<TensorView> tensors);

/// A mapped safetensors file with a checked header: header ≤ 100 MB, ≤ 100,000 tensors, known dtypes, sizes
/// that match shapes without overflow, no overlaps, no gaps, no duplicate names, nothing past the end.
class SafetensorsFile {
  public:
    static base::Result<SafetensorsFile> open(const std::filesystem::path& path);
    SafetensorsFile(SafetensorsFile&&) noexcept;
    SafetensorsFile& operator=(SafetensorsFile&&) noexcept;
    ~SafetensorsFile();

    const std::vector<TensorInfo>& tensors() const { return tensors_; }
    const TensorInfo* find(const std::string& name) const;
    /// The whole file, including the header.
    std::span<const std::byte> raw() const { return {static_cast<const std::byte*>(map_), mapSize_}; }
    /// The bytes of one of tensors(); valid while this object lives.
    std::span<const std::byte> bytes(const TensorInfo& tensor) const;
    /// Reads `into.size()` bytes of one of tensors(), from its byte `offset` on, and touches no mapped page:
    /// where a file of another user becomes shorter meanwhile, or its disk fails, this is an error, not the
    /// SIGBUS of bytes() and raw(). kDataLoss. Blocks. [any]
    base::Status read(const TensorInfo& tensor, std::uint64_t offset, std::span<std::byte> into) const;

  private:
    SafetensorsFile() = default;
    base::Status readAt(std::uint64_t place, std::span<std::byte> into) const;

    std::filesystem::path path_;
    base::UniqueFd fd_;
    void* map_ = nullptr;
    std::size_t mapSize_ = 0;
    std::size_t dataStart_ = 0;
    std::vector<TensorInfo> tensors_;
};

/// A model's tensor that a weights file must contain.
struct WantedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
};
/// Whether `weights`, of the file `path`, match a model with exactly these tensors, in a dtype that it
/// accepts (F32, F64, BF16, F16). kInvalidArgument ("weights.mismatch") lists what is missing, unknown or of
/// another shape. [any]
base::Status checkWeights(const SafetensorsFile& weights, const std::vector<WantedTensor>& wanted,
                          const std::string& path);

}  // namespace trainyard::checkpoint
