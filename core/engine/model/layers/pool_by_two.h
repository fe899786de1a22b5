// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/engine/model/layer.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine::layers {

/// How max pooling by windows of 2 × 2 pixels, one beside another, is computed in float32 on the CPU (ADR
/// 145): a relu behind it in the same pass, a small convolution of the model's input before it too, and no
/// pixel that no later layer looks at.
struct PoolByTwo {
    std::array<std::int64_t, 2> used;  ///< rows and columns of the output that the layer makes
    bool hasRelu = false;              ///< it applies the plan's activation
    bool hasConvolution = false;       ///< it takes what the layer before it takes, in its place
};
/// How `plan`'s layer is computed; null: as any other.
std::unique_ptr<PoolByTwo> pooledByTwo(const spec::ModelPlan& plan, std::size_t layer);
/// `variables`: weight and bias of the convolution, if it has one.
std::unique_ptr<Layer> makePoolByTwo(const PoolByTwo& how, std::vector<torch::Tensor> variables);
/// In the place of a layer that another one computes too: returns its input.
std::unique_ptr<Layer> makePassedOn();

}  // namespace trainyard::engine::layers
