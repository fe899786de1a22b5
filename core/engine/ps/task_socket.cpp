// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/task_socket.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "core/node/task_sockets.h"

namespace trainyard::engine::ps {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;

constexpr std::size_t kLongestFolder = 90;  // sun_path holds 108

}  // namespace

fs::path taskSocket(const TaskCard& self, const std::string& task) {
    if (self.sockets.empty()) return {};
    return node::taskSocket(self.sockets, self.token, self.attempt, task);
}

base::Status prepareSocketFolder(const fs::path& folder) {
    if (folder.string().size() > kLongestFolder)
        return fail(Code::kInvalidArgument,
                    base::say("the path of {} is too long for the sockets of tasks ({} bytes, at most {}); "
                              "set TRAINYARD_HOME or XDG_RUNTIME_DIR to a shorter one",
                              folder.string(), folder.string().size(), kLongestFolder),
                    "socket.folder");
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(base::errnoError(errno, base::say("cannot make {}", folder.string())));
    struct stat found{};
    if (::lstat(folder.c_str(), &found) != 0)
        return fail(base::errnoError(errno, base::say("cannot look at {}", folder.string())));
    if (!S_ISDIR(found.st_mode) || found.st_uid != ::getuid() || (found.st_mode & 077) != 0)
        return fail(Code::kPermissionDenied,
                    base::say("{} is not a private folder of this user (mode 0700): run chmod 700 on it if "
                              "it is yours, or set XDG_RUNTIME_DIR to another folder",
                              folder.string()),
                    "socket.folder");
    node::removeDeadTaskSockets(folder);
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
