// SPDX-License-Identifier: Apache-2.0
#include "core/export/staged_path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <span>
#include <utility>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/text.h"

namespace trainyard::exports {
namespace {

namespace fs = std::filesystem;

base::Error nameTaken(const fs::path& path) {
    return {base::Code::kAlreadyExists,
            fmt::format("{} already exists; choose another name", base::printable(path.string())),
            "export.exists"};
}

/// The final name, and a pattern for mkstemp() and mkdtemp() next to it.
base::Result<std::pair<fs::path, std::string>> namesFor(const fs::path& typed) {
    TY_ASSIGN(const fs::path path, base::absolutePath(base::plainPath(typed)));
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) return base::fail(nameTaken(path));
    const fs::path folder = path.parent_path();
    if (!fs::is_directory(folder, error))
        return base::fail(base::Code::kNotFound,
                          fmt::format("there is no folder {}", base::printable(folder.string())),
                          "export.no_folder");
    return std::pair(path, (folder / fmt::format(".{}.XXXXXX", path.filename().string())).string());
}

base::Error cannotWrite(const fs::path& path) {
    return base::errnoError(errno, fmt::format("cannot write {}", base::printable(path.string())));
}

/// What mkstemp() and mkdtemp() leave to their user alone is made as readable as other new files.
unsigned modeOfNew(unsigned mode) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mode & ~mask;
}

}  // namespace

StagedPath::StagedPath(fs::path path, fs::path staged, base::UniqueFd fd)
    : path_(std::move(path)), staged_(std::move(staged)), fd_(std::move(fd)) {
}

StagedPath::StagedPath(StagedPath&& other) noexcept
    : path_(std::move(other.path_)), staged_(std::exchange(other.staged_, {})), fd_(std::move(other.fd_)) {
}

StagedPath::~StagedPath() {
    std::error_code error;  // nobody is left to be told: the export has failed, and has said why
    if (!staged_.empty()) fs::remove_all(staged_, error);
}

base::Result<StagedPath> StagedPath::forFile(const fs::path& typed) {
    TY_ASSIGN(auto names, namesFor(typed));
    auto& [path, pattern] = names;
    base::UniqueFd fd(::mkostemp(pattern.data(), O_CLOEXEC));
    if (!fd) return base::fail(cannotWrite(path));
    StagedPath staged(path, pattern, std::move(fd));
    if (::fchmod(staged.fd_.get(), modeOfNew(0666)) != 0) return base::fail(cannotWrite(path));
    return staged;
}

base::Result<StagedPath> StagedPath::forFolder(const fs::path& typed) {
    TY_ASSIGN(auto names, namesFor(typed));
    auto& [path, pattern] = names;
    if (!::mkdtemp(pattern.data())) return base::fail(cannotWrite(path));
    StagedPath staged(path, pattern, {});
    if (::chmod(pattern.c_str(), modeOfNew(0777)) != 0) return base::fail(cannotWrite(path));
    return staged;
}

base::Status StagedPath::write(std::string_view bytes) const {
    return base::writeAll(fd_.get(), std::as_bytes(std::span(bytes)), path_.string());
}

base::Status StagedPath::publish() {
    if (fd_ && ::fsync(fd_.get()) != 0) return base::fail(cannotWrite(path_));
    if (::renameat2(AT_FDCWD, staged_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0)
        return base::fail(errno == EEXIST ? nameTaken(path_) : cannotWrite(path_));
    staged_.clear();
    return base::syncFolder(path_.parent_path());
}

}  // namespace trainyard::exports
