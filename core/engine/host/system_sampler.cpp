// SPDX-License-Identifier: Apache-2.0
#include "core/engine/host/system_sampler.h"

#include <pthread.h>
#include <spdlog/spdlog.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <sstream>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/node/gpus.h"

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kEvery{1};

/// User and system time of all threads, those that have ended too.
double cpuSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// proc(5): the second field of statm, in pages.
std::optional<std::int64_t> residentBytes() {
    const auto text = base::readFile("/proc/self/statm");
    if (!text) return std::nullopt;
    std::istringstream fields(*text);
    std::int64_t size = 0, resident = 0;
    if (!(fields >> size >> resident)) return std::nullopt;
    return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace

SystemSampler::Training SystemSampler::of(TaskLink& link) {
    return {[&link] { return link.finishedStep(); }, [&link] { return link.takeStepTimes(); }};
}

SystemSampler::SystemSampler(SpoolWriter& spool, Training training, std::filesystem::path gpuLibrary)
    : spool_(spool),
      training_(std::move(training)),
      gpuLibrary_(std::move(gpuLibrary)),
      thread_([this] { sample(); }) {
}

void SystemSampler::end() {
    {
        std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    ending_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void SystemSampler::sample() {
    ::pthread_setname_np(::pthread_self(), "ty-system");
    Clock::time_point sampledAt = Clock::now();
    double used = cpuSeconds();
    const node::Gpus gpus(gpuLibrary_);
    std::unique_lock lock(mutex_);
    while (!ending_.wait_until(lock, sampledAt + kEvery, [this] { return isEnding_; })) {
        const auto now = Clock::now();
        const double usedNow = cpuSeconds();
        const double percent =
            100 * (usedNow - used) / std::chrono::duration<double>(now - sampledAt).count();
        sampledAt = now;
        used = usedNow;
        const std::optional<std::int64_t> step = training_.newestStep();
        if (!step) continue;
        const double time = base::wallNow();
        std::vector<events::Event> values{events::ScalarEvent{"system/cpu_percent", *step, time, percent}};
        if (const auto resident = residentBytes())  // as a double: float32 would round to 64 bytes and more
            values.push_back(
                events::ScalarEvent{"system/rss_bytes", *step, time, static_cast<double>(*resident), true});
        const auto add = [&](const node::GpuUse& use, const std::string& which) {
            const auto put = [&](const char* name, double value, bool isWide = false) {
                values.push_back(events::ScalarEvent{name + which, *step, time, value, isWide});
            };
            put("system/gpu_memory_bytes", static_cast<double>(use.memoryBytes), true);
            if (use.used) put("system/gpu_percent", 100 * *use.used);
            if (use.powerWatts) put("system/gpu_power_watts", *use.powerWatts);
            if (use.celsius) put("system/gpu_celsius", *use.celsius);
        };
        if (const auto use = gpus.usedBy(::getpid())) {
            add(*use, "");
            for (const auto& [index, own] : use->each) add(own, "/" + std::to_string(index));
        }
        if (const auto times = training_.takeStepTimes ? training_.takeStepTimes() : std::nullopt) {
            values.push_back(events::ScalarEvent{"system/input_ms", *step, time, times->input});
            values.push_back(events::ScalarEvent{"system/compute_ms", *step, time, times->compute});
            values.push_back(events::ScalarEvent{"system/wait_ms", *step, time, times->wait});
        }
        try {
            spool_.add(Split::kTrain, std::move(values));
        } catch (const std::exception& e) {
            // The writer of the training's own values ends the task for the same reason; a ps has no such
            // writer.
            spdlog::warn("no system metrics any more: {}", e.what());
            return;
        }
    }
}

}  // namespace trainyard::engine
