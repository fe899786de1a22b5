// SPDX-License-Identifier: Apache-2.0
#include "core/node/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/fd.h"
#include "core/node/shim.h"
#include "core/node/task_record_file.h"

namespace trainyard::node {
namespace {

using base::Code;

constexpr int kReadyFd = 3;
constexpr int kLaunchFd = 4;

/// `sh`-less double fork: "--detach" makes the shim's first process fork and end at once, so that init, or
/// the nearest subreaper, becomes its parent and no zombie of it ever waits for us.
std::vector<std::string> commandLine(const LaunchRequest& request) {
    std::vector<std::string> arguments = {request.shim.string(),
                                          "--detach",
                                          "--record",
                                          request.record.string(),
                                          "--log",
                                          request.log.string(),
                                          "--cwd",
                                          request.folder.string(),
                                          "--ready-fd",
                                          std::to_string(kReadyFd)};
    if (request.heldFd >= 0) arguments.insert(arguments.end(), {"--launch-fd", std::to_string(kLaunchFd)});
    if (!request.cpus.empty()) arguments.insert(arguments.end(), {"--cpus", request.cpus});
    arguments.push_back("--");
    arguments.insert(arguments.end(), request.command.begin(), request.command.end());
    return arguments;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// dup2 onto itself would keep close-on-exec, and one onto the other's number would replace that: so neither
/// of our descriptors has a number that one of the shim's gets.
base::Status moveAway(base::UniqueFd& fd) {
    if (fd.get() > kLaunchFd) return {};
    fd.reset(::fcntl(fd.get(), F_DUPFD_CLOEXEC, kLaunchFd + 1));
    if (!fd) return base::fail(base::errnoError(errno, "cannot duplicate a descriptor"));
    return {};
}

base::Result<pid_t> spawnShim(const LaunchRequest& request, int readyEnd, int heldFd) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, readyEnd, kReadyFd);
    if (heldFd >= 0) ::posix_spawn_file_actions_adddup2(&actions, heldFd, kLaunchFd);
    // Nothing of the agent may live on in a task: neither its socket nor the lock of its home.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, heldFd >= 0 ? kLaunchFd + 1 : kReadyFd + 1);

    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<std::string> arguments = commandLine(request);
    std::vector<std::string> variables;
    for (const auto& [name, value] : request.environment) variables.push_back(name + "=" + value);
    pid_t pid = 0;
    const int wrong = ::posix_spawn(&pid, request.shim.c_str(), &actions, &attributes,
                                    pointersTo(arguments).data(), pointersTo(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (wrong != 0)
        return base::fail(base::errnoError(wrong, base::say("cannot start {}", request.shim.string())));
    return pid;
}

/// All that a shim writes until it closes its end; empty if it ended without a word.
std::string readReport(int fd) {
    std::string text;
    char part[512];
    for (;;) {
        const ssize_t count = ::read(fd, part, sizeof part);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(part, static_cast<std::size_t>(count));
    }
}

}  // namespace

base::Result<TaskRecord> launch(const LaunchRequest& request) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return base::fail(base::errnoError(errno, "cannot make a pipe"));
    base::UniqueFd readEnd(ends[0]), writeEnd(ends[1]);
    TY_TRY(moveAway(writeEnd));
    base::UniqueFd held;
    if (request.heldFd >= 0) {
        held.reset(::fcntl(request.heldFd, F_DUPFD_CLOEXEC, kLaunchFd + 1));
        if (!held) return base::fail(base::errnoError(errno, "cannot duplicate a descriptor"));
    }
    TY_ASSIGN(const pid_t first, spawnShim(request, writeEnd.get(), held.get()));
    writeEnd.reset();
    const std::string report = readReport(readEnd.get());
    int status = 0;
    while (::waitpid(first, &status, 0) < 0 && errno == EINTR) {}
    if (report.empty())
        return base::fail(Code::kInternal,
                          base::say("{} ended before it had started {}; see {}", request.shim.string(),
                                    request.command.front(), request.log.string()));
    if (report != kStarted) return base::fail(startFailure(report));
    auto record = readTaskRecord(request.record);
    if (!record)
        return base::fail(
            record.error().wrap(base::say("{} left no record of its task", request.shim.string())));
    return record;
}

}  // namespace trainyard::node
