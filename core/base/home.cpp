// SPDX-License-Identifier: Apache-2.0
#include "core/base/home.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/sha256.h"

namespace trainyard::base {

Result<Home> Home::fromEnvironment() {
    if (const char* home = std::getenv("TRAINYARD_HOME"); home && *home) {
        TY_ASSIGN(const std::filesystem::path root, absolutePath(home));
        return Home(plainPath(root));
    }
    return withoutVariable();
}

Result<Home> Home::withoutVariable() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data == '/')
        return Home(std::filesystem::path(data) / "trainyard");
    if (const char* home = std::getenv("HOME"); home && *home == '/')
        return Home(std::filesystem::path(home) / ".local/share/trainyard");
    return fail(Code::kFailedPrecondition,
                "neither TRAINYARD_HOME nor HOME is set; set TRAINYARD_HOME to a folder");
}

namespace {

Error unwritable(const Words& why) {
    return {Code::kPermissionDenied,
            base::say("{}; make it writable, or set TRAINYARD_HOME to a folder that is", why),
            "home.not_writable"};
}

}  // namespace

Status Home::prepare() const {
    if (const Status made = makeFolders(root_, 0700); !made)
        return fail(made.error().code == Code::kPermissionDenied ? unwritable(made.error().words())
                                                                 : made.error());
    struct stat info{};
    if (::stat(root_.c_str(), &info) != 0)
        return fail(errnoError(errno, base::say("cannot stat {}", root_.string())));
    if (mayBeChangedByOthers(info))
        return fail(Code::kPermissionDenied,
                    base::say("other users can change the home {} (owner {}, mode {:o}); what they put there "
                              "would run as you. Make it yours and run chmod go-w on it, or choose another "
                              "folder in TRAINYARD_HOME",
                              root_.string(), info.st_uid, info.st_mode & 07777),
                    "home.writable");
    if (::access(root_.c_str(), W_OK) != 0)
        return fail(
            unwritable(errnoError(errno, base::say("cannot write to the home {}", root_.string())).words()));
    if (::lstat(agentLog().c_str(), &info) == 0 && S_ISLNK(info.st_mode))
        return fail(Code::kRefused,
                    base::say("{} is a link, and the agent's log is written into no other place; remove it",
                              agentLog().string()),
                    "home.log_link");
    return {};
}

Status Home::check() const {
    for (const std::filesystem::path& file : {lockFile(), agentLog()})
        if (const auto there = openRegular(file, Links::kRefuse);
            !there && there.error().code != Code::kNotFound)
            return fail(there.error());
    struct stat info{};
    for (const std::filesystem::path& folder : {runs(), agentSocket().parent_path()})
        if (::stat(folder.c_str(), &info) == 0 && !S_ISDIR(info.st_mode))
            return fail(Code::kAlreadyExists,
                        base::say("{} is in the way: a file, not a folder", folder.string()));
    return checkSocketFolder(agentSocket().parent_path());
}

Status checkSocketFolder(const std::filesystem::path& folder) {
    struct stat info{};
    if (::lstat(folder.c_str(), &info) != 0)
        return errno == ENOENT ? Status()
                               : fail(errnoError(errno, base::say("cannot look at {}", folder.string())));
    if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid())
        return fail(
            Code::kPermissionDenied,
            base::say("{} is not a folder of this user; the agent's socket needs one that nobody else can "
                      "open: set XDG_RUNTIME_DIR to a folder of yours, or choose a shorter TRAINYARD_HOME",
                      folder.string()),
            "agent.folder");
    if ((info.st_mode & 0077) == 0) return {};
    return fail(
        Code::kPermissionDenied,
        base::say("{} can be opened by others (mode {:o}); run chmod 700 on it, or choose another folder for "
                  "the socket",
                  folder.string(), info.st_mode & 07777),
        "agent.folder");
}

std::filesystem::path Home::agentSocket() const {
    constexpr std::size_t kLongestSocketPath = 100;
    std::filesystem::path socket = root_ / "run" / "agent.sock";
    if (socket.string().size() <= kLongestSocketPath) return socket;
    const std::filesystem::path below =
        std::filesystem::path(
            fmt::format("trainyard-{}-{}", ::getuid(), Sha256::hex(root_.string()).substr(0, 16))) /
        "agent.sock";
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    if (runtime && *runtime == '/' && (runtime / below).string().size() <= kLongestSocketPath)
        return runtime / below;
    return "/tmp" / below;
}

std::filesystem::path executableOf(const std::string& process) {
    const std::filesystem::path folder = std::filesystem::path("/proc") / process;
    std::error_code ignored;  // /proc is mounted wherever we run; without it the error names the empty folder
    std::filesystem::path program = std::filesystem::read_symlink(folder / "exe", ignored);
    if (!program.filename().string().starts_with("ld-")) return program;
    const auto arguments = readFile(folder / "cmdline");
    // LOADER --library-path FOLDERS PROGRAM …, each with a NUL at its end
    std::string_view rest = arguments ? std::string_view(*arguments) : std::string_view();
    for (int i = 0; i < 3; ++i) rest.remove_prefix(std::min(rest.size(), rest.find('\0') + 1));
    rest = rest.substr(0, rest.find('\0'));
    return rest.starts_with('/') ? std::filesystem::path(rest) : program;
}

std::filesystem::path programFolder() {
    return executableOf("self").parent_path();
}

Result<std::filesystem::path> siblingProgram(const std::string& name) {
    std::filesystem::path path = programFolder() / name;
    if (::access(path.c_str(), X_OK) == 0) return path;
    return fail(
        Code::kNotFound,
        base::say("the program {} is missing or not executable (looked for {}); build or install it again",
                  name, path.string()),
        "program.missing");
}

}  // namespace trainyard::base
