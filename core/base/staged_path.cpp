// SPDX-License-Identifier: Apache-2.0
#include "core/base/staged_path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <span>
#include <utility>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/random_name.h"
#include "core/base/text.h"

namespace trainyard::base {
namespace {

namespace fs = std::filesystem;

Error nameTaken(const fs::path& path) {
    return {Code::kAlreadyExists,
            base::say("{} already exists; choose another name", printable(path.string())), "export.exists"};
}

struct StagedNames {
    fs::path path;    ///< the final one
    fs::path beside;  ///< next to it; nothing has that name
};

Result<StagedNames> stagedNamesFor(const fs::path& typed) {
    TY_ASSIGN(const fs::path path, absolutePath(plainPath(typed)));
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) return fail(nameTaken(path));
    const fs::path folder = path.parent_path();
    if (!fs::is_directory(folder, error))
        return fail(Code::kNotFound, base::say("there is no folder {}", printable(folder.string())),
                    "export.no_folder");
    TY_ASSIGN(const std::string random, randomName());
    return StagedNames{path, folder / fmt::format(".{}.{}", path.filename().string(), random)};
}

Error cannotWriteStaged(const fs::path& path) {
    return errnoError(errno, base::say("cannot write {}", printable(path.string())));
}

}  // namespace

StagedPath::StagedPath(fs::path path, fs::path staged, UniqueFd fd)
    : path_(std::move(path)), staged_(std::move(staged)), fd_(std::move(fd)) {
}

StagedPath::StagedPath(StagedPath&& other) noexcept
    : path_(std::move(other.path_)), staged_(std::exchange(other.staged_, {})), fd_(std::move(other.fd_)) {
}

StagedPath::~StagedPath() {
    std::error_code error;  // nobody is left to be told: the export has failed, and has said why
    if (!staged_.empty()) fs::remove_all(staged_, error);
}

Result<StagedPath> StagedPath::forFile(const fs::path& typed) {
    TY_ASSIGN(StagedNames names, stagedNamesFor(typed));
    UniqueFd fd(::open(names.beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!fd) return fail(cannotWriteStaged(names.path));
    return StagedPath(std::move(names.path), std::move(names.beside), std::move(fd));
}

Result<StagedPath> StagedPath::forFolder(const fs::path& typed) {
    TY_ASSIGN(StagedNames names, stagedNamesFor(typed));
    if (::mkdir(names.beside.c_str(), 0777) != 0) return fail(cannotWriteStaged(names.path));
    return StagedPath(std::move(names.path), std::move(names.beside), UniqueFd());
}

Status StagedPath::write(std::string_view bytes) const {
    return writeAll(fd_.get(), std::as_bytes(std::span(bytes)), path_.string());
}

/// A second link is never made over a name, and a folder only takes the place of an empty one.
bool StagedPath::renameOtherwise() const {
    if (!fd_) return std::rename(staged_.c_str(), path_.c_str()) == 0;
    return ::link(staged_.c_str(), path_.c_str()) == 0 && ::unlink(staged_.c_str()) == 0;
}

Status StagedPath::publish() {
    if (fd_ && ::fsync(fd_.get()) != 0) return fail(cannotWriteStaged(path_));
    bool isRenamed = ::renameat2(AT_FDCWD, staged_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0;
    // NFS and some FUSE file systems answer so to every flag.
    if (!isRenamed && (errno == EINVAL || errno == ENOSYS)) isRenamed = renameOtherwise();
    const bool isTaken = !isRenamed && (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR);
    if (!isRenamed) return fail(isTaken ? nameTaken(path_) : cannotWriteStaged(path_));
    staged_.clear();
    return syncFolder(path_.parent_path());
}

}  // namespace trainyard::base
