// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/engine/ps/connection.h"
#include "core/engine/ps/coordinated_program.h"
#include "core/engine/ps/training_closures.h"
#include "core/plugin/callback.h"
#include "core/plugin/catalog.h"
#include "core/spec/cluster/cluster.h"

namespace trainyard::engine::ps {

/// One task of a run whose strategy is coordinated.
struct RoleParts {
    const v1::RunSpec& spec;
    const plugin::Manifest& manifest;
    TaskLink& link;
    const std::vector<spec::TaskPlan>& tasks;  ///< of the cluster, with addresses
    const spec::TaskPlan& self;
    TaskCard card;
    std::filesystem::path spool;  ///< folder of this task's event files
    TrainingData data;
    std::optional<CoordinatedProgram> program = {};  ///< replaces the built-in loop
    std::vector<plugin::ChosenCallback> callbacks = {};
    SpoolWriter::Listener onSpooled = {};
    /// Whether a serving task should continue to serve; see RunHost.
    std::function<base::Status()> continues = [] { return base::Status(); };
};

/// Runs the task's role: the chief trains to the end of the run; a worker or a ps serves until the chief
/// reports that the run is over. Blocks. [train]
base::Status runRole(const RoleParts& parts);

}  // namespace trainyard::engine::ps
