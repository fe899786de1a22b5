// SPDX-License-Identifier: Apache-2.0
#include "core/client/agent_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/exhaustion.h"
#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/socket_address.h"
#include "core/base/text.h"

extern char** environ;

namespace trainyard::client {
namespace {

using base::Code;
using Clock = std::chrono::steady_clock;

/// Between two looks at the socket of an agent that is starting.
constexpr std::chrono::milliseconds kProbeInterval{5};
/// An agent that exits because another one of the same home is ahead of it leaves that one this long to come
/// up.
constexpr std::chrono::milliseconds kRivalGrace{700};
constexpr std::size_t kLogLines = 10;
/// With less on its disk, an agent may be unable to begin, or to say why.
constexpr std::uint64_t kLeastFree = 1 << 20;
/// Between two looks at what an agent that is starting reports, and between two reports of that.
constexpr std::chrono::milliseconds kLookInterval{50};
constexpr std::chrono::seconds kReportInterval{1};

/// Agents this process has started and not yet reaped; an agent outlives most clients, but not all of them.
std::mutex startedMutex;
std::set<pid_t> started;

void reapStarted() {
    std::lock_guard lock(startedMutex);
    std::erase_if(started, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
}

/// posix_spawn's two attribute objects, freed together.
struct SpawnAttributes {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    SpawnAttributes() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnAttributes() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
};

std::vector<std::string> agentEnvironment(const base::Home& home) {
    std::vector<std::string> environment;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (!std::string_view(*entry).starts_with("TRAINYARD_HOME=")) environment.emplace_back(*entry);
    // Absolute, because the agent's working folder is another one.
    environment.push_back("TRAINYARD_HOME=" + home.root().string());
    return environment;
}

base::Result<pid_t> spawnAgent(const Endpoint& endpoint, const std::filesystem::path& program) {
    const std::string log = endpoint.home.agentLog().string();
    SpawnAttributes spawn;
    posix_spawn_file_actions_addopen(&spawn.actions, 0, "/dev/null", O_RDONLY, 0);
    // O_NONBLOCK: a FIFO of that name must not keep us waiting for its reader.
    posix_spawn_file_actions_addopen(&spawn.actions, 1, log.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW, 0600);
    posix_spawn_file_actions_adddup2(&spawn.actions, 1, 2);
    // Whatever we hold open must not be held for the agent's life: a pipe whose reader waits for its end,
    // say.
    posix_spawn_file_actions_addclosefrom_np(&spawn.actions, 3);
    posix_spawn_file_actions_addchdir_np(&spawn.actions, "/");
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&spawn.attributes, &none);
    posix_spawnattr_setsigdefault(&spawn.attributes, &all);
    posix_spawnattr_setflags(&spawn.attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::string name = program.string(), option = "--socket", socket = endpoint.socket.string(),
                rebuild = "--rebuild-store";
    char* const arguments[] = {name.data(), option.data(), socket.data(),
                               endpoint.isStoreRebuilt ? rebuild.data() : nullptr, nullptr};
    std::vector<std::string> environment = agentEnvironment(endpoint.home);
    std::vector<char*> pointers;
    for (std::string& entry : environment) pointers.push_back(entry.data());
    pointers.push_back(nullptr);

    pid_t pid = -1;
    const int error =
        ::posix_spawn(&pid, name.c_str(), &spawn.actions, &spawn.attributes, arguments, pointers.data());
    if (error != 0) {
        base::Error failure =
            base::errnoError(error, base::say("cannot start the agent {} with its log {}", name, log));
        failure.code = Code::kUnavailable;
        failure.id = "agent.not_started";
        return base::fail(std::move(failure));
    }
    return pid;
}

/// The last lines of `log` after its first `skip` bytes, indented, each on a separate line.
std::string lastLines(const std::filesystem::path& log, std::uintmax_t skip) {
    const auto text = base::readFile(log);
    if (!text) return fmt::format("\n  (its log cannot be read: {})", text.error().describe());
    std::string_view rest = std::string_view(*text).substr(std::min<std::size_t>(skip, text->size()));
    std::deque<std::string> lines;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (end > 0) lines.push_back(base::printable(rest.substr(0, end)));
        if (lines.size() > kLogLines) lines.pop_front();
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    std::string joined = lines.empty() ? "\n  (it wrote nothing)" : "";
    for (const std::string& line : lines) joined += "\n  " + line;
    return joined;
}

/// What to do where an agent may have ended because its home's disk is full, which its log is on, too.
base::Words adviceOnDisk(const base::Home& home) {
    const auto free = base::freeBytes(home.root());
    if (!free || *free >= kLeastFree) return {};
    return base::say(
        "its disk has {} KiB free; free some space there, or set TRAINYARD_HOME to a folder on a larger disk",
        *free >> 10);
}

base::Words howItEnded(int status) {
    if (!WIFSIGNALED(status)) return base::say("exited with code {}", WEXITSTATUS(status));
    const char* name = ::sigabbrev_np(WTERMSIG(status));
    return base::say("was killed by signal {} (SIG{})", WTERMSIG(status), name ? name : "?");
}

bool waitForSocket(const std::filesystem::path& socket, Clock::time_point deadline) {
    while (!probeSocket(socket)) {
        if (Clock::now() >= deadline) return false;
        ::poll(nullptr, 0, static_cast<int>(kProbeInterval.count()));
    }
    return true;
}

}  // namespace

base::Result<base::UniqueFd> connectSocket(const std::filesystem::path& socket) {
    TY_ASSIGN(const sockaddr_un address, base::socketAddress(socket));
    base::UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) return base::fail(base::errnoError(errno, "cannot make a socket"));
    if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
        errno == EAGAIN)
        return fd;
    return base::fail(base::errnoError(errno, base::say("cannot connect to {}", socket.string())));
}

base::Status probeSocket(const std::filesystem::path& socket) {
    TY_TRY(connectSocket(socket));
    return {};
}

namespace {

/// How long to wait for an agent: until it has reported nothing new for a while.
class Patience {
  public:
    Patience(const Endpoint& endpoint, Clock::time_point deadline)
        : endpoint_(endpoint), atATime_(deadline - Clock::now()), deadline_(deadline) {}

    bool isOver() {
        const auto now = Clock::now();
        if (now >= nextLook_) readProgress(now);
        return now >= deadline_;
    }
    Clock::time_point deadline() const { return deadline_; }

  private:
    void readProgress(Clock::time_point now) {
        nextLook_ = now + kLookInterval;
        const auto text = base::readFile(endpoint_.home.lockFile());
        if (!text || *text == seen_) return;
        // It is written in place, so that it may be incomplete: then the next look finds it whole.
        const auto tree = base::parseJson(*text, base::Words::plain("agent.lock"));
        if (!tree || !tree->contains("starting") || !tree->at("starting").is_object()) return;
        seen_ = *text;
        deadline_ = now + atATime_;
        const base::StartProgress progress = progressIn(tree->at("starting"));
        const bool isUrgent = !progress.storeHolder.empty();  // it may be long, and something can be done
        if ((now < nextReport_ && !isUrgent) || !endpoint_.onStartProgress) return;
        nextReport_ = now + kReportInterval;
        endpoint_.onStartProgress(progress);
    }
    static base::StartProgress progressIn(const nlohmann::json& starting) {
        const auto number = [&](const char* name) {
            const auto found = starting.find(name);
            return found != starting.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
        };
        const auto holder = starting.find("store_holder");
        return {
            .runsRead = number("runs_read"),
            .runs = number("runs"),
            .points = number("points"),
            .storeHolder = holder != starting.end() && holder->is_string() ? holder->get<std::string>() : ""};
    }

    const Endpoint& endpoint_;
    Clock::duration atATime_;
    Clock::time_point deadline_;
    Clock::time_point nextLook_ = Clock::now() + kLookInterval;
    Clock::time_point nextReport_ = Clock::now() + kReportInterval;
    std::string seen_;
};

/// One try. Fails with id "agent.rival" when another agent held the home's lock and did not come up in time.
base::Status startOnce(const Endpoint& endpoint, const std::filesystem::path& program, Patience& patience) {
    reapStarted();
    // It would inherit the limits, and its words would be in its log.
    for (const auto& within :
         {base::checkAddressSpace("trainyard-agent"), base::allowOpenFiles("trainyard-agent")})
        if (!within) return base::fail(Code::kUnavailable, within.error().message, within.error().id);
    TY_TRY(endpoint.home.prepare());
    std::error_code noLogYet;
    const auto logBefore = std::filesystem::file_size(endpoint.home.agentLog(), noLogYet);
    TY_ASSIGN(const pid_t pid, spawnAgent(endpoint, program));
    const std::uintmax_t skip = noLogYet ? 0 : logBefore;
    const base::UniqueFd exit(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!exit) return base::fail(base::errnoError(errno, "cannot watch the agent that was just started"));
    for (;;) {
        pollfd ended{exit.get(), POLLIN, 0};
        const int ready = ::poll(&ended, 1, static_cast<int>(kProbeInterval.count()));
        if (probeSocket(endpoint.socket)) break;
        if (ready > 0) {
            int status = 0;
            ::waitpid(pid, &status, 0);
            const bool isLocked = WIFEXITED(status) && WEXITSTATUS(status) == base::kHomeLockedExit;
            if (isLocked &&
                waitForSocket(endpoint.socket, std::min(patience.deadline(), Clock::now() + kRivalGrace)))
                return {};
            const base::Words ended =
                base::say("the agent {} {} at its start; the end of its log {}:{}", program.string(),
                          howItEnded(status), endpoint.home.agentLog().string(),
                          lastLines(endpoint.home.agentLog(), skip));
            const base::Words advice = adviceOnDisk(endpoint.home);
            return base::fail(Code::kUnavailable, advice.empty() ? ended : base::say("{}\n{}", ended, advice),
                              isLocked ? "agent.rival" : "agent.exited");
        }
        if (patience.isOver()) {
            std::lock_guard lock(startedMutex);
            started.insert(pid);
            return base::fail(
                Code::kUnavailable,
                base::say("the agent (pid {}) was started, but its socket {} does not answer; the end of "
                          "its log {}:{}",
                          pid, endpoint.socket.string(), endpoint.home.agentLog().string(),
                          lastLines(endpoint.home.agentLog(), skip)),
                "agent.slow");
        }
    }
    std::lock_guard lock(startedMutex);
    started.insert(pid);
    return {};
}

}  // namespace

base::Status startAgent(const Endpoint& endpoint, const std::filesystem::path& program,
                        Clock::time_point deadline) {
    // An agent that is being killed keeps its lock a little longer than its socket: then the next attempt
    // gets it.
    Patience patience(endpoint, deadline);
    for (;;) {
        base::Status status = startOnce(endpoint, program, patience);
        const bool mayTryAgain = !status && status.error().id == "agent.rival" && !patience.isOver();
        if (!mayTryAgain) return status;
    }
}

StartingAgent startingAgent(const Endpoint& endpoint) {
    if (endpoint.home.root().empty()) return {};  // the address of a socket, which names no home
    const auto text = base::readFile(endpoint.home.lockFile());
    const auto tree =
        text ? base::parseJson(*text, base::Words::plain("agent.lock")) : std::unexpected(text.error());
    if (!tree || !tree->contains("pid") || !tree->at("pid").is_number_integer()) return {};
    const pid_t pid = tree->at("pid").get<pid_t>();
    // The pidfd first: then the program is checked for the process that the pidfd refers to.
    base::UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    const auto program = base::executableOf(std::to_string(pid));
    if (!pidfd || !program.filename().string().starts_with("trainyard-agent")) return {};
    // The file outlives its agent, and a process number is used again: only who holds the lock is meant.
    const auto lock = base::openRegular(endpoint.home.lockFile(), base::Links::kRefuse);
    if (!lock || ::flock(lock->fd.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) return {};
    return {pid, std::move(pidfd)};
}

bool awaitServing(const Endpoint& endpoint, const StartingAgent& agent, std::chrono::milliseconds patience) {
    for (Patience left(endpoint, Clock::now() + patience); !left.isOver();) {
        if (probeSocket(endpoint.socket)) return true;
        pollfd ended{agent.pidfd.get(), POLLIN, 0};
        if (::poll(&ended, 1, static_cast<int>(kProbeInterval.count())) > 0) return false;
    }
    return false;
}

}  // namespace trainyard::client
