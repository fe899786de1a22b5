// SPDX-License-Identifier: Apache-2.0
// How long the control loop keeps its callers waiting: real controllers, a real store, tasks that only wait.
//   bench_control_loop [--runs 50] [--gigabytes 5] [--seconds 20] [--dir /var/tmp] [--limit 20] [--stacks no]
// A probe is posted every millisecond; its delay is how long the loop was busy with something else. What of
// the delay the loop, or the sender of the probe, spent waiting for a CPU (/proc, schedstat) is the machine's
// and shown separately. The rest is ours, computing or blocked: it fails with 1 if that is --limit
// milliseconds or more. --stacks prints where the loop is when a probe has waited for half of that.
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/control/runs/run_registry.h"
#include "core/control/runs/run_row.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/node/local_node.h"
#include "tests/support/temp_home.h"

namespace {

using namespace trainyard;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int kTasks = 2;
constexpr const char* kTask = R"(#!/bin/sh
trap 'exit 0' TERM
read never <> "$BENCH_PIPE"
)";

template <typename Value>
Value must(base::Result<Value> result) {
    if (result) return std::move(*result);
    std::cerr << result.error().describe() << '\n';
    std::exit(1);
}
void must(const base::Status& status) {
    if (status) return;
    std::cerr << status.error().describe() << '\n';
    std::exit(1);
}

struct Options {
    int runs = 50;
    double gigabytes = 5;
    int seconds = 20;
    double limitMs = 20;
    bool showsStacks = false;
    fs::path dir = "/var/tmp";
};

v1::RunSpec specOfRuns() {
    v1::RunSpec spec;
    spec.set_trainyard(1);
    spec.set_name("pretend");
    spec.mutable_train()->set_epochs(1);
    (*spec.mutable_train()->mutable_model()->mutable_fields())["builtin"].set_string_value("mlp");
    (*spec.mutable_strategy())["pretend"];
    for (int i = 0; i < kTasks; ++i)
        (*spec.mutable_cluster())["worker"].add_values()->set_string_value("local");
    spec.mutable_checkpoint()->set_keep(1);
    return spec;
}

/// What the loop's thread has done since it began, in milliseconds. [any]
class LoopThread {
  public:
    /// In the loop.
    LoopThread() : id_(::gettid()), schedstat_(fmt::format("/proc/self/task/{}/schedstat", id_)) {
        ::pthread_getcpuclockid(::pthread_self(), &clock_);
    }
    pid_t id() const { return id_; }
    /// "S futex_do_wait": as in /proc/<pid>/stat, and where in the kernel it sleeps.
    std::string state() const {
        const auto of = [this](const char* file) {
            return base::readFile(fmt::format("/proc/self/task/{}/{}", id_, file)).value_or("");
        };
        const std::string stat = of("stat");
        return stat.substr(std::min(stat.rfind(')') + 2, stat.size()), 1) + " " + of("wchan");
    }
    struct Spent {
        double onCpu = 0;         ///< computing, in the kernel as well
        double waitedForCpu = 0;  ///< ready to run, while others did: the machine's
    };
    Spent spent() const {
        timespec cpu{};
        ::clock_gettime(clock_, &cpu);
        return {static_cast<double>(cpu.tv_sec) * 1e3 + static_cast<double>(cpu.tv_nsec) / 1e6,
                cpuWaitMs(schedstat_)};
    }
    /// What a thread has waited for a CPU since it began.
    static double cpuWaitMs(const std::string& schedstat) {
        std::array<char, 128> text{};
        const int fd = ::open(schedstat.c_str(), O_RDONLY | O_CLOEXEC);
        const ssize_t size = ::read(fd, text.data(), text.size());
        ::close(fd);
        const std::string_view line(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
        const auto space = line.find(' ');
        std::uint64_t nanoseconds = 0;
        if (space != line.npos)
            std::from_chars(line.data() + space + 1, line.data() + line.size(), nanoseconds);
        return static_cast<double>(nanoseconds) / 1e6;
    }

  private:
    pid_t id_;
    std::string schedstat_;
    clockid_t clock_ = 0;
};

/// Posts a probe to the loop every millisecond, and keeps what each waited.
class Probe {
  public:
    /// `showsStacks`: of the loop, when a probe has waited for half of the limit.
    Probe(base::EventLoop& loop, double limitMs, bool showsStacks) : loop_(loop), limitMs_(limitMs) {
        loop_.call([&] {
            loopThread_ = LoopThread();
            if (!showsStacks) return;
            sigset_t wanted;  // the loop takes no signal otherwise
            ::sigemptyset(&wanted);
            ::sigaddset(&wanted, SIGUSR2);
            ::pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);
        });
        if (showsStacks)
            ::signal(SIGUSR2, [](int) {
                std::array<void*, 64> frames{};
                ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), frames.size()),
                                       STDERR_FILENO);
            });
        thread_ = std::jthread([this, showsStacks](const std::stop_token& stop) {
            const std::string own = fmt::format("/proc/self/task/{}/schedstat", ::gettid());
            std::shared_ptr<Sent> last;
            while (!stop.stop_requested()) {
                if (showsStacks && last && !last->hasRun && !last->isShown &&
                    sinceMs(last->at) > limitMs_ / 2) {
                    last->isShown = true;
                    fmt::print(stderr, "--- a probe waits for {:.1f} ms; the loop: {}\n", sinceMs(last->at),
                               loopThread_.state());
                    ::tgkill(::getpid(), loopThread_.id(), SIGUSR2);
                }
                if (!showsStacks || !last || last->hasRun) last = send(own);
                std::this_thread::sleep_for(milliseconds(1));
            }
        });
    }
    ~Probe() {
        thread_ = {};
        loop_.call([] {});
    }
    void begin(std::string phase) {
        loop_.call([&] {
            phase_ = std::move(phase);
            delays_.clear();
        });
    }
    /// Whether all pauses were shorter than the limit.
    bool print() {
        return loop_.call([&] {
            for (Delay& one : delays_) one.senderWaited = one.sent->waitedMs;
            const Delay& longest = std::ranges::max(delays_, {}, &Delay::own);
            const double total = std::ranges::max(delays_, {}, &Delay::total).total;
            const auto over = [this](double limit) {
                return std::ranges::count_if(delays_, [&](const Delay& one) { return one.own() >= limit; });
            };
            const auto late = over(limitMs_);
            fmt::print(
                "{:<40} longest pause {:6.1f} ms, with waiting for a CPU {:6.1f} ms; {} of {} over {:.0f} "
                "ms, {} over 2 ms\n",
                phase_, longest.own(), total, late, delays_.size(), limitMs_, over(2));
            fmt::print(
                "{:<40} in the longest: {:.1f} ms computing, {:.1f} ms blocked; {} + {} page faults (minor + "
                "major)\n",
                "", longest.onCpu, std::max(0.0, longest.own() - longest.onCpu), longest.minorFaults,
                longest.majorFaults);
            std::fflush(stdout);
            return late == 0;
        });
    }

  private:
    struct Sent {
        Clock::time_point at;
        LoopThread::Spent before;
        std::atomic<double> waitedMs = 0;  ///< by the sender, between the time above and the loop's queue
        std::atomic<bool> hasRun = false;
        bool isShown = false;
    };
    struct Delay {
        double total = 0, onCpu = 0, loopWaited = 0, senderWaited = 0;  ///< milliseconds
        long minorFaults = 0, majorFaults = 0;  ///< of the loop since the probe before
        std::shared_ptr<Sent> sent;
        /// Without what the loop, or the sender of the probe, waited for a CPU.
        double own() const { return std::max(0.0, total - loopWaited - senderWaited); }
    };
    static double sinceMs(Clock::time_point at) {
        return std::chrono::duration<double, std::milli>(Clock::now() - at).count();
    }
    std::shared_ptr<Sent> send(const std::string& own) {
        auto sent = std::make_shared<Sent>();
        sent->before = loopThread_.spent();
        const double before = LoopThread::cpuWaitMs(own);
        sent->at = Clock::now();
        loop_.post([this, sent] { ran(sent); });
        sent->waitedMs = LoopThread::cpuWaitMs(own) - before;
        return sent;
    }
    void ran(const std::shared_ptr<Sent>& sent) {
        Delay delay{.total = sinceMs(sent->at), .sent = sent};
        const LoopThread::Spent now = loopThread_.spent();
        delay.onCpu = now.onCpu - sent->before.onCpu;
        delay.loopWaited = now.waitedForCpu - sent->before.waitedForCpu;
        rusage usage{};
        ::getrusage(RUSAGE_THREAD, &usage);
        delay.minorFaults = usage.ru_minflt - std::exchange(minorFaults_, usage.ru_minflt);
        delay.majorFaults = usage.ru_majflt - std::exchange(majorFaults_, usage.ru_majflt);
        delays_.push_back(std::move(delay));
        sent->hasRun = true;
    }

    base::EventLoop& loop_;
    const double limitMs_;
    LoopThread loopThread_;
    std::string phase_;
    std::vector<Delay> delays_;
    long minorFaults_ = 0, majorFaults_ = 0;
    std::jthread thread_;
};

/// One run: its chief's event file, its tasks' identities, and the checkpoints that it publishes.
struct Run {
    std::string id, token;
    fs::path dir;
    std::unique_ptr<events::EventFileWriter> events;
    std::int64_t step = 0;
    control::TaskIdentity task(int index) const { return {id, 1, fmt::format("worker:{}", index), token}; }
};

class Bench {
  public:
    explicit Bench(const Options& options) : options_(options) {
        ::setenv("BENCH_PIPE", (folder_ / "pipe").c_str(), 1);
        ::mkfifo((folder_ / "pipe").c_str(), 0600);
        const fs::path program = folder_ / "task";
        std::ofstream(program) << kTask;
        fs::permissions(program, fs::perms::owner_all);
        store_ = must(store::RunStore::open(folder_ / "trainyard.db"));
        reserve_ = std::make_unique<node::DiskReserve>(folder_ / "disk-reserve");
        loop_ = must(base::EventLoop::start());
        deletions_ = std::make_unique<base::Executor>("ty-delete");
        disk_ = std::make_unique<base::Executor>("ty-disk");
        storage_ = std::make_unique<base::Executor>("ty-store");
        node_ = std::make_unique<node::LocalNode>(
            *loop_, node::NodeSetup{folder_ / "runs", program, TRAINYARD_BIN_DIR "/trainyard-shim",
                                    folder_ / "agent.sock"});
        environment_.reset(new control::Environment{
            *loop_, *store_, listeners_, directory_, *node_, *reserve_, *disk_, *deletions_, *storage_,
            control::Programs{.worker = program, .shim = TRAINYARD_BIN_DIR "/trainyard-shim"},
            folder_ / "agent.sock", 1, [](const std::string&, int) {}});
        registry_ = std::make_unique<control::RunRegistry>(*environment_);
        strategy_.id = "pretend";
        strategy_.roles["worker"] = {.min = 1, .isReplica = true, .restartsGroup = true, .completes = true};
    }
    ~Bench() {
        (void)registry_->stopAll();
        loop_->call([this] { registry_->close(); });
        node_.reset();
        storage_.reset();
        disk_.reset();
        deletions_.reset();
        loop_.reset();
        registry_.reset();
        store_.reset();
    }

    /// Whether no pause was longer than the limit.
    bool run() {
        for (int i = 0; i < options_.runs; ++i) start();
        Probe probe(*loop_, options_.limitMs, options_.showsStacks);
        std::jthread tasks([this](const std::stop_token& stop) { train(stop); });
        probe.begin(fmt::format("{} runs train", options_.runs));
        std::this_thread::sleep_for(std::chrono::seconds(options_.seconds));
        bool isShort = probe.print();

        probe.begin("and each saves a checkpoint");
        publishAll(1);
        isShort &= probe.print();

        Run& big = runs_.front();
        const std::string staged = stage(big, 10);
        fill(big.dir / "checkpoints" / staged / "ballast");
        publish(big, 10, staged);
        std::this_thread::sleep_for(std::chrono::seconds(2));
        probe.begin(fmt::format("one deletes {:.1f} GB, and each saves", options_.gigabytes));
        const auto began = Clock::now();
        publish(big, 11, stage(big, 11));
        std::jthread others([this] { publishAll(20); });
        while (fs::exists(big.dir / "checkpoints" / ".gone-ckpt-10"))
            std::this_thread::sleep_for(milliseconds(5));
        const double took = std::chrono::duration<double>(Clock::now() - began).count();
        others.join();
        isShort &= probe.print();
        fmt::print("the deletion was over after {:.2f} s\n", took);
        return isShort;
    }

  private:
    void start() {
        store::RunRow row = control::newRow(spec_, strategy_, "", "bench");
        row = must(store_->createRun(row));
        Run& run = runs_.emplace_back();
        run.id = row.id;
        run.dir = row.dir;
        loop_->call([&] { registry_->launch(row, spec_, strategy_, {}, {}); });
        const auto areLaunched = [&] {
            const auto tasks = registry_->liveTasks(run.id);
            return tasks.size() == kTasks && std::ranges::all_of(tasks, [](const v1::Task& task) {
                       return task.pid() > 0 && task.state() != v1::TASK_FAILED;
                   });
        };
        while (!areLaunched()) std::this_thread::sleep_for(milliseconds(2));
        run.token = must(control::readAttempt(control::RunFolder{run.dir}.attemptFile())).token;
        for (int i = 0; i < kTasks; ++i) must(registry_->join(run.task(i), {}));
        run.events = std::make_unique<events::EventFileWriter>(
            must(events::EventFileWriter::create(run.dir / "events/tasks/worker-0/train")));
        const events::PlanRecord plan{
            .stepsPerEpoch = 1'000'000, .totalSteps = 1'000'000, .epochs = 1, .replicas = kTasks};
        run.events->add(events::TextEvent{events::kPlanTag, 0, base::wallNow(), toText(plan)});
        must(run.events->flush());
    }

    /// Ten steps a second in each run, with three metrics, and each task's report twice a second.
    void train(const std::stop_token& stop) {
        for (int round = 0; !stop.stop_requested(); ++round) {
            const auto next = Clock::now() + milliseconds(100);
            for (Run& run : runs_) {
                ++run.step;
                for (const char* tag : {"batch_loss", "batch_accuracy", "step_ms"})
                    run.events->add(events::ScalarEvent{tag, run.step, base::wallNow(), 0.5, false});
                must(run.events->flush());
                if (round % 5 != 0) continue;
                v1::TaskReport report;
                report.set_phase("training");
                report.set_step(run.step);
                for (int i = 0; i < kTasks; ++i) registry_->report(run.task(i), report);
            }
            std::this_thread::sleep_until(next);
        }
    }

    static std::string stage(const Run& run, std::int64_t step) {
        const std::array<float, 1024> weights{};
        checkpoint::Contents contents;
        contents.model.push_back({"w", "F32", {1024}, std::as_bytes(std::span(weights))});
        contents.state.step = step;
        return must(checkpoint::writeStaged(run.dir / "checkpoints", contents, {run.id, 1}))
            .filename()
            .string();
    }
    void publish(const Run& run, std::int64_t step, const std::string& staged) {
        v1::PublishCheckpointRequest request;
        request.set_staged(staged);
        request.set_step(step);
        must(registry_->publish(run.task(0), request));
    }
    void publishAll(std::int64_t step) {
        for (const Run& run : std::span(runs_).subspan(step > 1 ? 1 : 0))
            publish(run, step, stage(run, step));
    }
    /// Bytes that are written, not a hole: freeing them costs what a checkpoint's do.
    void fill(const fs::path& file) const {
        const base::UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        std::vector<std::byte> block(8u << 20, std::byte{1});
        for (double left = options_.gigabytes * 1e9; left > 0; left -= static_cast<double>(block.size()))
            must(base::writeAll(fd.get(), block, file.string()));
        ::fsync(fd.get());
    }

    Options options_;
    TempHome tempHome_{options_.dir};
    const fs::path& folder_ = tempHome_.path();
    const v1::RunSpec spec_ = specOfRuns();
    spec::StrategyInfo strategy_;
    std::unique_ptr<store::RunStore> store_;
    control::RunListeners listeners_;
    control::TaskDirectory directory_;
    std::unique_ptr<node::DiskReserve> reserve_;
    std::unique_ptr<base::EventLoop> loop_;
    std::unique_ptr<base::Executor> deletions_, disk_, storage_;
    std::unique_ptr<node::Node> node_;
    std::unique_ptr<control::Environment> environment_;
    std::unique_ptr<control::RunRegistry> registry_;
    std::vector<Run> runs_;
};

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i], value = argv[i + 1];
        if (name == "--runs") options.runs = std::atoi(value.data());
        if (name == "--gigabytes") options.gigabytes = std::atof(value.data());
        if (name == "--seconds") options.seconds = std::atoi(value.data());
        if (name == "--limit") options.limitMs = std::atof(value.data());
        if (name == "--stacks") options.showsStacks = value == "yes";
        if (name == "--dir") options.dir = value;
    }
    spdlog::set_level(spdlog::level::warn);
    ::signal(SIGPIPE, SIG_IGN);
    return Bench(options).run() ? 0 : 1;
}
