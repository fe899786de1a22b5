// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/data/dataset.h"
#include "core/engine/ledger/step_sums.h"
#include "core/engine/model/objective.h"
#include "plugins/sdk/strategy.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// train.validation_batch_size, or the batch of the training, per replica.
inline std::int64_t validationBatchOf(const v1::TrainSpec& train) {
    return train.validation_batch_size() > 0 ? train.validation_batch_size() : train.data().batch_size();
}

/// Collective. Evaluates the replicas' models on `dataset`, each sample exactly once over all replicas, in
/// order, in global batches of `batchSize` × replicas; `steps` > 0 limits their number. Returns the sums over
/// all replicas.
StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const Objective& objective, const data::Dataset& dataset, std::int64_t batchSize,
                  std::int64_t steps);

}  // namespace trainyard::engine
