// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/engine/model/draws.h"
#include "core/engine/model/weight_gradient.h"
#include "core/spec/model/layers.h"
#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// The context of a pass through the layers.
struct Pass {
    /// The position of a training step's draws; null: evaluation, in which dropout does nothing and batch
    /// normalisation uses its running statistics.
    const DrawPlace* place = nullptr;
    /// If set, batch normalisation computes its statistics over all replicas, with collective calls in
    /// forward and backward. Null: over this replica's samples.
    sdk::ReplicaContext* synchronized = nullptr;
    /// Model::checkIndexes() has seen the samples, so that LayerParts::takesSamples need not look at them,
    /// for which it would have to wait for their device.
    bool areIndexesChecked = false;
    WeightGradient weightGradient;
    bool isTraining() const { return place != nullptr; }
};

/// One layer of one replica's model, holding its variables. Not thread-safe. [train]
class Layer {
  public:
    virtual ~Layer() = default;
    /// Maps {samples, input shape of the plan} to {samples, output shape}; does not apply the plan's
    /// activation.
    virtual torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const = 0;
    /// The same of all inputs in the plan's order; for layers that can have several.
    virtual torch::Tensor forwardAll(std::span<const torch::Tensor> inputs, const Pass& pass) const {
        return forward(inputs.front(), pass);
    }
};

/// `variables` and `buffers` are in the plan's order and stay shared with the caller.
struct LayerParts {
    const spec::Layer& plan;
    std::vector<torch::Tensor> variables;
    std::vector<torch::Tensor> buffers;
    torch::Device device = torch::kCPU;
    bool takesSamples = false;  ///< spec::takesSamples(); false: unknown
};
std::unique_ptr<Layer> makeLayer(const LayerParts& parts);

using Activation = torch::Tensor (*)(const torch::Tensor& x);
/// The function for a value of the schema's `activation`; null for the empty string (linear).
Activation activationOf(const std::string& word);

}  // namespace trainyard::engine
