// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <span>

#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/text.h"

namespace trainyard::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockFile = ".trainyard-lock";

base::Status lockAs(int operation, const base::UniqueFd& file, const fs::path& folder) {
    while (::flock(file.get(), operation | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) return {};  // no locks here
        const auto user = base::readFile(folder / kLockFile, 4096);
        return base::fail(
            base::Code::kRefused,
            base::say("{} is in use by {}; stop that run first, or choose another folder for this one",
                      folder.string(), user ? base::printable(*user) : "?"),
            "checkpoint.dir_in_use");
    }
    return {};
}

}  // namespace

base::Result<FolderLock> FolderLock::take(const fs::path& folder, const std::string& user) {
    const fs::path path = folder / kLockFile;
    TY_ASSIGN(base::UniqueFd file, base::openOwn(path, O_RDWR | O_CREAT));
    TY_TRY(lockAs(LOCK_EX, file, folder));
    if (::ftruncate(file.get(), 0) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot lock {}", path.string())));
    TY_TRY(base::writeAll(file.get(), std::as_bytes(std::span(user)), path.string()));
    return FolderLock(std::move(file));
}

base::Status FolderLock::mayTake(const fs::path& folder) {
    const auto file = base::openRegular(folder / kLockFile, base::Links::kRefuse);
    return file ? lockAs(LOCK_SH, file->fd, folder) : base::Status();
}

}  // namespace trainyard::checkpoint
