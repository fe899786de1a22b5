// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/engine/model/layer.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine::layers {

/// Whether `plan`'s layer is a small convolution of the model's input that takes one pass on the CPU in
/// float32, relu included (ADR 151), where images are in plain order.
bool isPlaneConv(const spec::ModelPlan& plan, std::size_t layer);
/// `variables`: weight and bias. With `hasRelu` it applies the plan's activation.
std::unique_ptr<Layer> makePlaneConv(bool hasRelu, std::vector<torch::Tensor> variables);

}  // namespace trainyard::engine::layers
