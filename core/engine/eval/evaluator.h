// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/data/dataset.h"
#include "core/engine/model/objective.h"
#include "core/engine/train/step_sums.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Collective. Evaluates the replicas' models on `dataset`, each sample exactly once over all replicas, in
/// order, in global batches of `batchSize` × replicas; `steps` > 0 limits their number. Returns the sums over
/// all replicas.
StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const Objective& objective, const data::Dataset& dataset, std::int64_t batchSize,
                  std::int64_t steps);

}  // namespace trainyard::engine
