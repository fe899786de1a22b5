// SPDX-License-Identifier: Apache-2.0
// Preloaded into an agent: reports every use of a disk by its control loop (the thread "ty-loop") with the
// stack of the call, in the file that TRAINYARD_DISK_WATCH names. A file of the kernel's own (/proc, /sys,
// /dev) is none.
#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

namespace {

/// For this process alone: what it starts may be confined to the calls that it makes itself, as sshd is.
[[gnu::constructor]] void endHere() {
    ::unsetenv("LD_PRELOAD");
}

thread_local bool isReporting = false;  // backtrace() opens libraries

/// gRPC reads the time zone once in a process, with its first error.
bool isExempt(std::string_view path) {
    return path == "/etc/localtime";
}

bool isOfKernel(std::string_view path) {
    return path.starts_with("/proc/") || path.starts_with("/sys/") || path.starts_with("/dev/") ||
           path.starts_with("/memfd:");
}

std::atomic<pthread_t> loop{};  // by the thread, since those that it starts have its name

bool isInLoop() {
    const pthread_t known = loop;
    return !isReporting && known != pthread_t() && ::pthread_equal(::pthread_self(), known) != 0;
}

void report(std::string_view call, std::string_view what) {
    const char* const file = ::getenv("TRAINYARD_DISK_WATCH");
    if (!file) return;
    isReporting = true;
    const int fd = static_cast<int>(
        ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (fd >= 0) {
        std::array<char, 512> line{};
        const int length = ::snprintf(line.data(), line.size(), "%.*s %.*s\n", static_cast<int>(call.size()),
                                      call.data(), static_cast<int>(what.size()), what.data());
        ::syscall(SYS_write, fd, line.data(), length);
        std::array<void*, 40> stack{};
        ::backtrace_symbols_fd(stack.data(), ::backtrace(stack.data(), stack.size()), fd);
        ::syscall(SYS_close, fd);
    }
    isReporting = false;
}

void onPath(const char* call, const char* path) {
    if (isInLoop() && path && !isOfKernel(path) && !isExempt(path)) report(call, path);
}

/// Of a descriptor: only regular files and folders are on a disk.
void onFile(const char* call, int fd) {
    if (!isInLoop()) return;
    struct ::stat info{};
    if (::syscall(SYS_fstat, fd, &info) != 0 || !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))) return;
    std::array<char, 64> link{};
    std::array<char, 256> path{};
    ::snprintf(link.data(), link.size(), "/proc/self/fd/%d", fd);
    ::syscall(SYS_readlinkat, AT_FDCWD, link.data(), path.data(), path.size() - 1);
    if (!isOfKernel(path.data())) report(call, path.data());
}

template <typename Function>
Function* next(const char* name, Function* /*itself*/) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

#define NEXT(name) static auto* const real = next(#name, &::name)

extern "C" {

int pthread_setname_np(pthread_t thread, const char* name) {
    NEXT(pthread_setname_np);
    if (std::string_view(name) == "ty-loop") loop = thread;
    return real(thread, name);
}
int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    onPath("open", path);
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    onPath("open", path);
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int openat(int folder, const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    onPath("openat", path);
    return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}
FILE* fopen(const char* path, const char* mode) {
    NEXT(fopen);
    onPath("fopen", path);
    return real(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
    NEXT(fopen64);
    onPath("fopen", path);
    return real(path, mode);
}
DIR* opendir(const char* path) {
    NEXT(opendir);
    onPath("opendir", path);
    return real(path);
}
int stat(const char* path, struct stat* info) {
    NEXT(stat);
    onPath("stat", path);
    return real(path, info);
}
int lstat(const char* path, struct stat* info) {
    NEXT(lstat);
    onPath("lstat", path);
    return real(path, info);
}
int stat64(const char* path, struct stat64* info) {
    NEXT(stat64);
    onPath("stat", path);
    return real(path, info);
}
int lstat64(const char* path, struct stat64* info) {
    NEXT(lstat64);
    onPath("lstat", path);
    return real(path, info);
}
int statvfs(const char* path, struct statvfs* info) {
    NEXT(statvfs);
    onPath("statvfs", path);
    return real(path, info);
}
int access(const char* path, int mode) {
    NEXT(access);
    onPath("access", path);
    return real(path, mode);
}
ssize_t readlink(const char* path, char* text, size_t size) {
    NEXT(readlink);
    onPath("readlink", path);
    return real(path, text, size);
}
int rename(const char* from, const char* to) {
    NEXT(rename);
    onPath("rename", from);
    return real(from, to);
}
int unlink(const char* path) {
    NEXT(unlink);
    onPath("unlink", path);
    return real(path);
}
int unlinkat(int folder, const char* path, int flags) {
    NEXT(unlinkat);
    onPath("unlinkat", path);
    return real(folder, path, flags);
}
int remove(const char* path) {
    NEXT(remove);
    onPath("remove", path);
    return real(path);
}
int mkdir(const char* path, mode_t mode) {
    NEXT(mkdir);
    onPath("mkdir", path);
    return real(path, mode);
}
int rmdir(const char* path) {
    NEXT(rmdir);
    onPath("rmdir", path);
    return real(path);
}
int inotify_add_watch(int fd, const char* path, uint32_t mask) {
    NEXT(inotify_add_watch);
    onPath("inotify_add_watch", path);
    return real(fd, path, mask);
}
int fsync(int fd) {
    onFile("fsync", fd);
    return static_cast<int>(::syscall(SYS_fsync, fd));
}
int fdatasync(int fd) {
    onFile("fdatasync", fd);
    return static_cast<int>(::syscall(SYS_fdatasync, fd));
}
ssize_t read(int fd, void* bytes, size_t size) {
    NEXT(read);
    onFile("read", fd);
    return real(fd, bytes, size);
}
ssize_t write(int fd, const void* bytes, size_t size) {
    NEXT(write);
    onFile("write", fd);
    return real(fd, bytes, size);
}
ssize_t pread64(int fd, void* bytes, size_t size, off64_t at) {
    NEXT(pread64);
    onFile("pread", fd);
    return real(fd, bytes, size, at);
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t at) {
    NEXT(pwrite64);
    onFile("pwrite", fd);
    return real(fd, bytes, size, at);
}
size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
    NEXT(fwrite);
    onFile("fwrite", ::fileno(file));
    return real(bytes, size, count, file);
}
size_t fwrite_unlocked(const void* bytes, size_t size, size_t count, FILE* file) {
    NEXT(fwrite_unlocked);
    onFile("fwrite", ::fileno(file));
    return real(bytes, size, count, file);
}

}  // extern "C"
