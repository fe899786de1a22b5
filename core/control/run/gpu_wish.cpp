// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/gpu_wish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "core/spec/run/command_spec.h"
#include "core/spec/run/device_spec.h"

namespace trainyard::control {

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

std::vector<GpuWish> gpuWishes(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                               const std::string& node) {
    return gpuWishes(spec, tasks, std::set{node});
}

std::vector<GpuWish> gpuWishes(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                               const std::set<std::string>& nodes) {
    std::vector<GpuWish> wishes;
    for (const spec::TaskPlan& task : tasks)
        if (nodes.contains(task.node) && (!task.gpus.empty() || (task.rank >= 0 && !spec::isCommand(spec))))
            wishes.push_back({task.id(), task.gpus, spec::gpusPerTask(spec)});
    return wishes;
}

}  // namespace trainyard::control
