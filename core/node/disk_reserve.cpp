// SPDX-License-Identifier: Apache-2.0
#include "core/node/disk_reserve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/fd.h"

namespace trainyard::node {

namespace {
constexpr std::uint64_t kLeastBytes = 64 << 10;
}

base::Status DiskReserve::keep() {
    const std::lock_guard lock(lending_);
    return keep(kBytes);
}

base::Status DiskReserve::keep(std::uint64_t bytes) {
    base::UniqueFd fd(::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd) return base::fail(base::errnoError(errno, fmt::format("cannot create {}", file_.string())));
    if (const int error = ::posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes)); error != 0) {
        ::unlink(file_.c_str());
        return base::fail(
            base::errnoError(error, fmt::format("cannot set {} bytes aside in {}", bytes, file_.string())));
    }
    return {};
}

bool DiskReserve::release() {
    return ::unlink(file_.c_str()) == 0;
}

base::Status DiskReserve::lend(const std::function<base::Status()>& write) {
    base::Status written = write();
    if (written) return written;
    const std::lock_guard lock(lending_);
    if (!release()) return written;
    written = write();
    for (std::uint64_t bytes = kBytes; bytes >= kLeastBytes && !keep(bytes); bytes /= 2) {}
    return written;
}

}  // namespace trainyard::node
