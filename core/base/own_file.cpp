// SPDX-License-Identifier: Apache-2.0
#include "core/base/own_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

namespace trainyard::base {

Result<UniqueFd> openOwn(const std::filesystem::path& path, int flags, unsigned mode) {
    // O_NONBLOCK: else opening a FIFO would wait for its reader.
    UniqueFd fd(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode));
    const bool isInTheWay = !fd && (errno == ELOOP || errno == ENXIO || errno == EISDIR);
    if (!fd && !isInTheWay) return fail(errnoError(errno, base::say("cannot write {}", path.string())));
    struct stat info{};
    if (fd && ::fstat(fd.get(), &info) != 0)
        return fail(errnoError(errno, base::say("cannot stat {}", path.string())));
    if (isInTheWay || !S_ISREG(info.st_mode))
        return fail(Code::kInvalidArgument,
                    base::say("{} is in the way: it is not a regular file, but a folder, a link, a FIFO, a "
                              "socket or a device; move it away",
                              path.string()),
                    "file.not_regular");
    return fd;
}

}  // namespace trainyard::base
