// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/engine/model/layer.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine::layers {

// A dense layer of vectors with a bias and relu, in float32 on the CPU: relu, and a dropout that alone takes
// its output, are computed with it, forward and backward (ADR 163).

bool isReluDense(const spec::Layer& layer);
/// The dropout behind such a layer of `plan`; null: none, or others take the output too.
const spec::Layer* dropoutOf(const spec::ModelPlan& plan, std::size_t layer);
/// `variables`: weight and bias. Applies the plan's activation, and `dropout` if there is one.
std::unique_ptr<Layer> makeReluDense(const std::vector<torch::Tensor>& variables, const spec::Layer* dropout);

}  // namespace trainyard::engine::layers
