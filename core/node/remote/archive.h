// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "core/base/error.h"

namespace trainyard::node {

/// The content of a tar archive (POSIX ustar) that is read from the files themselves: it takes no space of
/// its own, and can be read from any offset. The same files give the same bytes: it has no times and no
/// owners.
class Archive {
  public:
    /// `name` is relative, and at most 100 bytes long. A file must not change while the archive is used.
    base::Status addFile(const std::string& name, const std::filesystem::path& file, unsigned mode);
    base::Status addText(const std::string& name, std::string text, unsigned mode);

    /// Of the archive.
    std::uint64_t size() const { return end_ + kEndBytes; }
    /// As many bytes from `offset` on as there are, and fit into `bytes`. kDataLoss "archive.changed" for a
    /// file that is not as it was. Blocks.
    base::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) const;
    /// SHA-256 of all of it. kCancelled inside a CancelScope. Blocks.
    base::Result<std::string> hash() const;

  private:
    static constexpr std::uint64_t kEndBytes = 1024;  ///< two blocks of zeros
    struct Piece {
        std::string text;            ///< a header, or a short content
        std::filesystem::path file;  ///< in place of `text`, if it is not empty
        std::uint64_t size = 0;
    };
    base::Status addHeader(const std::string& name, std::uint64_t size, unsigned mode);
    void add(Piece piece);

    std::map<std::uint64_t, Piece> pieces_;  ///< by offset
    std::uint64_t end_ = 0;
};

}  // namespace trainyard::node
