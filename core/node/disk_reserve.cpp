// SPDX-License-Identifier: Apache-2.0
#include "core/node/disk_reserve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/base/own_file.h"

namespace trainyard::node {

namespace {
constexpr std::uint64_t kLeastBytes = 64 << 10;
}

base::Status DiskReserve::keep() {
    const std::lock_guard lock(lending_);
    return keep(kBytes);
}

base::Status DiskReserve::keep(std::uint64_t bytes) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file_, O_WRONLY | O_CREAT, 0600));
    if (const int error = ::posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes)); error != 0) {
        ::unlink(file_.c_str());
        return base::fail(
            base::errnoError(error, fmt::format("cannot set {} bytes aside in {}", bytes, file_.string())));
    }
    return {};
}

bool DiskReserve::release() {
    std::error_code error;
    const bool isOurs =
        std::filesystem::symlink_status(file_, error).type() == std::filesystem::file_type::regular;
    return isOurs && ::unlink(file_.c_str()) == 0;
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
