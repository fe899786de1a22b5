// SPDX-License-Identifier: Apache-2.0
#include "core/node/file_hashes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <span>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/sha256.h"

namespace trainyard::node {
namespace {

constexpr std::size_t kBuffer = 1u << 20;
/// Seconds. A change right after another one may leave size and times as they were.
constexpr std::time_t kSettled = 2;

}  // namespace

base::Result<std::string> FileHashes::of(const std::filesystem::path& file) {
    TY_ASSIGN(const base::OpenedFile opened, base::openRegular(file));
    struct stat info{};
    if (::fstat(opened.fd.get(), &info) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot read {}", file.string())));
    const Identity identity{static_cast<std::int64_t>(info.st_dev),
                            static_cast<std::int64_t>(info.st_ino),
                            info.st_size,
                            info.st_mtim.tv_sec,
                            info.st_mtim.tv_nsec,
                            info.st_ctim.tv_sec,
                            info.st_ctim.tv_nsec};
    {
        const std::lock_guard lock(mutex_);
        const auto known = known_.find(file);
        if (known != known_.end() && known->second.first == identity) return known->second.second;
    }
    base::Sha256 hash;
    std::vector<std::byte> buffer(kBuffer);
    while (true) {
        TY_TRY(base::checkCancelled());
        const ssize_t got = ::read(opened.fd.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", file.string())));
        if (got == 0) break;
        hash.update(std::span(buffer).first(static_cast<std::size_t>(got)));
    }
    std::string digits = hash.finish();
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const std::lock_guard lock(mutex_);
    if (now.tv_sec - info.st_ctim.tv_sec > kSettled) known_[file] = {identity, digits};
    return digits;
}

}  // namespace trainyard::node
