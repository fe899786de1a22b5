// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"
#include "core/spec/cluster/cluster.h"
#include "core/spec/run/run_spec.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Where a task writes a model that all ranks save together (guide 001): the chief to `file`, any other to
/// workertemp_<task id>/<name> next to it, so that no two write to the same place.
std::filesystem::path writeFilePath(const std::filesystem::path& file, const spec::TaskPlan& self);

/// Writes `contents` as a model to `file`, atomically, like saveModel() does for a strategy whose chief alone
/// has it. `made`, for `input`, is its definition. Waits while the disk is full, which `link` reports.
/// Blocks. [train]
base::Status saveModelAlone(TaskLink& link, const std::filesystem::path& file, checkpoint::Contents contents,
                            const spec::Choice& made, const spec::Shape& input);

/// Collective. Writes the whole model: its definition (model.json), its variables, the optimizer's slots and
/// the training position, with the manifest of a checkpoint. The chief's copy appears at `file` atomically;
/// the others' are removed once every task is done. A task whose disk is full waits, which its `link`
/// reports. Throws PeerLost. Blocks. [train]
base::Status saveModel(TaskLink& link, const std::filesystem::path& file, const spec::TaskPlan& self,
                       sdk::Strategy& strategy, const Model& model, const Optimizer& optimizer,
                       const spec::Choice& made, const checkpoint::TrainState& state, const std::string& run);

}  // namespace trainyard::engine
