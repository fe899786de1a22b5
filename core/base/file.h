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
    std::uint64_t size = 0;  ///< as the file system reports it: 0 in /proc
};
/// The only way to open a file that others may have put there. kInvalidArgument ("file.not_regular") for
/// anything but a regular file: a FIFO or a terminal would block the reader forever, and a device has no end.
/// Never waits for a writer.
/// `links`: whether a final symbolic link is followed or refused as not a regular file. [any]
enum class Links { kFollow, kRefuse };
Result<OpenedFile> openRegular(const std::filesystem::path& path, Links links = Links::kFollow);

/// Reads a whole file opened with openRegular(). Refuses (kResourceExhausted) one larger than `maxBytes`;
/// kCancelled inside a CancelScope. Blocks. [any]
Result<std::string> readFile(const std::filesystem::path& path, std::uint64_t maxBytes = 64u << 20);

/// Writes all of `bytes` to `fd`, handling short writes and EINTR. `what` names the file in errors.
Status writeAll(int fd, std::span<const std::byte> bytes, std::string_view what);

/// Atomic: writes a temporary file next to `path`, fsyncs file and folder, renames. Blocks. [any]
Status writeFileAtomically(const std::filesystem::path& path, std::string_view contents,
                           unsigned mode = 0644);

/// fsync of a folder, so that a rename in it survives a power failure.
Status syncFolder(const std::filesystem::path& folder);

/// Creates the folder and its parents; the last one gets `mode` if it is new.
Status makeFolders(const std::filesystem::path& folder, unsigned mode = 0755);

/// `path` itself, or the first of the folders around it that exists. [any]
std::filesystem::path firstExisting(std::filesystem::path path);

/// The current working directory; kNotFound if it was deleted. [any]
Result<std::filesystem::path> currentFolder();
/// `path` made absolute, relative to currentFolder(). std::filesystem::absolute throws instead. [any]
Result<std::filesystem::path> absolutePath(const std::filesystem::path& path);

/// Whether a user other than this one and root can change the file of `info`. Write access for this user's
/// own private group is allowed, because many systems set up files that way.
bool mayBeChangedByOthers(const struct ::stat& info);

/// Bytes that an unprivileged user can still write on the file system of `path`.
Result<std::uint64_t> freeBytes(const std::filesystem::path& path);

}  // namespace trainyard::base
