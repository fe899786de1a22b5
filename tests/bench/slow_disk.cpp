// SPDX-License-Identifier: Apache-2.0
// Preloaded, makes every disk slow: 30 ms for each fsync, and for one in a hundred writes to a regular file.
//   LD_PRELOAD=build/release/tests/libslow_disk.so build/release/tests/bench_control_loop
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<unsigned> writes{0};

void wait() {
    const timespec delay{.tv_sec = 0, .tv_nsec = 30'000'000};
    ::nanosleep(&delay, nullptr);
}

void beforeWrite(int fd) {
    struct ::stat info{};
    if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && ++writes % 100 == 0) wait();
}

template <typename Function>
Function* next(const char* name, Function* /*itself*/) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int fsync(int fd) {
    static auto* const real = next("fsync", &::fsync);
    wait();
    return real(fd);
}
int fdatasync(int fd) {
    static auto* const real = next("fdatasync", &::fdatasync);
    wait();
    return real(fd);
}
ssize_t write(int fd, const void* bytes, size_t size) {
    static auto* const real = next("write", &::write);
    beforeWrite(fd);
    return real(fd, bytes, size);
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t at) {
    static auto* const real = next("pwrite64", &::pwrite64);
    beforeWrite(fd);
    return real(fd, bytes, size, at);
}

}  // extern "C"
