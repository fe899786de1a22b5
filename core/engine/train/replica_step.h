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

/// The settings of a run file that are the same for every step.
struct StepOptions {
    std::uint64_t seed = 0;
    int accumulate = 1;  ///< micro-batches per step
    double clipNorm = 0;
    double clipValue = 0;
    bool isBatchNormSynchronized = false;
    bool mayBeCaptured = true;  ///< `train.cuda_graphs`
    /// Nobody but the optimizer looks at gradients (sdk::LeavesGradients).
    bool mayStepInBackward = false;
    sdk::PlacesGradients* places = nullptr;  ///< the strategy, if it is one
    static StepOptions of(const v1::RunSpec& spec);
};

/// What a step in float16 reports after the run's metrics: the loss's scale, and whether the step was
/// skipped.
inline constexpr const char* kLossScaleMetrics[] = {"loss_scale", "skipped_steps"};

/// The work of takeStep(), with the optimizer at the rate it was last given and the sums of each micro-batch
/// where they were computed. Waits for no device, unless a layer does. `tape`: as in DrawPlace. [train]
std::vector<Objective::Terms> computeStep(sdk::ReplicaContext& context, const Model& model,
                                          const Objective& objective, Optimizer& optimizer,
                                          const Batch& batch, std::int64_t step, const StepOptions& options,
                                          MaskTape* tape = nullptr);

/// One replica's part of the step after `step` completed ones, inside Strategy::run: forward and backward on
/// its part of the batch, in `accumulate` micro-batches whose gradients are added before the single
/// reduction, then clipping and the update; in float16 with the optimizer's LossScale. Every replica passes
/// the same number of micro-batches, including empty ones. Throws what the strategy throws. [train]
StepSums takeStep(sdk::ReplicaContext& context, const Model& model, const Objective& objective,
                  Optimizer& optimizer, const Batch& batch, std::int64_t step, const StepOptions& options);

/// Collective. Gives every replica the mean of all replicas' buffers (running statistics), for evaluation and
/// checkpoints. [train]
void averageBuffers(sdk::Strategy& strategy, const std::vector<std::unique_ptr<Model>>& localModels);

}  // namespace trainyard::engine
