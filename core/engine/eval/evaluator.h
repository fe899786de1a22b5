// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/data/dataset.h"
#include "core/engine/model/model.h"
#include "core/engine/train/step_sums.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Sums per-sample losses and hits of `logits` {samples, classes} against `labels` {samples}; `losses`
/// receives the summed loss as a tensor that can be back-propagated.
struct Scored {
    torch::Tensor lossSum;  ///< scalar: sparse categorical cross-entropy from logits, summed over the samples
    StepSums sums;
};
Scored score(const torch::Tensor& logits, const torch::Tensor& labels);

/// Collective. Evaluates the replicas' models on `dataset`, each sample exactly once over all replicas, in
/// order, in global batches of `batchSize` × replicas; `steps` > 0 bounds the number of those. Returns the
/// sums over all replicas.
StepSums evaluate(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels,
                  const data::Dataset& dataset, std::int64_t batchSize, std::int64_t steps);

}  // namespace trainyard::engine
