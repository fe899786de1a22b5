// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::data {

/// What is wrong with a file, and where: "FILE: PLACE: WHY", kDataLoss. `place` may be empty.
std::unexpected<base::Error> badFile(const std::filesystem::path& path, const base::Words& place,
                                     const base::Words& why, std::string_view id);

/// The decompressed bytes of a file as a stream; a plain file passes through (zlib checks for gzip's magic
/// number).
class ByteStream {
  public:
    /// Refuses anything but a regular file; a missing one is "data.missing".
    static base::Result<ByteStream> open(const std::filesystem::path& path);
    /// Fills `out` until the data ends; returns the number of bytes.
    base::Result<std::size_t> read(std::uint8_t* out, std::size_t size);
    std::uint64_t offset() const { return offset_; }
    /// Whether the file is gzip-compressed; valid after the first read().
    bool isCompressed() const { return !::gzdirect(file_.get()); }
    std::uint64_t fileBytes() const { return fileBytes_; }
    /// The maximum decompressed size: deflate expands at most 1032 times (https://zlib.net/zlib_tech.html).
    std::uint64_t mostBytes() const { return isCompressed() ? fileBytes_ * 1032 : fileBytes_; }

  private:
    struct Close {
        void operator()(gzFile file) const { ::gzclose(file); }
    };
    ByteStream(std::filesystem::path path, gzFile file, std::uint64_t fileBytes)
        : path_(std::move(path)), file_(file), fileBytes_(fileBytes) {}
    base::Error failure() const;

    std::filesystem::path path_;
    std::unique_ptr<gzFile_s, Close> file_;
    std::uint64_t fileBytes_ = 0;
    std::uint64_t offset_ = 0;
};

/// The contents of a file, or of a part of it, with random access: on disk or in memory. Immutable. [any]
class Bytes {
  public:
    /// A plain file stays on disk. A gzip file is decompressed once: into memory up to `mostInMemory`,
    /// otherwise into an unlinked file in the temporary folder (TMPDIR). Blocks.
    static base::Result<Bytes> open(const std::filesystem::path& path,
                                    std::uint64_t mostInMemory = 256u << 20);
    /// The raw file, compressed or not.
    static base::Result<Bytes> onDisk(const std::filesystem::path& path);
    Bytes(std::filesystem::path path, std::vector<std::uint8_t> bytes);

    /// Without its first bytes.
    Bytes from(std::uint64_t offset) &&;
    std::uint64_t size() const { return size_; }
    const std::filesystem::path& path() const { return path_; }
    /// The bytes in memory; null: they are on disk.
    const std::uint8_t* inMemory() const { return memory_.empty() ? nullptr : memory_.data() + offset_; }
    /// Copies `count` bytes starting at `at`. A file that has become shorter is "data.truncated".
    base::Status read(std::uint64_t at, void* out, std::size_t count) const;

  private:
    Bytes(std::filesystem::path path, base::UniqueFd fd, std::uint64_t size);
    std::filesystem::path path_;
    base::UniqueFd fd_;
    std::vector<std::uint8_t> memory_;
    std::uint64_t offset_ = 0;
    std::uint64_t size_ = 0;
};

}  // namespace trainyard::data
