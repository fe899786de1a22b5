// SPDX-License-Identifier: Apache-2.0
#include "core/node/disk_reserve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/fd.h"

namespace trainyard::node {

base::Status DiskReserve::keep() {
    base::UniqueFd fd(::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd) return base::fail(base::errnoError(errno, fmt::format("cannot create {}", file_.string())));
    if (const int error = ::posix_fallocate(fd.get(), 0, kBytes); error != 0) {
        ::unlink(file_.c_str());
        return base::fail(
            base::errnoError(error, fmt::format("cannot set {} bytes aside in {}", kBytes, file_.string())));
    }
    return {};
}

bool DiskReserve::release() {
    return ::unlink(file_.c_str()) == 0;
}

}  // namespace trainyard::node
