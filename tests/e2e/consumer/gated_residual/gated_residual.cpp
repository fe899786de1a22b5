// SPDX-License-Identifier: Apache-2.0
// A layer with variables of its own, layers inside, and state that the optimizer leaves alone: x + gate ·
// f(x).

#include <ATen/core/grad_mode.h>

#include <stdexcept>

#include "plugins/sdk/layer.h"

namespace {

using namespace trainyard;

class GatedResidual : public sdk::Layer {
  public:
    explicit GatedResidual(const sdk::LayerContext& context)
        : gate_(context.variables.at("gate")),
          passes_(context.variables.at("passes")),
          narrow_(context.layers.at("narrow")),
          dropout_(context.layers.at("dropout")),
          wide_(context.layers.at("wide")),
          fail_(context.options.at("fail")) {
        if (fail_ == "create") throw std::runtime_error("this layer cannot be created");
    }

    torch::Tensor forward(const torch::Tensor& x, const sdk::LayerPass& pass) const override {
        if (fail_ == "forward") throw std::runtime_error("this layer cannot be used");
        if (fail_ == "shape") return x.flatten();
        if (pass.isTraining()) {
            const at::NoGradGuard noGrad;
            passes_.add_(1);
        }
        const torch::Tensor y = dropout_->forward(narrow_->forward(x, pass), pass);
        return x + gate_ * wide_->forward(y, pass);
    }

  private:
    torch::Tensor gate_;
    mutable torch::Tensor passes_;
    std::shared_ptr<sdk::Layer> narrow_, dropout_, wide_;
    std::string fail_;
};

}  // namespace

TRAINYARD_LAYER_PLUGIN("gated_residual", [](const sdk::LayerContext& context) -> sdk::Layer* {
    return new GatedResidual(context);
})
