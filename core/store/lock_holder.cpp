// SPDX-License-Identifier: Apache-2.0
#include "core/store/lock_holder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>

#include "core/base/home.h"
#include "core/base/text.h"

namespace trainyard::store {
namespace {

/// Of the store and the index of its write-ahead log: one or the other is locked, depending on the journal.
std::set<ino_t> inodesOf(const std::filesystem::path& file) {
    std::set<ino_t> inodes;
    for (const char* suffix : {"", "-shm"}) {
        struct stat info{};
        if (::stat((file.string() + suffix).c_str(), &info) == 0) inodes.insert(info.st_ino);
    }
    return inodes;
}

}  // namespace

std::string lockHolder(const std::filesystem::path& file) {
    const std::set<ino_t> inodes = inodesOf(file);
    std::ifstream table("/proc/locks");
    std::string line;
    while (std::getline(table, line)) {
        // 1: POSIX  ADVISORY  WRITE 4711 00:2e:80938 1073741825 1073741825
        std::istringstream fields(line);
        std::string number, kind, mode, access, place;
        pid_t pid = 0;
        fields >> number >> kind >> mode >> access >> pid >> place;
        const auto colon = place.rfind(':');
        if (!fields || colon == std::string::npos || access != "WRITE" || pid <= 0 || pid == ::getpid())
            continue;
        if (!inodes.contains(std::strtoull(place.c_str() + colon + 1, nullptr, 10))) continue;
        const std::string program = base::executableOf(std::to_string(pid)).filename().string();
        if (program.empty()) continue;  // a file of another disk with the same number, of another user
        return fmt::format("{} (pid {})", base::printable(program), pid);
    }
    return {};
}

}  // namespace trainyard::store
