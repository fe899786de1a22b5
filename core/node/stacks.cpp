// SPDX-License-Identifier: Apache-2.0
#include "core/node/stacks.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>

#include "core/base/text.h"
#include "core/node/child.h"
#include "core/node/frame_name.h"

namespace trainyard::node {
namespace {

using base::Code;

constexpr std::chrono::milliseconds kLookEvery{100};
constexpr std::size_t kMostOutput = 16u << 20;
constexpr std::size_t kLongestName = 512;

template <typename Number>
bool takeNumber(std::string_view& text, Number& number, int base = 10) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

/// "#2  0x00007f2ef1bd851d trainyard::f(int) - /usr/lib/x.so"; name and module may be missing.
bool parseFrame(std::string_view line, Frame& frame) {
    unsigned number = 0;
    std::string_view rest = line;
    if (!rest.starts_with('#')) return false;
    rest.remove_prefix(1);
    if (!takeNumber(rest, number)) return false;
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
    const std::string_view address = rest.substr(0, rest.find(' '));
    if (!address.starts_with("0x")) return false;
    rest.remove_prefix(address.size());
    frame.address = base::printable(address);
    frame.text = base::printable(line);
    std::string_view module;
    if (const std::size_t dash = rest.rfind(" - "); dash != std::string_view::npos) {
        module = rest.substr(dash + 3);
        rest = rest.substr(0, dash);
    }
    frame.module = base::printable(module.substr(module.rfind('/') + 1));
    if (rest.starts_with(' ')) rest.remove_prefix(1);
    frame.function = base::printable(functionName(rest).substr(0, kLongestName));
    return true;
}

std::string threadName(pid_t pid, pid_t tid) {
    std::ifstream file(fmt::format("/proc/{}/task/{}/comm", pid, tid));
    std::string name;
    std::getline(file, name);
    return base::printable(name);
}

/// For a program that has ended: the last line of its error output.
std::string lastLineOf(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return base::printable(text.substr(text.rfind('\n') + 1));
}

/// 0: no tracer.
pid_t tracerOf(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    constexpr std::string_view kKey = "TracerPid:";
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(kKey)) return std::atoi(line.c_str() + kKey.size());
    return 0;
}

base::Error notPermitted(pid_t pid) {
    std::string why = "ptrace is not permitted, as in a container without CAP_SYS_PTRACE";
    // Yama has a say too (Linux, Documentation/admin-guide/LSM/Yama.rst).
    std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
    int scope = 0;
    if ((file >> scope) && scope > 0)
        why = fmt::format(
            "kernel.yama.ptrace_scope is {}; `sudo sysctl kernel.yama.ptrace_scope=0` allows it", scope);
    if (const pid_t tracer = tracerOf(pid); tracer > 0)
        why = fmt::format("process {} is tracing it, as a debugger does", tracer);
    return {Code::kPermissionDenied,
            fmt::format("the kernel does not allow reading the stacks of process {}: {}", pid, why),
            "stacks.not_permitted"};
}

base::Error processEnded(pid_t pid) {
    return {Code::kNotFound, fmt::format("process {} has ended", pid), "task.not_found"};
}

base::Error failureOf(const ProcessId& process, const StackTool& tool, const std::string& complaint) {
    if (!isAlive(process)) return processEnded(process.pid);
    if (complaint.contains("not permitted") || complaint.contains("ermission denied"))
        return notPermitted(process.pid);
    return {Code::kInternal, fmt::format("{} shows no stack of process {}: {}", tool.program, process.pid,
                                         complaint.empty() ? "it prints nothing" : complaint)};
}

base::Error tooLate(const ProcessId& process, const StackTool& tool) {
    return {Code::kDeadlineExceeded,
            fmt::format("{} has not read the stacks of process {} within {:g} s", tool.program, process.pid,
                        std::chrono::duration<double>(tool.deadline).count()),
            "stacks.deadline"};
}

/// A process has one tracer at a time: concurrent readers of the same one wait.
class Turn {
  public:
    Turn(pid_t pid, std::chrono::steady_clock::time_point until) : pid_(pid) {
        std::unique_lock lock(mutex);
        isMine_ = given.wait_until(lock, until, [&] { return !taken.contains(pid); });
        if (isMine_) taken.insert(pid);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
        if (!isMine_) return;
        std::lock_guard lock(mutex);
        taken.erase(pid_);
        given.notify_all();
    }
    explicit operator bool() const { return isMine_; }

  private:
    static inline std::mutex mutex;
    static inline std::condition_variable given;
    static inline std::set<pid_t> taken;
    pid_t pid_;
    bool isMine_ = false;
};

/// The status with which the tool ended; nothing when it had not by `until`.
base::Result<std::optional<int>> endOf(Child& child, std::chrono::steady_clock::time_point until,
                                       const std::function<bool()>& isCancelled) {
    while (std::chrono::steady_clock::now() < until) {
        if (isCancelled()) return base::fail(Code::kCancelled, "the request for the stacks was cancelled");
        if (const auto status = child.waitFor(kLookEvery)) return status;
    }
    return std::nullopt;
}

bool startsWithAny(std::string_view text, const auto& prefixes) {
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

}  // namespace

std::string Frame::name() const {
    if (!function.empty()) return function;
    return module.empty() ? address : fmt::format("{} in {}", address, module);
}

base::Result<ProcessStacks> readStacks(const ProcessId& process, const std::function<bool()>& isCancelled,
                                       const StackTool& tool) {
    const auto until = std::chrono::steady_clock::now() + tool.deadline;
    const Turn turn(process.pid, until);
    if (!turn) return base::fail(tooLate(process, tool));
    if (!isAlive(process)) return base::fail(processEnded(process.pid));
    ProcessStacks stacks{stateOf(process.pid), {}};
    TY_ASSIGN(const base::UniqueFd output, unnamedFile("trainyard-stacks", ""));
    TY_ASSIGN(const base::UniqueFd errors, unnamedFile("trainyard-stacks-errors", ""));
    Child child;
    // Where DEBUGINFOD_URLS is set, it would fetch the symbols of every library over the network.
    const auto started = child.start({tool.program, "-m", "-p", std::to_string(process.pid)},
                                     {{output.get(), 1}, {errors.get(), 2}}, {"DEBUGINFOD_URLS"});
    if (!started && started.error().code == Code::kNotFound)
        return base::fail(
            Code::kFailedPrecondition,
            fmt::format("stacks are read with {}, which is not installed: install the package elfutils",
                        tool.program),
            "stacks.no_tool");
    TY_TRY(started);
    const auto status = endOf(child, until, isCancelled);
    const bool isWhole = status && *status && WIFEXITED(**status);
    if (!isWhole) {
        child.kill();
        // A tracer that was killed may leave the stop behind that it asked for (PTRACE_ATTACH sends SIGSTOP,
        // ptrace(2)): who was not stopped before must go on.
        if (stacks.state != 'T' && isAlive(process)) ::kill(process.pid, SIGCONT);
    }
    if (!status) return base::fail(status.error());
    if (!*status) return base::fail(tooLate(process, tool));
    stacks.threads = parseStacks(contentOf(output, kMostOutput));
    const auto hasFrames = [](const ThreadStack& thread) { return !thread.frames.empty(); };
    if (!isWhole || std::ranges::none_of(stacks.threads, hasFrames))
        return base::fail(failureOf(process, tool, lastLineOf(contentOf(errors, kMostOutput))));
    for (ThreadStack& thread : stacks.threads) thread.name = threadName(process.pid, thread.tid);
    std::ranges::stable_sort(stacks.threads, {}, [&](const ThreadStack& thread) {
        return thread.tid == process.pid ? 0 : tellingFrame(thread) ? 1 : 2;
    });
    return stacks;
}

std::vector<ThreadStack> parseStacks(std::string_view output) {
    std::vector<ThreadStack> threads;
    while (!output.empty()) {
        std::string_view line = output.substr(0, output.find('\n'));
        output.remove_prefix(std::min(output.size(), line.size() + 1));
        if (Frame frame; !threads.empty() && parseFrame(line, frame)) {
            threads.back().frames.push_back(std::move(frame));
        } else if (line.starts_with("TID ")) {
            line.remove_prefix(4);
            ThreadStack thread;
            if (takeNumber(line, thread.tid) && line == ":") threads.push_back(std::move(thread));
        }
    }
    return threads;
}

const Frame* tellingFrame(const ThreadStack& thread) {
    // Where threads wait, or wait for work.
    static constexpr std::array<std::string_view, 8> kPassedModules{
        "libc.so", "libpthread", "ld-linux", "libstdc++", "libgomp", "libabsl_", "libgpr", "libgrpc"};
    static constexpr std::array<std::string_view, 4> kPassedFunctions{
        "std::", "grpc::", "trainyard::sdk::SharedSegment::waitUntil", "_start"};
    const auto found = std::ranges::find_if(thread.frames, [](const Frame& frame) {
        return !frame.function.empty() && !startsWithAny(frame.module, kPassedModules) &&
               !startsWithAny(frame.function, kPassedFunctions);
    });
    return found == thread.frames.end() ? nullptr : &*found;
}

std::string_view stateWord(char state) {
    switch (state) {
        case 'R':
            return "running";
        case 'S':
        case 'I':
            return "sleeping";
        case 'D':
            return "waiting for a disk";
        case 'T':
        case 't':
            return "stopped";
        default:
            return "ended";
    }
}

}  // namespace trainyard::node
