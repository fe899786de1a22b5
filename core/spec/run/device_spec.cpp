// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/device_spec.h"

#include "core/spec/run/command_spec.h"

namespace trainyard::spec {

bool canTrainOnGpu(const nlohmann::json& options, bool hasProgram, const StrategyInfo& strategy) {
    return strategy.isForGpus && strategy.maxTasks == 1 && !hasProgram &&
           (!options.is_object() || options.value("replicas", 1) == 1);
}

bool canTrainOnGpu(const v1::RunSpec& spec, const StrategyInfo& strategy) {
    return !isCommand(spec) && canTrainOnGpu(strategyOf(spec).options, spec.train().has_program(), strategy);
}

}  // namespace trainyard::spec
