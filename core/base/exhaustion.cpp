// SPDX-License-Identifier: Apache-2.0
#include "core/base/exhaustion.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>
#include <system_error>

namespace trainyard::base {
namespace {

constexpr std::int64_t kMegabyte = 1'000'000;
constexpr int kFailed = 1;

const char* reportedProgram = "";
std::terminate_handler otherwise = nullptr;

/// -1: no limit.
std::int64_t allowedAddressSpace() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return -1;
    return static_cast<std::int64_t>(limit.rlim_cur);
}

bool isTooSmall(std::int64_t allowed) {
    return allowed >= 0 && allowed < kLeastAddressSpace;
}

/// Where nothing may be allocated.
template <typename... Args>
[[noreturn]] void endWith(const char* format, Args... args) {
    std::array<char, 512> line;
    const int length = std::snprintf(line.data(), line.size(), format, args...);
    if (length > 0)
        (void)!::write(STDERR_FILENO, line.data(), std::min<std::size_t>(line.size() - 1, length));
    ::_exit(kFailed);
}

void endOnExhaustion() {
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::exception& e) {
            if (isExhaustion(e))
                endWith(
                    "%s: memory ran out (%s): raise the limit, if there is one (`ulimit -v`), or free some\n",
                    reportedProgram, e.what());
        } catch (...) {
            // Nothing to do: the handler below gets it.
        }
    }
    if (otherwise) otherwise();
}

}  // namespace

Status checkAddressSpace(const std::string& program) {
    const std::int64_t allowed = allowedAddressSpace();
    if (!isTooSmall(allowed)) return {};
    return fail(Code::kResourceExhausted,
                base::say("{} needs {} MB of address space and is allowed {} MB: raise the limit (`ulimit "
                          "-v`, or in the batch system that set it)",
                          program, kLeastAddressSpace / kMegabyte, allowed / kMegabyte),
                "memory.limit");
}

Status allowOpenFiles(const std::string& program) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kLeastOpenFiles) return {};
    if (limit.rlim_max >= kLeastOpenFiles) {
        limit.rlim_cur = kLeastOpenFiles;
        if (::setrlimit(RLIMIT_NOFILE, &limit) == 0) return {};
    }
    return fail(Code::kResourceExhausted,
                base::say("{} needs {} open files and is allowed {}: raise the limit (`ulimit -n`, or in the "
                          "batch system that set it)",
                          program, kLeastOpenFiles, limit.rlim_max),
                "files.limit");
}

void demandAddressSpace(int argc, char** argv, char**) {
    const std::int64_t allowed = allowedAddressSpace();
    if (!isTooSmall(allowed)) return;
    const char* const program = argc > 0 ? argv[0] : "";
    const char* const slash = std::strrchr(program, '/');
    endWith(
        "%s needs %lld MB of address space and is allowed %lld MB: raise the limit (`ulimit -v`, or in the "
        "batch system that set it)\n",
        slash ? slash + 1 : program, static_cast<long long>(kLeastAddressSpace / kMegabyte),
        static_cast<long long>(allowed / kMegabyte));
}

bool isExhaustion(const std::exception& thrown) {
    if (dynamic_cast<const std::bad_alloc*>(&thrown)) return true;
    if (const auto* failed = dynamic_cast<const std::system_error*>(&thrown))
        return failed->code() == std::errc::resource_unavailable_try_again ||
               failed->code() == std::errc::not_enough_memory;
    // libtorch's allocator throws an error of its own (c10/core/impl/alloc_cpu.cpp).
    return std::string_view(thrown.what()).find("DefaultCPUAllocator: can't allocate memory") !=
           std::string_view::npos;
}

void reportExhaustion(const char* program) {
    reportedProgram = program;
    otherwise = std::set_terminate(endOnExhaustion);
}

}  // namespace trainyard::base
