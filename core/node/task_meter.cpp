// SPDX-License-Identifier: Apache-2.0
#include "core/node/task_meter.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "core/base/fd.h"

namespace trainyard::node {
namespace {

/// Attempts are measured at about the same time, each once a second.
constexpr double kFreshSeconds = 0.2;
/// The number of a kernel's thread may be given to a process after it has ended.
constexpr int kReadsPerLookAtKernels = 64;
constexpr std::uint64_t kIsKernels = 0x00200000;  // PF_KTHREAD of linux/sched.h, in field 9 of stat

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Read {
    ProcessTable::Process process;
    bool isKernels = false;
};

/// Nothing if the process has ended.
std::optional<Read> readUse(pid_t pid) {
    std::array<char, 32> path{};
    *fmt::format_to_n(path.data(), path.size() - 1, "/proc/{}/stat", pid).out = '\0';
    const base::UniqueFd fd(::open(path.data(), O_RDONLY | O_CLOEXEC));
    std::array<char, 2048> text{};
    const ssize_t count = fd ? ::read(fd.get(), text.data(), text.size() - 1) : -1;
    // The name is in parentheses and may contain anything, including parentheses.
    const char* at = count > 0 ? ::strrchr(text.data(), ')') : nullptr;
    if (at == nullptr || at[1] != ' ' || at[2] == '\0') return std::nullopt;
    Read read;
    read.process.state = at[2];
    std::array<std::uint64_t, 25> field{};  // by its number in proc(5)
    at += 3;
    for (std::size_t i = 4; i < field.size(); ++i) {
        char* end = nullptr;
        field[i] = ::strtoull(at, &end, 10);
        if (end == at) return std::nullopt;
        at = end;
    }
    static const double ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
    static const std::int64_t pageBytes = ::sysconf(_SC_PAGESIZE);
    read.process.parent = static_cast<pid_t>(field[4]);
    read.process.group = static_cast<pid_t>(field[5]);
    read.isKernels = (field[9] & kIsKernels) != 0;
    read.process.ownSeconds = static_cast<double>(field[14] + field[15]) / ticks;
    read.process.endedSeconds = static_cast<double>(field[16] + field[17]) / ticks;
    read.process.start = field[22];
    read.process.rssBytes = static_cast<std::int64_t>(field[24]) * pageBytes;
    return read;
}

}  // namespace

void ProcessTable::refresh() {
    if (steadySeconds() - at_ >= kFreshSeconds) read();
}

void ProcessTable::read() {
    at_ = steadySeconds();
    processes_.clear();
    if (reads_++ % kReadsPerLookAtKernels == 0) kernels_.clear();
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    if (!folder) return;
    while (const dirent* entry = ::readdir(folder.get())) {
        pid_t pid = 0;
        const char* end = entry->d_name + ::strlen(entry->d_name);
        if (std::from_chars(entry->d_name, end, pid).ptr != end || kernels_.contains(pid)) continue;
        const auto read = readUse(pid);
        if (!read) continue;
        if (read->isKernels)
            kernels_.insert(pid);
        else
            processes_.emplace_hint(processes_.end(), pid, read->process);
    }
}

std::map<pid_t, TaskMeter::Seen> TaskMeter::members(const ProcessTable& table) const {
    std::map<pid_t, std::vector<pid_t>> children;
    std::vector<pid_t> found;
    for (const auto& [pid, process] : table.processes()) {
        children[process.parent].push_back(pid);
        const auto before = seen_.find(pid);  // it may have left the group, and its parent may have ended
        const bool isKnown = before != seen_.end() && before->second.start == process.start;
        const bool isProgram = pid == program_.pid && process.start == program_.start;
        if (isProgram || process.group == program_.pid || isKnown) found.push_back(pid);
    }
    std::map<pid_t, Seen> all;
    while (!found.empty()) {
        const pid_t pid = found.back();
        found.pop_back();
        const ProcessTable::Process& process = table.processes().at(pid);
        const Seen seen{process.start, process.parent, process.ownSeconds, process.endedSeconds};
        if (!all.emplace(pid, seen).second) continue;
        const auto own = children.find(pid);
        if (own != children.end()) found.insert(found.end(), own->second.begin(), own->second.end());
    }
    return all;
}

double TaskMeter::lostSince(const std::map<pid_t, Seen>& now) const {
    const auto isThere = [&](pid_t pid) {
        const auto before = seen_.find(pid), after = now.find(pid);
        return before != seen_.end() && after != now.end() && before->second.start == after->second.start;
    };
    // Whoever waits for a process is given its CPU time, and that of those it has waited for.
    std::map<pid_t, double> due;  // by the nearest ancestor that is left; 0: by none
    for (const auto& [pid, seen] : seen_) {
        if (isThere(pid)) continue;
        pid_t heir = seen.parent;
        for (std::size_t i = 0; i < seen_.size() && !isThere(heir); ++i) {
            const auto next = seen_.find(heir);
            heir = next == seen_.end() ? 0 : next->second.parent;
        }
        due[isThere(heir) ? heir : 0] += seen.ownSeconds + seen.endedSeconds;
    }
    double lost = 0;
    for (const auto& [heir, seconds] : due) {
        const double given = heir == 0 ? 0 : now.at(heir).endedSeconds - seen_.at(heir).endedSeconds;
        lost += std::max(0.0, seconds - given);
    }
    return lost;
}

TaskUsage TaskMeter::measure(const ProcessTable& table) {
    TaskUsage usage;
    usage.at = table.at();
    std::map<pid_t, Seen> now = members(table);
    lostSeconds_ += lostSince(now);
    seen_ = std::move(now);
    usage.cpuSeconds = lostSeconds_;
    for (const auto& [pid, seen] : seen_) {
        usage.cpuSeconds += seen.ownSeconds + seen.endedSeconds;
        usage.rssBytes += table.processes().at(pid).rssBytes;
    }
    const auto program = table.processes().find(program_.pid);
    if (program != table.processes().end() && program->second.start == program_.start)
        usage.state = program->second.state;
    return usage;
}

std::vector<pid_t> TaskMeter::processes() const {
    std::vector<pid_t> all;
    for (const auto& [pid, seen] : seen_) all.push_back(pid);
    return all;
}

}  // namespace trainyard::node
