// SPDX-License-Identifier: Apache-2.0
// A model: create_model() of TensorFlow's guide on custom training, by subclassing.

#include "plugins/sdk/layer.h"

namespace {

using namespace trainyard;

class Subclassed : public sdk::Layer {
  public:
    explicit Subclassed(const sdk::LayerContext& context)
        : conv1_(context.layers.at("conv1")),
          pool1_(context.layers.at("pool1")),
          conv2_(context.layers.at("conv2")),
          pool2_(context.layers.at("pool2")),
          flatten_(context.layers.at("flatten")),
          d1_(context.layers.at("d1")),
          d2_(context.layers.at("d2")) {}

    torch::Tensor forward(const torch::Tensor& images, const sdk::LayerPass& pass) const override {
        torch::Tensor x = pool1_->forward(conv1_->forward(images, pass), pass);
        x = pool2_->forward(conv2_->forward(x, pass), pass);
        x = d1_->forward(flatten_->forward(x, pass), pass);
        return d2_->forward(x, pass);
    }

  private:
    std::shared_ptr<sdk::Layer> conv1_, pool1_, conv2_, pool2_, flatten_, d1_, d2_;
};

}  // namespace

TRAINYARD_LAYER_PLUGIN("subclassed", [](const sdk::LayerContext& context) -> sdk::Layer* {
    return new Subclassed(context);
})
