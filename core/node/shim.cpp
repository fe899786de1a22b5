// SPDX-License-Identifier: Apache-2.0
#include "core/node/shim.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <span>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/own_file.h"
#include "core/base/time.h"
#include "core/base/words_json.h"
#include "core/node/cpu_list.h"
#include "core/node/process.h"
#include "core/node/task_record_file.h"

namespace trainyard::node {
namespace {

using base::Code;

constexpr int kCouldNotStart = 127;
/// How long an exit record is tried again on a full disk before the shim gives it up; the exit itself is seen
/// anyway.
constexpr std::chrono::seconds kRecordPatience{30};
constexpr std::chrono::milliseconds kRecordPause{250};

/// A line in the task's log and, if the shim was started manually, on stderr. A failure here cannot be
/// reported: both places are unavailable then.
void say(int log, const std::string& message) {
    const std::string line = fmt::format("trainyard-shim: {}\n", message);
    for (const int fd : {log, STDERR_FILENO})
        if (fd >= 0 && ::write(fd, line.data(), line.size()) < 0) continue;
}

sigset_t handledSignals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2})
        ::sigaddset(&set, signal);
    return set;
}

class Shim {
  public:
    explicit Shim(const ShimOptions& options) : options_(options) {}
    int run();

  private:
    base::Status prepare();
    base::Status spawn();
    base::Status noteStart() const;
    void waitForProgram();
    void reap();
    void endLeftovers();
    void noteExit();
    base::Status overwriteRecord(const std::string& text);
    void report(const std::string& message);

    const ShimOptions& options_;
    base::UniqueFd log_;
    base::UniqueFd folder_;  ///< of the record; while it is open, no file system gives it another number
    TaskRecord record_;
    int exitStatus_ = kCouldNotStart;
};

int Shim::run() {
    for (const int own : {options_.readyFd, options_.launchFd})
        if (own >= 0) ::fcntl(own, F_SETFD, FD_CLOEXEC);
    record_.argv0 = options_.command.front();
    record_.started = base::wallNow();
    auto started = prepare();
    if (started) started = spawn();
    if (!started) record_.error = started.error().words();
    const auto noted = noteStart();
    // A program without a record would run on where nobody finds it.
    if (started && !noted) {
        endLeftovers();
        started = noted;
    }
    if (options_.launchFd >= 0) ::close(options_.launchFd);
    if (!started) {
        say(log_.get(), started.error().describe());
        report(startFailureText(started.error()));
        return kCouldNotStart;
    }
    report(std::string(kStarted));
    waitForProgram();
    endLeftovers();
    noteExit();
    return exitStatus_;
}

base::Status Shim::prepare() {
    ::signal(SIGPIPE, SIG_IGN);  // a launcher that has ended reads no report
    ::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error of the write
    ::setsid();                  // fails only for a leader of a group, which by then has no terminal to lose
    const sigset_t handled = handledSignals();
    ::sigprocmask(SIG_BLOCK, &handled, nullptr);
    TY_ASSIGN(record_.shim, identify(::getpid()));
    record_.program.bootId = record_.shim.bootId;
    TY_ASSIGN(log_, base::openOwn(options_.log, O_WRONLY | O_CREAT | O_APPEND));
    folder_.reset(::open(options_.record.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (folder_) {  // else the record cannot be written either, which says why
        TY_ASSIGN(record_.folder, identifyFolder(folder_.get(), options_.record.parent_path()));
    }
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return base::fail(base::errnoError(errno, "cannot become the reaper of the task's processes"));
    struct stat info{};
    if (::stat(options_.folder.c_str(), &info) != 0)
        return base::fail(base::errnoError(
            errno, base::say("cannot enter the working folder {}", options_.folder.string())));
    if (options_.cpus.empty()) return {};
    TY_ASSIGN(const cpu_set_t cpus, parseCpuList(options_.cpus));
    if (::sched_setaffinity(0, sizeof cpus, &cpus) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot run on the CPUs {}", options_.cpus)));
    return {};
}

/// posix_spawn because it returns exec's errno, and because the child runs none of our code in between.
base::Status Shim::spawn() {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addchdir_np(&actions, options_.folder.c_str());
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, log_.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, log_.get(), STDERR_FILENO);

    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> argv;
    for (const std::string& argument : options_.command) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_t pid = 0;
    const int wrong = ::posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (wrong != 0)
        return base::fail(
            base::errnoError(wrong, base::say("cannot start the program {}", options_.command[0])));
    auto process = identify(pid);
    if (!process) return base::fail(process.error().wrap("cannot find the program that was just started"));
    record_.program = std::move(*process);
    return {};
}

base::Status Shim::noteStart() const {
    const auto written = base::writeFileAtomically(options_.record, toText(record_));
    if (!written) return base::fail(written.error().wrap("cannot write the task's record"));
    return {};
}

void Shim::report(const std::string& message) {
    if (options_.readyFd < 0) return;
    // The launcher may have ended; then nobody waits for this.
    if (::write(options_.readyFd, message.data(), message.size()) < 0)
        say(log_.get(), "the launcher did not wait for the start");
    ::close(options_.readyFd);
}

void Shim::waitForProgram() {
    const sigset_t handled = handledSignals();
    while (!record_.exit) {
        siginfo_t info{};
        const int signal = ::sigwaitinfo(&handled, &info);
        if (signal == SIGCHLD)
            reap();
        else if (signal > 0)
            signalGroup(record_.program, signal);
    }
}

/// Takes every child that has ended: the program, and orphans that came down to us.
void Shim::reap() {
    for (;;) {
        int status = 0;
        rusage usage{};
        const pid_t pid = ::wait4(-1, &status, WNOHANG, &usage);
        if (pid < 0 && errno == EINTR) continue;
        if (pid <= 0) return;
        if (pid != record_.program.pid) continue;
        ExitRecord exit;
        if (WIFEXITED(status)) exit.code = WEXITSTATUS(status);
        if (WIFSIGNALED(status)) exit.signal = WTERMSIG(status);
        exit.hasCore = WIFSIGNALED(status) && WCOREDUMP(status);
        exit.ended = base::wallNow();
        exit.maxResidentBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
        const auto seconds = [](const timeval& time) {
            return double(time.tv_sec) + double(time.tv_usec) / 1e6;
        };
        exit.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
        exitStatus_ = exit.signal ? 128 + exit.signal : exit.code;
        record_.exit = exit;
    }
}

/// The group first; then processes that left it were reparented to us, round by round until none is left.
void Shim::endLeftovers() {
    ::kill(-record_.program.pid, SIGKILL);
    const sigset_t handled = handledSignals();
    for (;;) {
        reap();
        const std::vector<pid_t> left = childrenOf(::getpid());
        if (left.empty()) return;
        for (const pid_t pid : left) ::kill(pid, SIGKILL);
        ::sigwaitinfo(&handled, nullptr);
    }
}

/// A full disk must not cost the exit code: first a new file, then the blocks that the old record already
/// has.
void Shim::noteExit() {
    const std::string text = toText(record_);
    const auto abandon = std::chrono::steady_clock::now() + kRecordPatience;
    for (bool isFirst = true;; isFirst = false) {
        const auto written = base::writeFileAtomically(options_.record, text);
        if (written || overwriteRecord(text)) return;
        if (isFirst)
            say(log_.get(), fmt::format("cannot write the exit record {}, trying on: {}",
                                        options_.record.string(), written.error().describe()));
        if (std::chrono::steady_clock::now() > abandon) break;
        const timespec pause{0, std::chrono::nanoseconds(kRecordPause).count()};
        ::nanosleep(&pause, nullptr);
    }
    say(log_.get(), fmt::format("abandoned the exit record; the program ended with {}", exitStatus_));
}

base::Status Shim::overwriteRecord(const std::string& text) {
    TY_ASSIGN(const base::UniqueFd file, base::openOwn(options_.record, O_WRONLY));
    TY_TRY(base::writeAll(file.get(), std::as_bytes(std::span(text)), options_.record.string()));
    if (::fsync(file.get()) != 0)
        return base::fail(base::errnoError(errno, base::say("fsync {}", options_.record.string())));
    return {};
}

}  // namespace

std::string startFailureText(const base::Error& error) {
    const base::Words words = error.words();
    return fmt::format(
        "{}\n{}", error.id,
        base::jsonText(nlohmann::json{{"message", words.text()}, {"words", base::toJson(words)}}));
}

base::Error startFailure(std::string_view text) {
    const std::size_t end = text.find('\n');
    const bool isWhole = end != std::string_view::npos;
    const std::string said(isWhole ? text.substr(end + 1) : text);
    base::Error error{Code::kFailedPrecondition, base::Words::plain(said),
                      std::string(isWhole ? text.substr(0, end) : "")};
    const auto tree = nlohmann::json::parse(said, nullptr, false);
    if (tree.is_object() && tree.contains("message") && tree["message"].is_string() && tree.contains("words"))
        error.message = base::wordsFromJson(tree["words"], tree["message"].get<std::string>());
    if (base::isDiskFull(error) || error.id == "file.limit")
        error.code = Code::kResourceExhausted;
    else
        error.id = "task.start";
    return error;
}

base::Result<ShimOptions> parseShimOptions(const std::vector<std::string>& arguments) {
    ShimOptions options;
    std::size_t at = 0;
    for (; at < arguments.size() && arguments[at] != "--"; at += 2) {
        const std::string& name = arguments[at];
        if (at + 1 == arguments.size())
            return base::fail(Code::kInvalidArgument, base::say("{} needs a value", name));
        const std::string& value = arguments[at + 1];
        if (name == "--record")
            options.record = value;
        else if (name == "--log")
            options.log = value;
        else if (name == "--cwd")
            options.folder = value;
        else if (name == "--cpus")
            options.cpus = value;
        else if (name == "--ready-fd")
            options.readyFd = std::atoi(value.c_str());
        else if (name == "--launch-fd")
            options.launchFd = std::atoi(value.c_str());
        else
            return base::fail(Code::kInvalidArgument, base::say("unknown option {}", name));
    }
    if (at < arguments.size())
        options.command.assign(arguments.begin() + static_cast<long>(at) + 1, arguments.end());
    if (options.record.empty() || options.log.empty() || options.folder.empty() || options.command.empty())
        return base::fail(
            Code::kInvalidArgument,
            "usage: trainyard-shim --record FILE --log FILE --cwd DIR [--cpus LIST] -- PROGRAM ARGS…");
    return options;
}

int runShim(const ShimOptions& options) {
    return Shim(options).run();
}

}  // namespace trainyard::node
