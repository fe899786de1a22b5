// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

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
/// end. Never waits for a writer.
/// `links`: whether a link in the place of the file itself is followed, or refused as no regular file. [any]
enum class Links { kFollow, kRefuse };
Result<OpenedFile> openRegular(const std::filesystem::path& path, Links links = Links::kFollow);

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

/// The folder this process is in; kNotFound where somebody has deleted it. [any]
Result<std::filesystem::path> currentFolder();
/// `path` from the root on, against currentFolder() where it is relative; std::filesystem::absolute throws.
/// [any]
Result<std::filesystem::path> absolutePath(const std::filesystem::path& path);

/// Whether another user than this one, and root, may change what `info` is of. A group that is this user's
/// own may write: that is how many systems set up people's files.
bool mayBeChangedByOthers(const struct ::stat& info);

/// Bytes an ordinary user can still write on the file system of `path`.
Result<std::uint64_t> freeBytes(const std::filesystem::path& path);

}  // namespace trainyard::base
