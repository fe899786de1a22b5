// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <random>

#include "core/base/cancel.h"
#include "core/base/own_file.h"
#include "core/base/special_file.h"

namespace trainyard::base {

Result<OpenedFile> openRegular(const std::filesystem::path& path, Links links) {
    // O_NONBLOCK: opening a FIFO would wait for its writer. Reading a regular file takes no notice of it.
    if (path.empty())
        return fail(Code::kInvalidArgument, "no file is named: its path is empty", "file.no_path");
    // O_NOCTTY: a terminal must not become ours.
    const int noLinks = links == Links::kRefuse ? O_NOFOLLOW : 0;
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | noLinks));
    // A socket cannot be opened at all (ENXIO), nor a link that is not to be followed (ELOOP).
    if (!fd && errno != ENXIO && (links == Links::kFollow || errno != ELOOP))
        return fail(errnoError(errno, base::say("cannot open {}", path.string())));
    struct stat info{};
    const int lookAt = links == Links::kRefuse ? AT_SYMLINK_NOFOLLOW : 0;
    if ((fd ? ::fstat(fd.get(), &info) : ::fstatat(AT_FDCWD, path.c_str(), &info, lookAt)) != 0)
        return fail(errnoError(errno, base::say("cannot stat {}", path.string())));
    // What could not be opened may be a file by now: it is not read either.
    if (!fd || !S_ISREG(info.st_mode)) return fail(notRegular(path, info.st_mode));
    return OpenedFile{std::move(fd), static_cast<std::uint64_t>(info.st_size)};
}

Result<std::string> readFile(const std::filesystem::path& path, std::uint64_t maxBytes) {
    TY_ASSIGN(const OpenedFile file, openRegular(path));
    if (file.size > maxBytes)
        return fail(Code::kResourceExhausted,
                    base::say("{} has {} bytes; at most {} are read", path.string(), file.size, maxBytes));
    std::string text;
    char buffer[64 * 1024];
    for (;;) {
        TY_TRY(checkCancelled());
        const ssize_t n = ::read(file.fd.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(errnoError(errno, base::say("cannot read {}", path.string())));
        if (n == 0) return text;
        text.append(buffer, static_cast<std::size_t>(n));
        if (text.size() > maxBytes)
            return fail(Code::kResourceExhausted,
                        base::say("{} is larger than the {} bytes that are read", path.string(), maxBytes));
    }
}

Status writeAll(int fd, std::span<const std::byte> bytes, std::string_view what) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(errnoError(errno, base::say("cannot write {}", what)));
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return {};
}

Status writeFileAtomically(const std::filesystem::path& path, std::string_view contents, unsigned mode) {
    // Two threads may write the same file at a time, or processes of two containers, whose ids are the same:
    // one of them wins, whole.
    static std::atomic<unsigned> number = std::random_device()();
    const std::filesystem::path beside =
        path.parent_path() / fmt::format(".{}.{}-{}.tmp", path.filename().string(), ::getpid(), number++);
    TY_ASSIGN(const UniqueFd fd, openOwn(beside, O_WRONLY | O_CREAT | O_TRUNC, mode));
    Status status = writeAll(fd.get(), std::as_bytes(std::span(contents)), beside.string());
    if (status && ::fsync(fd.get()) != 0)
        status = fail(errnoError(errno, base::say("cannot sync {}", beside.string())));
    if (status && ::rename(beside.c_str(), path.c_str()) != 0)
        status = fail(errnoError(errno, base::say("cannot rename {} to {}", beside.string(), path.string())));
    if (!status) {
        ::unlink(beside.c_str());
        return status;
    }
    return syncFolder(path.parent_path());
}

Status syncFolder(const std::filesystem::path& folder) {
    const std::string name = folder.empty() ? "." : folder.string();
    UniqueFd fd(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return fail(errnoError(errno, base::say("cannot open folder {}", name)));
    if (::fsync(fd.get()) != 0) return fail(errnoError(errno, base::say("cannot sync folder {}", name)));
    return {};
}

Status makeFolders(const std::filesystem::path& folder, unsigned mode) {
    if (folder.empty()) return {};
    struct stat info{};
    if (::stat(folder.c_str(), &info) == 0) {
        if (S_ISDIR(info.st_mode)) return {};
        return fail(Code::kAlreadyExists,
                    base::say("{} is in the way: a file, not a folder", folder.string()));
    }
    if (folder.has_parent_path() && folder.parent_path() != folder)
        TY_TRY(makeFolders(folder.parent_path(), 0755));
    if (::mkdir(folder.c_str(), mode) != 0 && errno != EEXIST)
        return fail(errnoError(errno, base::say("cannot make folder {}", folder.string())));
    return {};
}

std::filesystem::path firstExisting(std::filesystem::path path) {
    std::error_code error;
    while (!std::filesystem::exists(path, error) && path.has_relative_path()) path = path.parent_path();
    return path;
}

Result<std::filesystem::path> currentFolder() {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::current_path(error);
    if (error) return fail(errnoError(error.value(), "cannot find the current folder"));
    return folder;
}

Result<std::filesystem::path> absolutePath(const std::filesystem::path& path) {
    if (path.is_absolute()) return path;
    TY_ASSIGN(const std::filesystem::path here, currentFolder());
    return here / path;
}

bool mayBeChangedByOthers(const struct ::stat& info) {
    const bool isOurs = info.st_uid == ::geteuid() || info.st_uid == 0;
    const bool hasForeignGroup = info.st_gid != ::getegid() && info.st_gid != 0;
    return !isOurs || (info.st_mode & S_IWOTH) != 0 || ((info.st_mode & S_IWGRP) != 0 && hasForeignGroup);
}

Result<std::uint64_t> freeBytes(const std::filesystem::path& path) {
    struct statvfs info{};
    if (::statvfs(path.c_str(), &info) != 0)
        return fail(errnoError(errno, base::say("cannot ask for free space at {}", path.string())));
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

}  // namespace trainyard::base
