// SPDX-License-Identifier: Apache-2.0
#include "core/node/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>

namespace trainyard::node {
namespace {

using base::Code;

/// /proc files have no size, so base::readFile, which asks for one, does not serve here.
base::Result<std::string> readProc(const std::string& path) {
    base::UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd) return base::fail(base::errnoError(errno, base::say("cannot read {}", path)));
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t count = ::read(fd.get(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", path)));
        if (count == 0) return text;
        text.append(buffer, static_cast<std::size_t>(count));
    }
}

struct Stat {
    char state = '?';
    pid_t parent = 0;
    pid_t group = 0;
    std::uint64_t start = 0;
};

std::optional<Stat> readStat(pid_t pid) {
    const auto text = readProc(fmt::format("/proc/{}/stat", pid));
    if (!text) return std::nullopt;
    // The second field is the program's name in brackets and may hold anything, brackets too.
    const auto close = text->rfind(')');
    if (close == std::string::npos) return std::nullopt;
    std::istringstream fields(text->substr(close + 1));
    Stat stat;
    fields >> stat.state >> stat.parent >> stat.group;
    std::string skipped;
    for (int field = 6; field <= 21; ++field) fields >> skipped;
    fields >> stat.start;
    if (!fields) return std::nullopt;
    return stat;
}

bool hasEnded(const Stat& stat) {
    return stat.state == 'Z' || stat.state == 'X';
}

}  // namespace

base::Result<std::string> bootId() {
    TY_ASSIGN(std::string text, readProc("/proc/sys/kernel/random/boot_id"));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

base::Result<ProcessId> identify(pid_t pid) {
    TY_ASSIGN(std::string boot, bootId());
    const auto stat = readStat(pid);
    if (!stat) return base::fail(Code::kNotFound, base::say("there is no process {}", pid));
    return ProcessId{pid, stat->start, std::move(boot)};
}

bool isAlive(const ProcessId& process) {
    const auto boot = bootId();
    if (process.pid <= 0 || !boot || *boot != process.bootId) return false;
    const auto stat = readStat(process.pid);
    return stat && stat->start == process.start && !hasEnded(*stat);
}

char stateOf(pid_t pid) {
    const auto stat = readStat(pid);
    return stat ? stat->state : '?';
}

base::Result<base::UniqueFd> openPidfd(const ProcessId& process) {
    if (process.pid <= 0) return base::fail(Code::kNotFound, "no process is named");
    base::UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
    if (!fd) return base::fail(base::errnoError(errno, base::say("cannot watch process {}", process.pid)));
    // Checked after the open: from here on the descriptor refers to this process, whatever happens to its
    // pid.
    if (!isAlive(process)) return base::fail(Code::kNotFound, base::say("process {} has ended", process.pid));
    return fd;
}

bool signalGroup(const ProcessId& leader, int signal) {
    if (leader.pid <= 1) return false;
    const auto boot = bootId();
    if (!boot || *boot != leader.bootId) return false;
    // While a group has members, the kernel assigns its number to no new process: another start time means
    // another process.
    const auto stat = readStat(leader.pid);
    if (stat && stat->start != leader.start) return false;
    return ::kill(-leader.pid, signal) == 0;
}

std::vector<pid_t> childrenOf(pid_t parent) {
    std::vector<pid_t> children;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    if (!folder) return children;
    while (const dirent* entry = ::readdir(folder.get())) {
        pid_t pid = 0;
        const char* end = entry->d_name + ::strlen(entry->d_name);
        if (std::from_chars(entry->d_name, end, pid).ptr != end) continue;
        if (const auto stat = readStat(pid); stat && stat->parent == parent && !hasEnded(*stat))
            children.push_back(pid);
    }
    return children;
}

std::string signalName(int signal) {
    const char* name = ::sigabbrev_np(signal);
    return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace trainyard::node
