// SPDX-License-Identifier: Apache-2.0
#include "core/engine/host/crowded_cores.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

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
/// and the agent, 0.07 to 0.13 of it; beside one other thread that is never idle, 0.3 and more.
constexpr double kCrowded = 0.2;
/// For so many calls others are taken to be there, twice as many each time that they still are.
constexpr int kFirst = 10, kMost = 80;
/// So many calls in a row without others, and they are taken to be gone for good.
constexpr int kGone = 20;

/// libgomp's own entry, from the library that libtorch has loaded: to be linked with OpenMP would bring
/// another copy of it.
using Parallel = void (*)(void (*)(void*), void*, unsigned threads, unsigned flags);
Parallel gompParallel() {
    return reinterpret_cast<Parallel>(::dlsym(RTLD_DEFAULT, "GOMP_parallel"));
}

bool isWanted() {
    return at::get_num_threads() > 1 && !std::getenv("OMP_WAIT_POLICY") && !std::getenv("GOMP_SPINCOUNT") &&
           gompParallel();
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

double CrowdMeter::shareWaited(const ThreadUses& uses, Nanoseconds elapsed) {
    Nanoseconds wanted{0}, waited{0};
    for (const auto& [thread, use] : uses) {
        const auto before = before_.find(thread);
        if (before == before_.end()) continue;
        const Nanoseconds waitedNow = use.waited - before->second.waited;
        const Nanoseconds wantedNow = use.ran - before->second.ran + waitedNow;
        if (static_cast<double>(wantedNow.count()) < kBusy * static_cast<double>(elapsed.count())) continue;
        wanted += wantedNow;
        waited += waitedNow;
    }
    before_ = uses;
    return wanted.count() > 0 ? static_cast<double>(waited.count()) / static_cast<double>(wanted.count()) : 0;
}

bool CrowdMeter::isCrowded(const ThreadUses& uses, Nanoseconds elapsed) {
    const double share = shareWaited(uses, elapsed);
    if (heldFor_ > 0) return --heldFor_ > 0;
    if (share > kCrowded) {
        holdNext_ = alone_ >= kGone || holdNext_ == 0 ? kFirst : std::min(2 * holdNext_, kMost);
        heldFor_ = holdNext_;
        alone_ = 0;
    } else {
        ++alone_;
    }
    return heldFor_ > 0;
}

ShortSpins::ShortSpins(int idleThreads)
    : owner_([this, idleThreads] {
          ::pthread_setname_np(::pthread_self(), "ty-idle");
          // The threads of a loop live as long as the one that began it.
          gompParallel()([](void*) {}, nullptr, static_cast<unsigned>(idleThreads + 1), 0);
          std::unique_lock lock(mutex_);
          ending_.wait(lock, [this] { return isEnding_; });
      }) {
}

ShortSpins::~ShortSpins() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    ending_.notify_all();
}

CrowdedCores::CrowdedCores() : idleThreads_(static_cast<int>(sdk::allowedCores().size())) {
    if (isWanted()) watcher_ = std::jthread([this] { watch(); });
}

CrowdedCores::~CrowdedCores() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    ending_.notify_all();
}

void CrowdedCores::watch() {
    ::pthread_setname_np(::pthread_self(), "ty-crowd");
    CrowdMeter meter;
    std::optional<ShortSpins> shortSpins;
    bool isSaid = false;
    Clock::time_point looked = Clock::now();
    std::unique_lock lock(mutex_);
    while (!ending_.wait_until(lock, looked + kCrowdEvery, [this] { return isEnding_; })) {
        const Clock::time_point now = Clock::now();
        const bool isCrowded = meter.isCrowded(threadUses(), now - looked);
        looked = now;
        if (isCrowded == shortSpins.has_value()) continue;
        if (!isCrowded) {
            shortSpins.reset();
            continue;
        }
        try {
            shortSpins.emplace(idleThreads_);
        } catch (const std::system_error& e) {
            spdlog::warn(
                "other programs use the same cores, and no thread can be started that would let "
                "those of this task sleep sooner: {}",
                e.what());
            return;
        }
        if (!isSaid)
            spdlog::info(
                "other programs use the same cores: threads of this task that wait for each other "
                "sleep, rather than spin, while that is so");
        isSaid = true;
    }
}

}  // namespace trainyard::engine
