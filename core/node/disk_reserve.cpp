// SPDX-License-Identifier: Apache-2.0
#include "core/node/disk_reserve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/file.h"
#include "core/base/own_file.h"

namespace trainyard::node {

namespace {
constexpr std::uint64_t kLeastBytes = 64 << 10;

/// Whether a file of that name can be the reserve: it has no more bytes, and all are zero. What anybody else
/// has written there is neither extended nor deleted.
bool isReserve(const base::OpenedFile& file) {
    if (file.size > DiskReserve::kBytes) return false;
    std::array<char, 64 << 10> buffer{};
    for (std::uint64_t at = 0; at < file.size;) {
        const ssize_t count = ::pread(file.fd.get(), buffer.data(), buffer.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        const auto end = buffer.begin() + count;
        if (std::find_if(buffer.begin(), end, [](char byte) { return byte != 0; }) != end) return false;
        at += static_cast<std::uint64_t>(count);
    }
    return true;
}

}  // namespace

base::Status DiskReserve::keep() {
    const std::lock_guard lock(lending_);
    return keep(kBytes);
}

base::Status DiskReserve::keep(std::uint64_t bytes) {
    if (const auto there = base::openRegular(file_, base::Links::kRefuse); there && !isReserve(*there))
        return base::fail(
            base::Code::kRefused,
            base::say("{} belongs to another program and would be overwritten; move it elsewhere",
                      file_.string()),
            "file.not_ours");
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file_, O_WRONLY | O_CREAT, 0600));
    if (const int error = ::posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes)); error != 0) {
        ::unlink(file_.c_str());
        return base::fail(
            base::errnoError(error, base::say("cannot set {} bytes aside in {}", bytes, file_.string())));
    }
    return {};
}

bool DiskReserve::release() {
    const auto there = base::openRegular(file_, base::Links::kRefuse);
    return there && isReserve(*there) && ::unlink(file_.c_str()) == 0;
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
