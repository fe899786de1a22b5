// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <torch/types.h>

#include "core/spec/layers.h"

namespace trainyard::engine {

/// Random draws of the engine: pure functions of (seed, step, layer, global sample index), so that any number
/// of replicas draws the same, and a resumed run too.

/// Fills `variable` with its initial weights: Glorot uniform for weights (U(-l, l), l = √(6/(fanIn+fanOut));
/// Glorot and Bengio, AISTATS 2010), zero for biases, as Keras does. `index` is the variable's place in the
/// model.
void drawInitialWeights(torch::Tensor variable, const spec::Layer::Variable& plan, std::uint64_t seed,
                        int index);

/// Where in the run a draw falls.
struct DrawPlace {
    std::uint64_t seed = 0;
    std::int64_t step = 0;                  ///< steps finished before this one
    std::span<const std::int64_t> samples;  ///< global index of each sample of the batch
};

/// Dropout's mask for a batch: 0 with probability `rate`, else 1/(1-rate). Shape {samples, width}, dtype of
/// `like`.
torch::Tensor dropoutMask(const DrawPlace& place, int layer, std::int64_t width, double rate,
                          torch::ScalarType dtype);

}  // namespace trainyard::engine
