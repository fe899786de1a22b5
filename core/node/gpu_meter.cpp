// SPDX-License-Identifier: Apache-2.0
#include "core/node/gpu_meter.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace trainyard::node {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kAskEvery{900};  // tasks are measured each second
/// Older figures say nothing about now.
constexpr std::chrono::seconds kKnownFor{5};
constexpr std::chrono::seconds kLongestWait{1};

bool usesDevice(pid_t process, const std::string& devices) {
    std::error_code error;  // it has ended, or is another user's
    const auto folder = std::filesystem::path("/proc") / std::to_string(process) / "fd";
    for (std::filesystem::directory_iterator fd(folder, error), end; !error && fd != end;
         fd.increment(error)) {
        std::error_code closed;
        if (std::filesystem::read_symlink(fd->path(), closed).native().starts_with(devices)) return true;
    }
    return false;
}

}  // namespace

struct GpuMeter::State {
    std::filesystem::path library;
    std::mutex mutex;  ///< guards what follows
    std::condition_variable changed;
    bool isWanted = false;
    bool mustEnd = false;
    bool hasEnded = false;
    Clock::time_point askedAt{};  ///< when the newest figures were wanted
    Clock::time_point at{};       ///< when they came
    std::map<pid_t, GpuShare> shares;
};

GpuMeter::GpuMeter(std::filesystem::path library, std::string devices)
    : devices_(std::move(devices)), state_(std::make_shared<State>()) {
    state_->library = std::move(library);
}

GpuMeter::~GpuMeter() {
    if (!isStarted_) return;
    std::unique_lock lock(state_->mutex);
    state_->mustEnd = true;
    state_->changed.notify_all();
    state_->changed.wait_for(lock, kLongestWait, [&] { return state_->hasEnded; });
}

void GpuMeter::serve(const std::shared_ptr<State>& state) {
    {
        Gpus gpus(state->library);
        std::unique_lock lock(state->mutex);
        while (!state->mustEnd && gpus.hasAny()) {
            state->changed.wait(lock, [&] { return state->isWanted || state->mustEnd; });
            if (!std::exchange(state->isWanted, false)) break;
            lock.unlock();
            auto shares = gpus.shares();
            lock.lock();
            state->shares = std::move(shares);
            state->at = Clock::now();
            state->changed.notify_all();
        }
    }
    std::lock_guard lock(state->mutex);
    state->hasEnded = true;
    state->changed.notify_all();
}

void GpuMeter::ask() {
    if (!std::exchange(isStarted_, true)) std::thread(&GpuMeter::serve, state_).detach();
    std::lock_guard lock(state_->mutex);
    const auto now = Clock::now();
    if (now - state_->askedAt < kAskEvery) return;
    state_->askedAt = now;
    state_->isWanted = true;
    state_->changed.notify_all();
}

std::optional<GpuShare> GpuMeter::of(const std::vector<pid_t>& processes) const {
    std::lock_guard lock(state_->mutex);
    if (state_->shares.empty() || Clock::now() - state_->at > kKnownFor) return std::nullopt;
    std::optional<GpuShare> sum;
    for (const pid_t process : processes) {
        const auto found = state_->shares.find(process);
        if (found == state_->shares.end() || !usesDevice(process, devices_)) continue;
        if (!sum) sum.emplace();
        sum->memoryBytes += found->second.memoryBytes;
        if (found->second.gpus) sum->gpus = sum->gpus.value_or(0) + *found->second.gpus;
    }
    return sum;
}

}  // namespace trainyard::node
