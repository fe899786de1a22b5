// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/task_socket.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "core/base/fd.h"
#include "core/base/sha256.h"

namespace trainyard::engine::ps {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;

/// As long as the name of the agent's own socket, which stands beside it: where one fits, the other does.
constexpr std::string_view kPrefix = "t-";
constexpr std::size_t kHashDigits = 8;
/// A socket younger than that may be between its bind and its listen.
constexpr std::chrono::seconds kNewborn{5};
constexpr std::size_t kLongestFolder = 90;  // sun_path holds 108

/// Whether a socket's file is left over: nobody listens there.
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

void removeDead(const fs::path& folder) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        struct stat found{};
        const bool isOurs = entry.path().filename().string().starts_with(kPrefix) &&
                            ::lstat(entry.path().c_str(), &found) == 0 && S_ISSOCK(found.st_mode);
        if (!isOurs || std::time(nullptr) - found.st_mtime < kNewborn.count() || !isDead(entry.path()))
            continue;
        if (fs::remove(entry.path(), error))
            spdlog::info("removed {}, which a task left", entry.path().string());
    }
}

}  // namespace

fs::path taskSocket(const TaskCard& self, const std::string& task) {
    if (self.sockets.empty()) return {};
    const std::string hash = base::Sha256::hex(fmt::format("{}\n{}\n{}", self.token, self.attempt, task));
    return self.sockets / fmt::format("{}{}", kPrefix, hash.substr(0, kHashDigits));
}

base::Status prepareSocketFolder(const fs::path& folder) {
    if (folder.string().size() > kLongestFolder)
        return fail(Code::kInvalidArgument, fmt::format("the path of {} is too long", folder.string()),
                    "socket.folder");
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(base::errnoError(errno, fmt::format("cannot make {}", folder.string())));
    struct stat found{};
    if (::lstat(folder.c_str(), &found) != 0)
        return fail(base::errnoError(errno, fmt::format("cannot look at {}", folder.string())));
    if (!S_ISDIR(found.st_mode) || found.st_uid != ::getuid() || (found.st_mode & 077) != 0)
        return fail(Code::kPermissionDenied,
                    fmt::format("{} is not a folder of this user alone (0700)", folder.string()),
                    "socket.folder");
    removeDead(folder);
    return {};
}

fs::path handSocketFolder() {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string name = fmt::format("trainyard-{}", ::getuid());
    const bool isUsable =
        runtime && *runtime == '/' && std::strlen(runtime) + 1 + name.size() <= kLongestFolder;
    return fs::path(isUsable ? runtime : "/tmp") / name;
}

}  // namespace trainyard::engine::ps
