// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/task_device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

namespace trainyard::engine {

std::vector<std::shared_ptr<Device>> useDevices(ChosenDevices chosen, const v1::RunSpec& spec,
                                                TaskLink& link) {
    if (!chosen.whyCpu.empty())
        link.sendWarning("device.cpu", base::say("trains on the CPU: {}", chosen.whyCpu));
    std::vector<std::string> names;
    for (const auto& gpu : chosen.gpus) names.push_back(gpu->describe());
    const std::string all = fmt::format("{}", fmt::join(names, "; "));
    spdlog::info("computes on {}", names.empty() ? "cpu" : all);
    if (names.empty()) return {};
    for (auto gpu = chosen.gpus.rbegin(); gpu != chosen.gpus.rend(); ++gpu)  // the first one last
        (*gpu)->enter(Device::Lane::kCompute);
    const bool isDeterministic = spec.train().deterministic();
    if (isDeterministic) useDeterministicAlgorithms();
    link.sendWarning("run.device", isDeterministic ? base::say("trains on {}, deterministically", all)
                                                   : base::say("trains on {}", all));
    return std::move(chosen.gpus);
}

}  // namespace trainyard::engine
