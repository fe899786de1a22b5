// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/engine/model/objective.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/train/pipeline.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// What a run file says of every step alike.
struct StepOptions {
    std::uint64_t seed = 0;
    int accumulate = 1;  ///< micro-batches a step
    double clipNorm = 0;
    double clipValue = 0;
    bool isBatchNormSynchronized = false;
    static StepOptions of(const v1::RunSpec& spec);
};

/// One replica's part of the step after `step` finished ones, inside Strategy::run: forward and backward on
/// its part of the batch, in `accumulate` micro-batches whose gradients are added before the one reduction,
/// clipping, update. Every replica passes the same number of micro-batches, empty ones too. Throws what the
/// strategy throws. [train]
StepSums takeStep(sdk::ReplicaContext& context, const Model& model, const Objective& objective,
                  Optimizer& optimizer, const Batch& batch, std::int64_t step, const StepOptions& options);

/// Collective. Gives every replica the mean of all replicas' buffers (running statistics), which evaluation
/// and checkpoints are to see. [train]
void averageBuffers(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels);

}  // namespace trainyard::engine
