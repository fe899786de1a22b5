// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/gpu_book.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::control {
namespace {

v1::Problem deviceProblem(const char* code, std::string message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_path("device");
    problem.set_message(std::move(message));
    problem.set_fix("use device: cpu");
    problem.set_fix_set("device=cpu");
    return problem;
}

std::string nameOfProcess(pid_t process) {
    auto name = base::readFile(fmt::format("/proc/{}/comm", process));
    if (!name) return "?";  // it is another user's, or has ended meanwhile
    while (name->ends_with('\n')) name->pop_back();
    return base::printable(*name);
}

}  // namespace

void GpuBook::refresh() {
    std::lock_guard asking(asking_);
    if (!driver_) driver_ = std::make_unique<node::Gpus>(library_);
    std::vector<Seen> seen;
    for (const node::Gpu& gpu : driver_->list()) {
        if (!gpu.error.empty()) continue;
        const auto users = driver_->usersOf(gpu.index);
        seen.push_back({gpu.index, gpu.name,
                        users.empty()
                            ? ""
                            : fmt::format("process {} ({})", users.front(), nameOfProcess(users.front()))});
    }
    std::lock_guard lock(mutex_);
    seen_ = std::move(seen);
    error_ = driver_->error();
}

std::string GpuBook::holderOf(const Seen& gpu, const std::string& run) const {
    const auto owner = owners_.find(gpu.index);
    if (owner == owners_.end()) return gpu.user;
    return owner->second.run == run ? "" : "run " + owner->second.run;
}

std::string GpuBook::holders(const std::string& run) const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> held;
    for (const Seen& gpu : seen_)
        if (const std::string holder = holderOf(gpu, run); !holder.empty())
            held.push_back(fmt::format("GPU {} ({}) is used by {}", gpu.index, gpu.name, holder));
    return fmt::format("{}", fmt::join(held, "; "));
}

/// With mutex_ held.
std::optional<GpuBook::Claim> GpuBook::plan(const std::string& run,
                                            const std::vector<GpuWish>& wishes) const {
    std::vector<int> free;
    for (const Seen& gpu : seen_)
        if (holderOf(gpu, run).empty()) free.push_back(gpu.index);
    Claim claim;
    const auto give = [&](const GpuWish& wish, int gpu) {
        const auto found = std::ranges::find(free, gpu);
        if (found == free.end()) return false;
        free.erase(found);
        claim[wish.task].push_back(gpu);
        return true;
    };
    for (const GpuWish& wish : wishes)
        for (const int gpu : wish.gpus)
            if (!give(wish, gpu)) return std::nullopt;
    const auto isAny = [&](const GpuWish& wish) { return wish.gpus.empty() && !claim.contains(wish.task); };
    for (const GpuWish& wish : wishes)
        for (const auto& [gpu, owner] : owners_)
            if (isAny(wish) && owner.run == run && owner.task == wish.task) give(wish, gpu);
    for (const GpuWish& wish : wishes)
        if (isAny(wish) && (free.empty() || !give(wish, free.front()))) return std::nullopt;
    return claim;
}

std::vector<v1::Problem> GpuBook::problems(const std::string& run, const std::vector<GpuWish>& wishes) const {
    std::vector<int> missing;
    std::size_t count = 0, free = 0, wished = 0;
    {
        std::lock_guard lock(mutex_);
        if (!error_.empty())
            return {deviceProblem("device.driver", fmt::format("the GPUs cannot be used: {}", error_))};
        if (seen_.empty())
            return {deviceProblem(
                "device.no_driver",
                "this machine has no GPU that an NVIDIA driver shows; install the driver, or use "
                "device: cpu")};
        if (plan(run, wishes)) return {};
        count = seen_.size();
        for (const Seen& gpu : seen_) free += holderOf(gpu, run).empty() ? 1 : 0;
        for (const GpuWish& wish : wishes) {
            wished += std::max<std::size_t>(1, wish.gpus.size());
            for (const int gpu : wish.gpus)
                if (std::ranges::find(seen_, gpu, &Seen::index) == seen_.end()) missing.push_back(gpu);
        }
    }
    if (!missing.empty())
        return {deviceProblem("device.none", fmt::format("this machine has no GPU {}; `trainyard --headless "
                                                         "nodes` lists those that it has",
                                                         missing.front()))};
    if (wished > count)
        return {deviceProblem("device.none",
                              fmt::format("the run takes {} GPUs, and this machine has {}", wished, count))};
    const std::string held = holders(run);
    if (held.empty()) return {deviceProblem("device.two_ways", "two tasks of the run name the same GPU")};
    return {deviceProblem(
        "device.busy",
        free == 0 ? fmt::format("no GPU is free: {}; wait for it or stop it, or use device: cpu", held)
                  : fmt::format(
                        "not all {} GPUs that the run takes are free: {}; wait for them, or use device: cpu",
                        wished, held))};
}

std::optional<GpuBook::Claim> GpuBook::claim(const std::string& run, const std::vector<GpuWish>& wishes) {
    std::lock_guard lock(mutex_);
    const auto claim = plan(run, wishes);
    if (!claim) return claim;
    std::erase_if(owners_, [&](const auto& entry) { return entry.second.run == run; });
    for (const auto& [task, gpus] : *claim)
        for (const int gpu : gpus) owners_[gpu] = {run, task};
    return claim;
}

void GpuBook::release(const std::string& run) {
    std::lock_guard lock(mutex_);
    for (Seen& gpu : seen_)
        if (const auto owner = owners_.find(gpu.index); owner != owners_.end() && owner->second.run == run)
            gpu.user.clear();  // that was seen there is the run's own task
    std::erase_if(owners_, [&](const auto& entry) { return entry.second.run == run; });
}

std::map<std::string, std::string> gpuEnvironment(const std::vector<int>& gpus) {
    return {{"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},
            {"CUDA_VISIBLE_DEVICES", fmt::format("{}", fmt::join(gpus, ","))}};
}

bool takesGpu(const v1::RunSpec& spec, const spec::StrategyInfo& strategy) {
    const auto tasks = spec::tasksOf(spec, strategy);
    if (std::ranges::any_of(tasks, [](const spec::TaskPlan& task) { return !task.gpus.empty(); }))
        return true;
    return spec::deviceOf(spec) != "cpu" && spec::canTrainOnGpu(spec, strategy) &&
           !std::getenv("CUDA_VISIBLE_DEVICES");
}

std::vector<GpuWish> gpuWishes(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks) {
    std::vector<GpuWish> wishes;
    for (const spec::TaskPlan& task : tasks)
        if (task.node == "local" && (!task.gpus.empty() || (task.rank >= 0 && !spec::isCommand(spec))))
            wishes.push_back({task.id(), task.gpus});
    return wishes;
}

}  // namespace trainyard::control
