// SPDX-License-Identifier: Apache-2.0
#include "core/node/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace trainyard::node {

void Child::kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    (void)wait();  // reaped; how it ended is known
}

base::Status Child::start(const std::vector<std::string>& command,
                          const std::vector<std::pair<int, int>>& files,
                          const std::vector<std::string>& withheld, const std::vector<int>& blocked,
                          const std::vector<std::string>& added) {
    std::vector<char*> arguments, environment;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const auto nameOf = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view name = nameOf(*entry);
        if (std::ranges::find(withheld, name) == withheld.end() &&
            std::ranges::find(added, name, nameOf) == added.end())
            environment.push_back(*entry);
    }
    for (const std::string& entry : added) environment.push_back(const_cast<char*>(entry.c_str()));
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (const auto& [ours, its] : files) posix_spawn_file_actions_adddup2(&actions, ours, its);
    // A thread that waits for signals by signalfd(2) has blocked them: the program has not requested that.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t mask;
    ::sigemptyset(&mask);
    for (const int signal : blocked) ::sigaddset(&mask, signal);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    const int error =
        ::posix_spawnp(&pid_, arguments[0], &actions, &attributes, arguments.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        pid_ = 0;
        return base::fail(base::errnoError(error, base::say("cannot start {}", command[0])));
    }
    pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    return {};
}

int Child::wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
    pid_ = 0;
    return status;
}

std::optional<int> Child::waitFor(std::chrono::milliseconds time) {
    pollfd ended{pidfd_.get(), POLLIN, 0};
    if (::poll(&ended, 1, static_cast<int>(time.count())) <= 0) return std::nullopt;
    return wait();
}

base::Result<base::UniqueFd> unnamedFile(const char* name, const std::string& text) {
    base::UniqueFd file(::memfd_create(name, MFD_CLOEXEC));
    if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return base::fail(base::errnoError(errno, "cannot keep a file in memory"));
    return file;
}

std::string contentOf(const base::UniqueFd& file, std::size_t mostBytes) {
    const off_t size = std::max<off_t>(0, ::lseek(file.get(), 0, SEEK_END));
    std::string text(std::min(mostBytes, static_cast<std::size_t>(size)), '\0');
    const ssize_t got = ::pread(file.get(), text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    return text;
}

}  // namespace trainyard::node
