// SPDX-License-Identifier: Apache-2.0
#include "core/node/task_sockets.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <string_view>

#include "core/base/fd.h"
#include "core/base/sha256.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "t-";
constexpr std::size_t kHashDigits = 8;
/// A socket younger than that may be between its bind and its listen.
constexpr std::chrono::seconds kNewborn{5};

bool isNamedAsOurs(const std::string& name) {
    return name.starts_with(kPrefix) && name.size() == kPrefix.size() + kHashDigits &&
           name.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string::npos;
}

/// Whether a socket's file is stale: nobody listens there.
bool isDead(const fs::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path.string();
    if (name.size() >= sizeof(address.sun_path)) return false;
    std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
    const base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    return socket &&
           ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 &&
           errno == ECONNREFUSED;
}

}  // namespace

fs::path taskSocket(const fs::path& folder, const std::string& secret, int attempt, const std::string& task) {
    const std::string hash = base::Sha256::hex(fmt::format("{}\n{}\n{}", secret, attempt, task));
    return folder / fmt::format("{}{}", kPrefix, hash.substr(0, kHashDigits));
}

void removeDeadTaskSockets(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path& path = entry->path();
        struct stat found{};
        const bool isOurs = isNamedAsOurs(path.filename().string()) && ::lstat(path.c_str(), &found) == 0 &&
                            S_ISSOCK(found.st_mode) && found.st_uid == ::getuid();
        if (!isOurs || std::time(nullptr) - found.st_mtime < kNewborn.count() || !isDead(path)) continue;
        std::error_code gone;  // another task has been quicker
        if (fs::remove(path, gone)) spdlog::info("removed {}, which a task left", path.string());
    }
    if (error && error != std::errc::no_such_file_or_directory)
        spdlog::warn("cannot look for what tasks left in {}: {}", folder.string(), error.message());
}

}  // namespace trainyard::node
