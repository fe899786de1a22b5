// SPDX-License-Identifier: Apache-2.0
#include "core/node/stack_reader.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/node/child.h"
#include "core/node/frame_name.h"
#include "core/node/process.h"

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
    base::Words why = "ptrace is not permitted, as in a container without CAP_SYS_PTRACE";
    // Yama has a say too (Linux, Documentation/admin-guide/LSM/Yama.rst).
    std::ifstream file("/proc/sys/kernel/yama/ptrace_scope");
    int scope = 0;
    if ((file >> scope) && scope > 0)
        why = base::say("kernel.yama.ptrace_scope is {}; `sudo sysctl kernel.yama.ptrace_scope=0` allows it",
                        scope);
    if (const pid_t tracer = tracerOf(pid); tracer > 0)
        why = base::say("process {} is tracing it, as a debugger does", tracer);
    return {Code::kPermissionDenied,
            base::say("the kernel does not allow reading the stacks of process {}: {}", pid, why),
            "stacks.not_permitted"};
}

base::Error processEnded(pid_t pid) {
    return {Code::kNotFound, base::say("process {} has ended", pid), "task.not_found"};
}

base::Error failureOf(const ProcessId& process, const std::string& program, const std::string& complaint) {
    if (!isAlive(process)) return processEnded(process.pid);
    if (complaint.contains("not permitted") || complaint.contains("ermission denied"))
        return notPermitted(process.pid);
    return {Code::kInternal,
            base::say("{} shows no stack of process {}: {}", program, process.pid,
                      complaint.empty() ? base::Words("it prints nothing") : base::Words::plain(complaint))};
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

/// Whether a Python interpreter runs it: under its own name, or as a library of another program.
bool isPython(pid_t pid) {
    std::error_code error;
    const auto program = std::filesystem::read_symlink(fmt::format("/proc/{}/exe", pid), error);
    if (program.filename().string().starts_with("python")) return true;
    std::ifstream maps(fmt::format("/proc/{}/maps", pid));
    for (std::string line; std::getline(maps, line);)
        if (line.find("/libpython") != std::string::npos) return true;
    return false;
}

std::string nameOf(const std::string& program) {
    return std::filesystem::path(program).filename().string();
}

/// "Error: what failed", then its causes, then a backtrace of its own.
std::string pySpysComplaint(std::string_view errors) {
    constexpr std::string_view kHead = "Error: ";
    if (errors.starts_with(kHead)) errors.remove_prefix(kHead.size());
    return base::printable(errors.substr(0, errors.find('\n')));
}

/// One reading of one process, which may need several programs.
class Reading {
  public:
    Reading(const ProcessId& process, const std::function<bool()>& isCancelled, const StackTool& tool)
        : process_(process),
          isCancelled_(isCancelled),
          tool_(tool),
          until_(std::chrono::steady_clock::now() + tool.deadline) {}
    base::Result<ProcessStacks> read();

  private:
    struct Printed {
        bool isWhole = false;  ///< the program has exited on its own
        std::string output, errors;
    };
    base::Result<Printed> run(const std::vector<std::string>& command);
    base::Result<std::vector<ThreadStack>> byEuStack();
    base::Result<std::vector<ThreadStack>> byPySpy();
    base::Error tooLate(const std::string& program) const;

    const ProcessId& process_;
    const std::function<bool()>& isCancelled_;
    const StackTool& tool_;
    const std::chrono::steady_clock::time_point until_;
    char state_ = '?';  ///< before reading
};

base::Error Reading::tooLate(const std::string& program) const {
    return {Code::kDeadlineExceeded,
            base::say("{} has not read the stacks of process {} within {:g} s", program, process_.pid,
                      std::chrono::duration<double>(tool_.deadline).count()),
            "stacks.deadline"};
}

/// Errors: kNotFound, there is no such program; kDeadlineExceeded; kCancelled.
base::Result<Reading::Printed> Reading::run(const std::vector<std::string>& command) {
    TY_ASSIGN(const base::UniqueFd output, unnamedFile("trainyard-stacks", ""));
    TY_ASSIGN(const base::UniqueFd errors, unnamedFile("trainyard-stacks-errors", ""));
    Child child;
    // Where DEBUGINFOD_URLS is set, eu-stack would fetch the symbols of every library over the network.
    TY_TRY(child.start(command, {{output.get(), 1}, {errors.get(), 2}}, {"DEBUGINFOD_URLS"}));
    std::optional<int> status;
    bool isCancelled = false;
    while (!status && !isCancelled && std::chrono::steady_clock::now() < until_) {
        isCancelled = isCancelled_();
        if (!isCancelled) status = child.waitFor(kLookEvery);
    }
    const bool isWhole = status && WIFEXITED(*status);
    if (!isWhole) {
        child.kill();
        // A tracer that was killed may leave the stop behind that it requested (PTRACE_ATTACH sends SIGSTOP,
        // ptrace(2)): a process that was not stopped before must continue.
        if (state_ != 'T' && isAlive(process_)) ::kill(process_.pid, SIGCONT);
    }
    if (isCancelled) return base::fail(Code::kCancelled, "the request for the stacks was cancelled");
    if (!status) return base::fail(tooLate(command.front()));
    return Printed{isWhole, contentOf(output, kMostOutput), contentOf(errors, kMostOutput)};
}

base::Result<std::vector<ThreadStack>> Reading::byEuStack() {
    auto printed = run({tool_.program, "-m", "-p", std::to_string(process_.pid)});
    if (!printed && printed.error().code == Code::kNotFound)
        return base::fail(
            Code::kFailedPrecondition,
            base::say("stacks are read with {}, which is not installed: install the package elfutils",
                      tool_.program),
            "stacks.no_tool");
    if (!printed) return base::fail(printed.error());
    std::vector<ThreadStack> threads = parseStacks(printed->output);
    const auto hasFrames = [](const ThreadStack& thread) { return !thread.frames.empty(); };
    if (!printed->isWhole || std::ranges::none_of(threads, hasFrames))
        return base::fail(failureOf(process_, tool_.program, lastLineOf(printed->errors)));
    return threads;
}

base::Result<std::vector<ThreadStack>> Reading::byPySpy() {
    std::vector<std::string> command{tool_.pySpy, "dump", "--json", "--pid", std::to_string(process_.pid)};
    // It cannot halt a process that is stopped already, and need not.
    if (state_ == 'T') command.emplace_back("--nonblocking");
    TY_ASSIGN(const Printed printed, run(command));
    if (!printed.isWhole || printed.output.empty())
        return base::fail(failureOf(process_, tool_.pySpy, pySpysComplaint(printed.errors)));
    return parsePySpy(printed.output);
}

base::Result<ProcessStacks> Reading::read() {
    const Turn turn(process_.pid, until_);
    if (!turn) return base::fail(tooLate(tool_.program));
    if (!isAlive(process_)) return base::fail(processEnded(process_.pid));
    state_ = stateOf(process_.pid);
    ProcessStacks stacks{state_, {}};
    if (isPython(process_.pid)) {
        auto threads = byPySpy();
        if (threads) {
            stacks.threads = std::move(*threads);
            stacks.tool = nameOf(tool_.pySpy);
        } else if (threads.error().code == Code::kCancelled || !isAlive(process_)) {
            return base::fail(threads.error());
        } else {
            stacks.note =
                threads.error().code == Code::kNotFound
                    ? base::say("{} is not installed; it shows the frames of Python", nameOf(tool_.pySpy))
                    : threads.error().message;
        }
    }
    if (stacks.tool.empty()) {
        TY_ASSIGN(stacks.threads, byEuStack());
        stacks.tool = nameOf(tool_.program);
    }
    for (ThreadStack& thread : stacks.threads)
        if (thread.name.empty()) thread.name = threadName(process_.pid, thread.tid);
    std::ranges::stable_sort(stacks.threads, {}, [&](const ThreadStack& thread) {
        return thread.tid == process_.pid ? 0 : informativeFrame(thread) ? 1 : 2;
    });
    return stacks;
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
    return Reading(process, isCancelled, tool).read();
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

base::Result<std::vector<ThreadStack>> parsePySpy(std::string_view output) {
    const auto text = [](const nlohmann::json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? base::printable(found->get<std::string>())
                                                           : std::string();
    };
    const auto number = [](const nlohmann::json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
    };
    const auto isList = [](const nlohmann::json& value) {
        return value.is_array() &&
               std::ranges::all_of(value, [](const nlohmann::json& entry) { return entry.is_object(); });
    };
    const base::Error other{Code::kDataLoss,
                            base::say("{} prints something else than threads and their frames", "py-spy")};
    const auto parsed = base::parseJson(output, "stacks");
    if (!parsed || !isList(*parsed) || parsed->empty()) return base::fail(other);
    std::vector<ThreadStack> threads;
    for (const nlohmann::json& one : *parsed) {
        ThreadStack& thread = threads.emplace_back();
        thread.tid = number(one, "os_thread_id");
        thread.name = text(one, "thread_name");
        const auto frames = one.find("frames");
        if (frames == one.end() || !isList(*frames)) return base::fail(other);
        for (const nlohmann::json& at : *frames) {
            Frame& frame = thread.frames.emplace_back();
            const std::string function = text(at, "name").substr(0, kLongestName);
            const int line = number(at, "line");
            const std::string place = line > 0 ? fmt::format(":{}", line) : "";
            frame.module = text(at, "short_filename");
            frame.function = fmt::format("{} ({}{})", function, frame.module, place);
            frame.text = fmt::format("#{:<3} {} ({}{})", thread.frames.size() - 1, function,
                                     text(at, "filename"), place);
        }
    }
    return threads;
}

const Frame* informativeFrame(const ThreadStack& thread) {
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
