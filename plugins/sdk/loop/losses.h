// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

/// Losses of custom training loops, with the names and definitions of tf.keras.losses. Each gives one number
/// for each label, or their sum. [replica], or [train] outside of run()
namespace trainyard::loop {

/// How a custom loss is reduced. Inside run() only kNone and kSum are allowed: the others would divide by
/// this replica's batch and ignore the number of replicas.
enum class Reduction { kNone, kSum, kAuto, kSumOverBatchSize };

/// Whether a model's outputs are to be made probabilities first.
enum class Outputs { kLogits, kProbabilities };

/// Of `outputs` {samples, …, classes} against int64 labels {samples, …}; kNone: {samples, …}.
torch::Tensor sparseCategoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                            Reduction reduction, Outputs kind = Outputs::kLogits);
/// Of `outputs` {samples, …, classes} against labels of the same shape, which are the probabilities of the
/// classes; kNone: {samples, …}.
torch::Tensor categoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                      Reduction reduction, Outputs kind = Outputs::kLogits);
/// The next three want labels and outputs of one shape {samples, …, units} and average over the units; kNone:
/// {samples, …}. A shape {samples} has one unit per sample. Other shapes throw std::invalid_argument: what
/// libtorch would make of {samples} and {samples, 1} is nobody's loss.
torch::Tensor binaryCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                 Reduction reduction, Outputs kind = Outputs::kLogits);
torch::Tensor meanSquaredError(const torch::Tensor& labels, const torch::Tensor& outputs,
                               Reduction reduction);
torch::Tensor meanAbsoluteError(const torch::Tensor& labels, const torch::Tensor& outputs,
                                Reduction reduction);

/// Σ perExample·sampleWeight / globalBatchSize: this replica's share of the average loss. Without a size,
/// inside run(): this replica's number of examples × the number of replicas. As tf.nn.compute_average_loss.
torch::Tensor computeAverageLoss(const torch::Tensor& perExample,
                                 const std::optional<torch::Tensor>& sampleWeight = std::nullopt,
                                 std::optional<std::int64_t> globalBatchSize = std::nullopt);
/// Σ loss / number of replicas, so that the sum over replicas counts it once. As
/// tf.nn.scale_regularization_loss.
torch::Tensor scaleRegularizationLoss(const torch::Tensor& loss);

}  // namespace trainyard::loop
