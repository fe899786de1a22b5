// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/task_device.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "core/engine/device/open_device.h"

namespace trainyard::engine {

base::Result<std::shared_ptr<Device>> deviceOfTask(const v1::RunSpec& spec,
                                                   const spec::StrategyInfo& strategy, TaskLink& link) {
    TY_ASSIGN(ChosenDevice device, chooseDevice(spec, strategy));
    if (!device.whyCpu.empty())
        link.sendWarning("device.cpu", base::say("trains on the CPU: {}", device.whyCpu));
    spdlog::info("computes on {}", device.gpu ? device.gpu->describe() : "cpu");
    if (!device.gpu) return nullptr;
    device.gpu->enter(Device::Lane::kCompute);
    const bool isDeterministic = spec.train().deterministic();
    if (isDeterministic) useDeterministicAlgorithms();
    const std::string gpu = device.gpu->describe();
    link.sendWarning("run.device", isDeterministic ? base::say("trains on {}, deterministically", gpu)
                                                   : base::say("trains on {}", gpu));
    return std::move(device.gpu);
}

}  // namespace trainyard::engine
