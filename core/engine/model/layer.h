// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <string>
#include <vector>

#include "core/engine/model/draws.h"
#include "core/spec/layers.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// What a pass through the layers knows besides its input.
struct Pass {
    /// Where the draws of a training step fall; null: evaluation, in which dropout does nothing and batch
    /// normalisation takes its running statistics.
    const DrawPlace* place = nullptr;
    /// Given: batch normalisation takes its statistics over all replicas, by collective calls in forward and
    /// backward. Null: over this replica's samples.
    sdk::ReplicaContext* synchronized = nullptr;
    bool isTraining() const { return place != nullptr; }
};

/// One layer of one replica's model, holding its variables. Not thread-safe. [train]
class Layer {
  public:
    virtual ~Layer() = default;
    /// {samples, input shape of the plan} to {samples, output shape}; the plan's activation is not part of
    /// it.
    virtual torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const = 0;
};

/// `index`: the layer's place in the model, the address of its draws. `variables` and `buffers` are in the
/// plan's order and stay shared with the caller.
struct LayerParts {
    const spec::Layer& plan;
    int index = 0;
    std::vector<torch::Tensor> variables;
    std::vector<torch::Tensor> buffers;
};
std::unique_ptr<Layer> makeLayer(const LayerParts& parts);

using Activation = torch::Tensor (*)(const torch::Tensor& x);
/// The function of a word of the schema's `activation`; null for the empty word (linear).
Activation activationOf(const std::string& word);

}  // namespace trainyard::engine
