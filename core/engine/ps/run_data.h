// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/ps/training_closures.h"

namespace trainyard::engine::ps {

/// Registers the run file's own data for a program's closures (loop::kTrainData, loop::kValidationData): what
/// `data` has of it. A worker reads it when the chief creates the data set there.
void addRunData(sdk::ClosureRegistry& registry, const v1::RunSpec& spec, const TrainingData& data);

}  // namespace trainyard::engine::ps
