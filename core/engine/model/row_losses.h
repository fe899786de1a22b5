// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

namespace trainyard::engine {

// What the built-in trainer computes of a batch in one loop, in place of a dozen of libtorch's operators that
// each take longer to call than to compute (ADR 163). Null: not for these, so that the caller takes the
// operators. They are for float32 matrices {samples, classes} of at most 4,096 numbers on the CPU, and int64
// labels {samples} below `classes`. [train]

/// Σ −weight · log softmax(outputs)[label] over the samples, float32 scalars: itself without a graph, and
/// divided by `divisor`, which can be derived once, by the outputs. `weights` {samples}, or undefined: 1
/// each.
struct RowCrossentropy {
    torch::Tensor sum, divided;
};
std::optional<RowCrossentropy> rowCrossentropy(const torch::Tensor& labels, const torch::Tensor& outputs,
                                               const torch::Tensor& weights, double divisor);
/// How many samples have the first of their greatest outputs, or a NaN, where their label is; a float64
/// scalar.
std::optional<torch::Tensor> rowHits(const torch::Tensor& labels, const torch::Tensor& outputs);

}  // namespace trainyard::engine
