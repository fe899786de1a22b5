// SPDX-License-Identifier: Apache-2.0
#include "core/engine/host/crowded_cores.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <initializer_list>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/file.h"
#include "plugins/sdk/replica_team.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kCrowdEvery{100};
/// A thread is busy if it ran or wanted to for half of the time.
constexpr double kBusy = 0.5;
/// Of the time of busy threads: waited for a core. A run alone on two cores waits for its own reader of data
/// and the agent, 0.07 to 0.13 of it; beside one other thread that is never idle, 0.3 and more. Other threads
/// on less than a quarter of the cores are not seen.
constexpr double kCrowded = 0.2;
/// Of the cores' time: what is left to others, or is idle. A task that starts has more busy threads of its
/// own than there are cores.
constexpr double kLeft = 0.1;
constexpr std::chrono::seconds kShortest{1}, kLongest{8};
/// So many looks in a row without others, and they are taken to be gone for good.
constexpr int kGone = 20;

/// libgomp's own entry, from the library that libtorch has loaded: to be linked with OpenMP would bring
/// another copy of it. LLVM's OpenMP has that entry, too, and other rules.
using Parallel = void (*)(void (*)(void*), void*, unsigned threads, unsigned flags);
Parallel gompParallel() {
    if (::dlsym(RTLD_DEFAULT, "__kmpc_fork_call")) return nullptr;
    return reinterpret_cast<Parallel>(::dlsym(RTLD_DEFAULT, "GOMP_parallel"));
}

bool isLeftToUs() {
    for (const char* name : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "OMP_DYNAMIC", "OMP_THREAD_LIMIT",
                             "OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"})
        if (std::getenv(name)) return false;
    return true;
}

/// Throws where so many threads cannot be started: libgomp would end the process.
void tryThreads(int count) {
    std::vector<std::jthread> threads;
    std::promise<void> end;  // destroyed before they are joined, which ends them
    const std::shared_future<void> ended = end.get_future().share();
    for (int i = 0; i < count; ++i) threads.emplace_back([ended] { ended.wait(); });
}

double asDouble(Nanoseconds time) {
    return static_cast<double>(time.count());
}

}  // namespace

ThreadUses threadUses() {
    ThreadUses uses;
    std::error_code error;
    for (std::filesystem::directory_iterator entry("/proc/self/task", error), end; !error && entry != end;
         entry.increment(error)) {
        const auto text = base::readFile(entry->path() / "schedstat");
        if (!text) continue;  // the thread has ended
        std::istringstream fields(*text);
        std::int64_t ran = 0, waited = 0;
        if (fields >> ran >> waited)
            uses[std::stoi(entry->path().filename())] = {Nanoseconds(ran), Nanoseconds(waited)};
    }
    return uses;
}

std::chrono::seconds CrowdMeter::check(ThreadUses uses, Nanoseconds elapsed) {
    Nanoseconds ran{0}, busyWanted{0}, busyWaited{0};
    for (const auto& [thread, use] : uses) {
        const auto before = before_.find(thread);
        if (before == before_.end()) continue;
        const Nanoseconds ranNow = use.ran - before->second.ran;
        const Nanoseconds waitedNow = use.waited - before->second.waited;
        ran += ranNow;
        if (asDouble(ranNow + waitedNow) < kBusy * asDouble(elapsed)) continue;
        busyWanted += ranNow + waitedNow;
        busyWaited += waitedNow;
    }
    before_ = std::move(uses);
    const bool isCrowded = asDouble(busyWaited) > kCrowded * asDouble(busyWanted) &&
                           asDouble(ran) < (1 - kLeft) * cores_ * asDouble(elapsed);
    if (!isCrowded) {
        ++alone_;
        return std::chrono::seconds(0);
    }
    pause_ = alone_ >= kGone ? kShortest : std::clamp(2 * pause_, kShortest, kLongest);
    alone_ = 0;
    return pause_;
}

ShortSpins::ShortSpins(int idleThreads) {
    tryThreads(idleThreads + 1);
    owner_ = std::jthread([this, idleThreads] {
        ::pthread_setname_np(::pthread_self(), "ty-idle");
        // The threads of a loop live as long as the one that began it.
        gompParallel()([](void*) {}, nullptr, static_cast<unsigned>(idleThreads + 1), 0);
        std::unique_lock lock(mutex_);
        ending_.wait(lock, [this] { return isEnding_; });
    });
}

ShortSpins::~ShortSpins() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    ending_.notify_all();
}

CrowdedCores::CrowdedCores() {
    if (at::get_num_threads() > 1 && isLeftToUs() && gompParallel())
        watcher_ = std::jthread([this] { watch(); });
}

CrowdedCores::~CrowdedCores() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    ending_.notify_all();
}

bool CrowdedCores::isEndingWithin(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return ending_.wait_for(lock, time, [this] { return isEnding_; });
}

void CrowdedCores::watch() {
    ::pthread_setname_np(::pthread_self(), "ty-crowd");
    const auto cores = static_cast<int>(sdk::allowedCores().size());
    CrowdMeter meter(cores);
    bool isReported = false;
    meter.begin(threadUses());
    Clock::time_point looked = Clock::now();
    while (!isEndingWithin(kCrowdEvery)) {
        const Clock::time_point now = Clock::now();
        const std::chrono::seconds pause = meter.check(threadUses(), now - looked);
        looked = now;
        if (pause.count() == 0) continue;
        if (!isReported)
            spdlog::info(
                "threads of this task wait for cores that other programs use: until these are idle, "
                "they sleep, rather than spin, while they wait for each other");
        isReported = true;
        try {
            const ShortSpins shortSpins(cores);
            if (isEndingWithin(pause)) return;
        } catch (const std::system_error& e) {
            spdlog::warn("no thread can be started that would let this task's threads sleep: {}", e.what());
            return;
        }
        meter.begin(threadUses());
        looked = Clock::now();
    }
}

}  // namespace trainyard::engine
