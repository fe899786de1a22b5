// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <torch/types.h>

#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// Random draws of the engine: pure functions of (seed, step, layer, global sample index), so that the draws
/// do not depend on the number of replicas, or on whether the run was resumed.

/// Fills `variable` by its plan's initializer, using Keras' formulas. `index` is the variable's index in the
/// model. With fan the mean of both fans for glorot, fanIn for he and lecun, and s = 1, 2, 1 for them:
/// *_uniform is U(-l, l) with l = √(3s/fan) (Glorot and Bengio, AISTATS 2010; He et al., ICCV 2015; LeCun et
/// al., 1998); *_normal a normal distribution cut at two deviations, scaled to the variance s/fan; orthogonal
/// the Q of a QR decomposition (Saxe et al., ICLR 2014); random_uniform U(-0.05, 0.05); random_normal
/// N(0, 0.05²); forget_ones an LSTM's bias, 1 for the forget gate (Jozefowicz et al., ICML 2015).
void drawInitialWeights(torch::Tensor variable, const spec::Layer::Variable& plan, std::uint64_t seed,
                        int index);

/// The position of a draw in the run.
struct DrawPlace {
    std::uint64_t seed = 0;
    std::int64_t step = 0;                  ///< steps completed before this one
    std::span<const std::int64_t> samples;  ///< global index of each sample of the batch
};

/// Dropout's mask for a batch: 0 with probability `rate`, else 1/(1-rate). Shape {samples, width}, dtype of
/// `like`.
torch::Tensor dropoutMask(const DrawPlace& place, int layer, std::int64_t width, double rate,
                          torch::ScalarType dtype);

}  // namespace trainyard::engine
