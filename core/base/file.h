// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::base {

struct OpenedFile {
    UniqueFd fd;
    std::uint64_t size = 0;  ///< as the file system says: 0 in /proc
};
/// The one way to open a file that others may have put there. kInvalidArgument ("file.not_regular") for
/// whatever is not a regular file: a FIFO or a terminal would keep the reader for ever, and a device has no
/// end. Never waits for a writer. [any]
Result<OpenedFile> openRegular(const std::filesystem::path& path);

/// Reads a whole file that openRegular() opens. Refuses (kResourceExhausted) one larger than `maxBytes`;
/// kCancelled inside a CancelScope. Blocks. [any]
Result<std::string> readFile(const std::filesystem::path& path, std::uint64_t maxBytes = 64u << 20);

/// Writes all of `bytes` to `fd`, through short writes and EINTR. `what` names the file in an error.
Status writeAll(int fd, std::span<const std::byte> bytes, std::string_view what);

/// Old or new, nothing between: writes `path` beside itself, fsyncs file and folder, renames. Blocks. [any]
Status writeFileAtomically(const std::filesystem::path& path, std::string_view contents,
                           unsigned mode = 0644);

/// fsync of a folder, so that a rename in it survives a power cut.
Status syncFolder(const std::filesystem::path& folder);

/// Makes the folder and its parents; the last one gets `mode` when it is new.
Status makeFolders(const std::filesystem::path& folder, unsigned mode = 0755);

/// Bytes an ordinary user can still write on the file system of `path`.
Result<std::uint64_t> freeBytes(const std::filesystem::path& path);

}  // namespace trainyard::base
