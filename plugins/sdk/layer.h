// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>
#include <torch/version.h>

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugins/sdk/version.h"

namespace trainyard::sdk {

/// What a pass through a model is made for. [train]
class LayerPass {
  public:
    virtual ~LayerPass() = default;
    virtual bool isTraining() const = 0;  ///< false: evaluation and prediction
};

/// A layer of one replica's model, or, as its only layer, a model. One thread uses it. [train]
class Layer {
  public:
    virtual ~Layer() = default;
    /// Maps {samples, input shape} to {samples, output shape}, as the manifest says; autograd makes the
    /// gradients. The same samples must give the same numbers: what is random belongs to a `dropout` inside.
    /// Throws on failure.
    virtual torch::Tensor forward(const torch::Tensor& x, const LayerPass& pass) const = 0;
};

/// What a layer is made of. Tensors share memory with the model, which initializes, updates, saves and loads
/// them; they are undefined in value when the layer is created.
struct LayerContext {
    nlohmann::json options;                          ///< complete, as the manifest's schema describes them
    std::vector<std::int64_t> input;                 ///< of one sample, channels first
    std::vector<std::int64_t> output;                ///< of one sample
    std::map<std::string, torch::Tensor> variables;  ///< the manifest's `variables`, by name
    std::map<std::string, std::shared_ptr<Layer>>
        layers;  ///< the manifest's `layers`, with their activations
    torch::Device device = torch::kCPU;
};

/// What a plugin's library exports as `trainyard_layer_plugin`, by TRAINYARD_LAYER_PLUGIN.
struct LayerPlugin {
    int sdkVersion;
    const char* torchVersion;  ///< the version of libtorch's headers it was built with
    const char* id;
    /// Called for each replica and each place in the model. Throws on failure.
    Layer* (*create)(const LayerContext& context);
};

}  // namespace trainyard::sdk

/// Put this at the end of a plugin's source: TRAINYARD_LAYER_PLUGIN("my_layer", [](const LayerContext& c) ->
/// Layer* {…})
#define TRAINYARD_LAYER_PLUGIN(pluginId, factory)                                                       \
    extern "C" __attribute__((visibility("default"))) const ::trainyard::sdk::LayerPlugin*              \
    trainyard_layer_plugin() {                                                                          \
        static const ::trainyard::sdk::LayerPlugin plugin{::trainyard::sdk::kSdkVersion, TORCH_VERSION, \
                                                          pluginId, factory};                           \
        return &plugin;                                                                                 \
    }
