// SPDX-License-Identifier: Apache-2.0
// trainyard-agent: the daemon that owns the runs of one home.

#include <poll.h>
#include <signal.h>
#include <spdlog/async.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/agent/calls_in_progress.h"
#include "core/agent/home_lock.h"
#include "core/agent/server.h"
#include "core/agent/stdio.h"
#include "core/base/exhaustion.h"
#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/text.h"
#include "core/node/remote/askpass.h"
#include "core/node/remote/protocol.h"
#include "core/store/run_store.h"

namespace {

using namespace trainyard;

constexpr int kUsage = 2;
constexpr int kRefused = 3;
constexpr std::size_t kLargestLog = 4u << 20;
constexpr std::size_t kOldLogs = 2;
constexpr std::chrono::seconds kLongestEnd{4};

struct Options {
    std::string socket, listen, tlsFolder, start = std::string(node::kStartAlways);
    bool isStoreRebuilt = false, isStoreChecked = false, isStdio = false;
};

int complain(const base::Error& error) {
    std::fprintf(stderr, "trainyard-agent: %s\n", error.describe().c_str());
    return base::exitCode(error.code);
}

/// Whether the store of a home without an agent is whole; clients do not open it themselves.
base::Status checkStore() {
    TY_ASSIGN(const auto home, base::Home::fromEnvironment());
    return store::checkStoreFile(home.storeFile(), {});
}

/// Everything except the first errors goes to the home's own log, which is limited in size. A thread of its
/// own writes it: whoever has something to say waits for no disk.
base::Status openLog(const base::Home& home) {
    if (const auto there = base::openRegular(home.agentLog());
        !there && there.error().code != base::Code::kNotFound)
        return base::fail(there.error());
    spdlog::file_event_handlers files;  // readable by this user only, including each file after a rotation
    files.after_open = [](const spdlog::filename_t&, std::FILE* file) {
        if (::fchmod(::fileno(file), 0600) != 0) spdlog::warn("the log's mode cannot be set: {}", errno);
    };
    auto log = spdlog::rotating_logger_mt<spdlog::async_factory>("agent", home.agentLog().string(),
                                                                 kLargestLog, kOldLogs,
                                                                 /*rotate_on_open=*/false, files);
    log->set_pattern("%Y-%m-%dT%H:%M:%S.%e %P %l %v");
    log->flush_on(spdlog::level::info);
    spdlog::set_default_logger(std::move(log));
    return {};
}

/// A signal, or a client's Shutdown.
std::string waitForEnd(int signals, int asked) {
    std::array<pollfd, 2> fds{{{signals, POLLIN, 0}, {asked, POLLIN, 0}}};
    while (::poll(fds.data(), fds.size(), -1) < 0 && errno == EINTR) {}
    return fds[1].revents != 0 ? "shut down by a client" : "ended by a signal";
}

/// The agent shuts down within this object's lifetime; whatever takes too long is cut off: a call that cannot
/// be cancelled, an unresponsive disk. As with any death of an agent, nothing is lost: the store has its
/// write-ahead log, the tasks have shims.
class EndLimit {
  public:
    EndLimit(std::filesystem::path socket, std::shared_ptr<agent::CallsInProgress> calls)
        : thread_([this, socket = std::move(socket), calls = std::move(calls)](const std::stop_token& ended) {
              std::unique_lock lock(mutex_);
              if (wake_.wait_for(lock, ended, kLongestEnd, [] { return false; }) || ended.stop_requested())
                  return;
              // Written by this thread: the process ends with it.
              const auto sinks = spdlog::default_logger()->sinks();
              spdlog::logger last("agent", sinks.begin(), sinks.end());
              last.flush_on(spdlog::level::warn);
              last.warn(
                  "ended immediately, because the shutdown took longer than {} s; calls still in progress: "
                  "{}",
                  kLongestEnd.count(), calls->describe().empty() ? "none" : calls->describe());
              ::unlink(socket.c_str());
              std::_Exit(0);
          }) {}

  private:
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

/// An agent that is told to end while it starts ends at once: it serves nobody yet, and what it was writing
/// is as after any death of an agent. The signal stays pending for waitForEnd().
class StartWatch {
  public:
    explicit StartWatch(int signals) : over_(::eventfd(0, EFD_CLOEXEC)) {
        thread_ = std::jthread([this, signals] {
            std::array<pollfd, 2> fds{{{signals, POLLIN, 0}, {over_.get(), POLLIN, 0}}};
            while (::poll(fds.data(), fds.size(), -1) < 0 && errno == EINTR) {}
            if (fds[1].revents != 0) return;
            spdlog::info("ended by a signal while it started; running tasks continue");
            spdlog::shutdown();
            std::_Exit(0);
        });
    }
    ~StartWatch() { ::eventfd_write(over_.get(), 1); }

  private:
    base::UniqueFd over_;
    std::jthread thread_;
};

/// For those who wait for this agent; one of them that does not learn of it times out.
void report(const agent::HomeLock& lock, const std::optional<base::StartProgress>& progress) {
    if (const auto written = lock.write(progress); !written) spdlog::warn("{}", written.error().describe());
}

int serve(const Options& options) {
    // Blocked before any thread starts, so that every thread inherits it; SIGPIPE because clients disconnect
    // at any time.
    sigset_t ending;
    ::sigemptyset(&ending);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&ending, signal);
    ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);  // a file size limit is handled like a full disk
    const base::UniqueFd signals(::signalfd(-1, &ending, SFD_CLOEXEC));
    const base::UniqueFd asked(::eventfd(0, EFD_CLOEXEC));

    const auto home = base::Home::fromEnvironment();
    if (!home) return complain(home.error());
    const auto lock = agent::HomeLock::take(*home);
    if (!lock) {
        complain(lock.error());
        return lock.error().id == "agent.locked" ? base::kHomeLockedExit : base::exitCode(lock.error().code);
    }
    if (const auto opened = openLog(*home); !opened) return complain(opened.error());
    const base::Result<std::filesystem::path> chosen =
        options.socket.empty() ? home->agentSocket() : base::absolutePath(options.socket);
    if (!chosen) return complain(chosen.error());
    const std::filesystem::path socket = *chosen;
    const auto calls = std::make_shared<agent::CallsInProgress>();
    {
        std::optional<EndLimit> limit;  // destroyed after the server, whose shutdown it limits
        std::optional<StartWatch> starting(signals.get());
        auto server = agent::Server::start(
            {.home = *home,
             .socket = socket,
             .isStoreRebuilt = options.isStoreRebuilt,
             .onStartProgress = [&lock](const base::StartProgress& progress) { report(*lock, progress); }},
            calls, [&asked] { ::eventfd_write(asked.get(), 1); });
        starting.reset();
        report(*lock, std::nullopt);
        if (!server) {
            spdlog::error("{}", server.error().describe());
            return complain(server.error());
        }
        spdlog::info("trainyard-agent {} serves {} on {}", TRAINYARD_VERSION, home->root().string(),
                     socket.string());
        spdlog::info("{}", waitForEnd(signals.get(), asked.get()));
        limit.emplace(socket, calls);
    }
    spdlog::info("ended; running tasks continue");
    spdlog::shutdown();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    // ssh runs this program for a question, which is all that it says (SSH_ASKPASS).
    if (const char* const askpass = std::getenv(node::kAskpassVariable); askpass && argc == 2)
        return node::runAskpass(askpass, argv[1]);
    CLI::App app("The daemon that starts, watches and remembers the runs of one Trainyard home.");
    Options options;
    app.add_option("--socket", options.socket, "Unix socket to serve (default: the home's own)");
    app.add_option("--listen", options.listen, "HOST:PORT to serve over TLS");
    app.add_option("--tls-dir", options.tlsFolder, "Folder of the TLS keys");
    auto* rebuild = app.add_flag("--rebuild-store", options.isStoreRebuilt,
                                 "Set the store aside and make it again from the runs' folders");
    auto* stdio =
        app.add_flag("--stdio", options.isStdio,
                     "Connect standard input and output to the agent of this user, and start it if it is not "
                     "running; what another machine runs here over SSH");
    app.add_flag("--check-store", options.isStoreChecked,
                 "Read the whole store of a home without an agent, change nothing, and say what is damaged")
        ->excludes(rebuild)
        ->excludes(stdio);
    app.add_option("--start", options.start,
                   "With --stdio: start an agent where none is running (always), only where one has died "
                   "(after-death), or not (never)")
        ->check(CLI::IsMember({std::string(node::kStartAlways), std::string(node::kStartAfterDeath),
                               std::string(node::kStartNever)}))
        ->needs("--stdio");
    app.set_version_flag("--version", "trainyard-agent " TRAINYARD_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kUsage;
    }
    if (!options.listen.empty() || !options.tlsFolder.empty()) {
        std::fprintf(stderr,
                     "trainyard-agent: --listen and --tls-dir are not there yet; use --socket (not_yet)\n");
        return kRefused;
    }
    if (const auto room = base::checkAddressSpace("trainyard-agent"); !room) return complain(room.error());
    if (const auto allowed = base::allowOpenFiles("trainyard-agent"); !allowed)
        return complain(allowed.error());
    base::reportExhaustion("trainyard-agent");
    try {
        if (options.isStdio) {
            ::signal(SIGPIPE, SIG_IGN);
            const auto served = agent::serveStdio(base::programFolder() / "trainyard-agent", options.start);
            std::_Exit(served ? 0 : complain(served.error()));  // a thread may still wait for input
        }
        if (options.isStoreChecked) {
            const auto whole = checkStore();
            return whole ? 0 : complain(whole.error());
        }
        return serve(options);
    } catch (const std::exception& error) {
        if (base::isExhaustion(error)) throw;
        std::fprintf(stderr, "trainyard-agent: %s\n", base::withoutFrames(error.what()).c_str());
        return 1;
    }
}
