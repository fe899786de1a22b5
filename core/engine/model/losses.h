// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

/// The losses of Keras, as one number for each label: what a run file's `train.loss` and the losses of custom
/// loops share. Differentiable; none of them reduces over samples. [train]
namespace trainyard::engine::losses {

/// log p of each class. `outputs` {…, classes}: logits, or probabilities, which are divided by their sum and
/// kept away from 0 and 1 by 1e-7.
torch::Tensor logProbabilities(const torch::Tensor& outputs, bool fromLogits);
/// −log p of the label's class. `outputs` {…, classes}; `labels` int64 {…}. Returns {…}. Throws c10::Error
/// for an index outside the classes.
torch::Tensor sparseCategoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                            bool fromLogits);
/// −Σ label·log p over the classes. Both {…, classes}. Returns {…}.
torch::Tensor categoricalCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                      bool fromLogits);
/// Of each element. Both have one shape, which is returned.
torch::Tensor binaryCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs, bool fromLogits);

}  // namespace trainyard::engine::losses
