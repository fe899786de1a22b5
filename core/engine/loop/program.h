// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/device/device.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/plugin/program.h"
#include "core/spec/cluster/cluster.h"
#include "plugins/sdk/strategy.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

class Profiler;

/// Runs `train.program` under a strategy instead of the built-in trainer: opens its plugin, checks its
/// versions, and passes it a loop::Job. [train]
struct ProgramParts {
    const v1::RunSpec& spec;
    const plugin::Program& program;
    TaskLink& link;
    sdk::Strategy& strategy;
    SpoolWriter& spool;
    const spec::TaskPlan& self;
    std::vector<std::string> tasks;  ///< ids by rank, for messages
    int attempt = 1;
    std::shared_ptr<const data::Dataset> trainData;
    std::shared_ptr<const data::Dataset> validationData;
    Profiler& profiler;
    std::vector<std::shared_ptr<Device>> gpus = {};  ///< of the strategy's local replicas; none: the CPU
};
base::Status runProgram(const ProgramParts& parts);

}  // namespace trainyard::engine
