// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/engine/ps/coordinator.h"
#include "core/engine/ps/training_closures.h"
#include "plugins/sdk/loop/job.h"

namespace trainyard::engine::ps {

/// A program (`train.program`) that replaces the built-in loop, and its options.
struct CoordinatedProgram {
    const loop::ProgramPlugin* plugin = nullptr;
    nlohmann::json options;
};

/// The program's registrations, for workers, and the run file's own data.
std::shared_ptr<const sdk::ClosureRegistry> closuresOf(const CoordinatedProgram& program,
                                                       const v1::RunSpec& spec, const TrainingData& data);

/// Runs the program's loop on the chief. [train]
base::Status runCoordinatedProgram(const CoordinatedProgram& program, const v1::RunSpec& spec, TaskLink& link,
                                   Coordinator& coordinator, SpoolWriter& spool, int attempt);

}  // namespace trainyard::engine::ps
