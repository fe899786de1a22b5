// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile/profiler.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <torch/csrc/autograd/profiler_kineto.h>

#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/engine/profile/trace_file.h"

namespace trainyard::engine {
namespace {

namespace kineto = torch::autograd::profiler;
using torch::profiler::impl::ActivityType;
using torch::profiler::impl::ProfilerConfig;
using torch::profiler::impl::ProfilerState;

ProfilerConfig configuration() {
    torch::profiler::impl::ExperimentalConfig more;
    more.profile_all_threads = true;  // replicas, data pipelines and servers have threads of their own
    return ProfilerConfig(ProfilerState::KINETO, /*report_input_shapes=*/false, /*profile_memory=*/false,
                          /*with_stack=*/false, /*with_flops=*/false, /*with_modules=*/false, more);
}

}  // namespace

Profiler::Profiler(TaskLink& link, std::string task, int attempt, std::vector<std::shared_ptr<Device>> gpus)
    : link_(link), task_(std::move(task)), attempt_(attempt), gpus_(std::move(gpus)) {
}

Profiler::~Profiler() {
    std::lock_guard lock(mutex_);
    if (!std::exchange(isOn_, false)) return;
    try {
        kineto::disableProfiler();
    } catch (const std::exception& e) {
        spdlog::warn("the profile that was on could not be ended: {}", e.what());
    }
}

void Profiler::handle(const ProfileWish& wish, std::int64_t finishedSteps) {
    std::lock_guard lock(mutex_);
    if (wish.number == taken_) return;
    taken_ = wish.number;
    try {
        if (wish.steps > 0) {
            begin(wish.steps, finishedSteps);
        } else if (wish.steps == 0) {
            if (isOn_) end();
        } else if (std::exchange(isOn_, false)) {
            kineto::disableProfiler();
        }
    } catch (const std::exception& e) {
        isOn_ = false;
        link_.sendWarning("profile.failed", base::say("{} cannot be profiled: {}", task_, base::saidBy(e)));
    }
}

void Profiler::countStep() {
    std::lock_guard lock(mutex_);
    if (!isOn_ || --stepsLeft_ > 0) return;
    try {
        end();
    } catch (const std::exception& e) {
        isOn_ = false;
        link_.sendWarning("profile.failed", base::say("{} cannot be profiled: {}", task_, base::saidBy(e)));
    }
}

void Profiler::begin(int steps, std::int64_t finishedSteps) {
    // A leftover profile whose requester no longer waits: a restarted agent does not know of it.
    if (std::exchange(isOn_, false)) kineto::disableProfiler();
    const ProfilerConfig config = configuration();
    std::set<ActivityType> activities{ActivityType::CPU};
    if (!gpus_.empty()) activities.insert(ActivityType::CUDA);
    kineto::prepareProfiler(config, activities);
    kineto::enableProfiler(config, activities);
    fromStep_ = finishedSteps;
    stepsLeft_ = steps;
    isOn_ = true;
    spdlog::info("profiling {} from step {} on", base::counted(steps, "step"), finishedSteps + 1);
    link_.sendProfileBegun(finishedSteps + 1);
}

void Profiler::end() {
    isOn_ = false;
    for (const auto& gpu : gpus_) gpu->mark()->wait();  // the last steps' kernels may still be queued
    std::shared_ptr<kineto::ProfilerResult> result = kineto::disableProfiler();
    // Thread names are read while the threads exist; the rest of the work runs in the background.
    TraceSource source{task_, fromStep_, threadNames()};
    const auto file = std::filesystem::path(link_.place().run_dir()) / "profiles" /
                      fmt::format(".{}-a{}.json", fileNameOf(task_), attempt_);
    writer_ = std::jthread([this, result, source = std::move(source), file, fromStep = fromStep_] {
        ::pthread_setname_np(::pthread_self(), "ty-profile");
        if (const base::Status written = writeTrace(file, *result, source); !written)
            link_.sendWarning("profile.failed", written.error().wrap(base::Words::plain(task_)).words());
        else
            link_.sendProfile(file.string(), fromStep);
    });
}

StepRange::StepRange(Profiler* profiler, std::int64_t step) : profiler_(profiler) {
    if (range_.isActive()) range_.before(fmt::format("step: step {}", step));
}

StepRange::~StepRange() {
    const bool isCounted = range_.isActive() && profiler_;
    range_.end();
    if (isCounted) profiler_->countStep();
}

void CallRanges::onCall(const std::string& call) {
    thread_local std::optional<at::RecordFunction> range;
    range.reset();
    if (call.empty()) return;
    range.emplace(at::RecordScope::USER_SCOPE);
    if (range->isActive())
        range->before("communication: " + call);
    else
        range.reset();
}

}  // namespace trainyard::engine
