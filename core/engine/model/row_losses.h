// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

namespace trainyard::engine {

// What the built-in trainer computes of a batch in one loop, in place of a dozen of libtorch's operators that
// each take longer to call than to compute (ADR 163). Null: not for these, so that the caller takes the
// operators. They are for float32 matrices {samples, classes} of at most 4,096 numbers on the CPU, and int64
// labels {samples} below `classes`. [train]

/// Σ −weight · log softmax(outputs)[label] over the samples, a float32 scalar that can be derived once, by
/// the outputs. `weights` {samples}, or undefined: 1 each.
std::optional<torch::Tensor> rowCrossentropySum(const torch::Tensor& labels, const torch::Tensor& outputs,
                                                const torch::Tensor& weights);
/// How many samples have the first of their greatest outputs, or a NaN, where their label is; a float64
/// scalar.
std::optional<torch::Tensor> rowHits(const torch::Tensor& labels, const torch::Tensor& outputs);

}  // namespace trainyard::engine
