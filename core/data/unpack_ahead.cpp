// SPDX-License-Identifier: Apache-2.0
#include "core/data/unpack_ahead.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

namespace trainyard::data {
namespace {

/// More is not unpacked ahead: a file may claim anything, and the task may need the memory for something
/// else.
constexpr std::uint64_t kMostAhead = 256u << 20;
constexpr unsigned kPiece = 1u << 20;
constexpr std::array<unsigned char, 3> kGzip{0x1f, 0x8b, 0x08};

/// Nothing in here has a constructor or is behind one: main() and what precedes it have not run when
/// unpackAhead() is called.
struct Ahead {
    const char* file = nullptr;  ///< null: nothing is, or was, unpacked
    pthread_t thread{};
    struct stat state{};  ///< of the file as it was opened
    std::vector<std::uint8_t>* bytes = nullptr;
};
constinit Ahead ahead;
constinit std::mutex taking;

/// The size of the contents as the file's last four bytes give it; 0 if it is no gzip file.
std::uint64_t promisedSize(int fd, off_t size) {
    std::array<unsigned char, kGzip.size()> magic{};
    std::array<unsigned char, 4> last{};
    if (size < 18 || ::pread(fd, magic.data(), magic.size(), 0) != ssize_t{magic.size()} || magic != kGzip)
        return 0;
    if (::pread(fd, last.data(), last.size(), size - 4) != ssize_t{last.size()}) return 0;
    return last[0] | std::uint64_t{last[1]} << 8 | std::uint64_t{last[2]} << 16 |
           std::uint64_t{last[3]} << 24;
}

/// Whether all of it, checksum included, is in `bytes`, and nothing follows.
bool readAll(gzFile file, std::vector<std::uint8_t>& bytes) {
    for (std::size_t have = 0; have < bytes.size();) {
        const auto want = static_cast<unsigned>(std::min<std::size_t>(bytes.size() - have, kPiece));
        const int got = ::gzread(file, bytes.data() + have, want);
        if (got <= 0) return false;
        have += static_cast<std::size_t>(got);
    }
    unsigned char beyond = 0;
    return ::gzread(file, &beyond, 1) == 0 && ::gzeof(file) != 0;
}

/// Samples are read in random order: from small pages each would begin with a walk through the page tables.
/// Best before the memory is written for the first time.
void useLargePages(std::uint8_t* memory, std::uint64_t size) {
    constexpr std::uintptr_t kLargePage = 2u << 20;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kLargePage - 1) / kLargePage * kLargePage;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + size) / kLargePage * kLargePage;
    // Where the kernel has none, small ones remain.
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

std::vector<std::uint8_t> unpacked(const char* path) {
    const int fd = ::open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return {};
    std::uint64_t size = 0;
    if (::fstat(fd, &ahead.state) == 0 && S_ISREG(ahead.state.st_mode))
        size = promisedSize(fd, ahead.state.st_size);
    const gzFile file = size > 0 && size <= kMostAhead ? ::gzdopen(fd, "rb") : nullptr;
    if (!file) {
        ::close(fd);
        return {};
    }
    std::vector<std::uint8_t> bytes;
    try {
        bytes.reserve(size);
        useLargePages(bytes.data(), size);
        bytes.resize(size);
        ::gzbuffer(file, kPiece);
        if (!readAll(file, bytes)) bytes = {};
    } catch (const std::bad_alloc&) {
        bytes = {};
    }
    ::gzclose(file);
    return bytes;
}

void* run(void*) {
    ahead.bytes = new (std::nothrow) std::vector<std::uint8_t>(unpacked(ahead.file));
    return nullptr;
}

bool isStill(const struct stat& then, const std::filesystem::path& path) {
    struct stat now{};
    return ::stat(path.c_str(), &now) == 0 && now.st_dev == then.st_dev && now.st_ino == then.st_ino &&
           now.st_size == then.st_size && now.st_ctim.tv_sec == then.st_ctim.tv_sec &&
           now.st_ctim.tv_nsec == then.st_ctim.tv_nsec;
}

}  // namespace

void unpackAhead(int, char**, char** environment) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they have not begun either
    const std::string_view name = kUnpackVariable;
    for (; *environment != nullptr; ++environment)
        if (std::string_view(*environment).starts_with(name) && (*environment)[name.size()] == '=')
            startUnpacking(*environment + name.size() + 1);
#else
    (void)environment;
#endif
}

void startUnpacking(const char* file) {
    if (ahead.file || *file == '\0') return;
    ahead.file = file;
    // Signals are for the threads that main() chooses.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    if (::pthread_create(&ahead.thread, nullptr, run, nullptr) != 0) ahead.file = nullptr;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::vector<std::uint8_t> takeUnpacked(const std::filesystem::path& file) {
    std::lock_guard lock(taking);
    if (!ahead.file || file != ahead.file) return {};
    ::pthread_join(ahead.thread, nullptr);
    ahead.file = nullptr;
    std::vector<std::uint8_t>* const bytes = std::exchange(ahead.bytes, nullptr);
    if (!bytes) return {};
    std::vector<std::uint8_t> taken = std::move(*bytes);
    delete bytes;
    if (!isStill(ahead.state, file)) return {};
    return taken;
}

}  // namespace trainyard::data
