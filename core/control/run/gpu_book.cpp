// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/gpu_book.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/file.h"
#include "core/base/text.h"
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
    return owner->second == run ? "" : "run " + owner->second;
}

std::string GpuBook::holders(const std::string& run) const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> held;
    for (const Seen& gpu : seen_)
        if (const std::string holder = holderOf(gpu, run); !holder.empty())
            held.push_back(fmt::format("GPU {} ({}) is used by {}", gpu.index, gpu.name, holder));
    return fmt::format("{}", fmt::join(held, "; "));
}

std::vector<v1::Problem> GpuBook::problems(const std::string& run) const {
    {
        std::lock_guard lock(mutex_);
        if (!error_.empty())
            return {deviceProblem("device.driver", fmt::format("the GPUs cannot be used: {}", error_))};
        if (seen_.empty())
            return {deviceProblem(
                "device.no_driver",
                "this machine has no GPU that an NVIDIA driver shows; install the driver, or use "
                "device: cpu")};
        if (std::ranges::any_of(seen_, [&](const Seen& gpu) { return holderOf(gpu, run).empty(); }))
            return {};
    }
    return {deviceProblem(
        "device.busy",
        fmt::format("no GPU is free: {}; wait for it or stop it, or use device: cpu", holders(run)))};
}

std::optional<int> GpuBook::claim(const std::string& run) {
    std::lock_guard lock(mutex_);
    for (const auto& [gpu, owner] : owners_)
        if (owner == run) return gpu;
    for (const Seen& gpu : seen_) {
        if (!holderOf(gpu, run).empty()) continue;
        owners_[gpu.index] = run;
        return gpu.index;
    }
    return std::nullopt;
}

void GpuBook::release(const std::string& run) {
    std::lock_guard lock(mutex_);
    for (Seen& gpu : seen_)
        if (const auto owner = owners_.find(gpu.index); owner != owners_.end() && owner->second == run)
            gpu.user.clear();  // that was seen there is the run's own task
    std::erase_if(owners_, [&](const auto& entry) { return entry.second == run; });
}

std::map<std::string, std::string> gpuEnvironment(std::optional<int> gpu) {
    return {{"CUDA_DEVICE_ORDER", "PCI_BUS_ID"}, {"CUDA_VISIBLE_DEVICES", gpu ? std::to_string(*gpu) : ""}};
}

bool takesGpu(const v1::RunSpec& spec, const spec::StrategyInfo& strategy) {
    return spec::deviceOf(spec) != "cpu" && spec::canTrainOnGpu(spec, strategy) &&
           !std::getenv("CUDA_VISIBLE_DEVICES");
}

}  // namespace trainyard::control
