// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/layers/plane_conv.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/custom_function.h>

#include <utility>

#include "core/engine/model/layers/parts.h"
#include "core/engine/model/pool_kernels.h"

namespace trainyard::engine::layers {
namespace {

using kernels::After;
using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Without a gradient of its input.
struct PlaneConv : torch::autograd::Function<PlaneConv> {
    struct Place {
        kernels::PlaneConv conv;
        std::vector<std::int64_t> offsets;
        std::int64_t outImage;
        kernels::PlaneConv partOf(std::int64_t images) const {
            kernels::PlaneConv part = conv;
            part.images = images;
            part.offsets = offsets.data();
            return part;
        }
    };
    static Place placeOf(const Tensor& in, const Tensor& weight) {
        Place place{};
        const std::int64_t row = in.size(3), plane = in.size(2) * row;
        for (std::int64_t c = 0; c < in.size(1); ++c)
            for (std::int64_t y = 0; y < weight.size(2); ++y)
                for (std::int64_t x = 0; x < weight.size(3); ++x)
                    place.offsets.push_back(c * plane + y * row + x);
        place.conv = {.images = in.size(0),
                      .rows = in.size(2) - weight.size(2) + 1,
                      .columns = in.size(3) - weight.size(3) + 1,
                      .channels = weight.size(0),
                      .imageStride = in.size(1) * plane,
                      .rowStride = row,
                      .taps = static_cast<std::int64_t>(place.offsets.size())};
        place.outImage = place.conv.channels * place.conv.rows * place.conv.columns;
        return place;
    }

    static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight, const Tensor& bias,
                          After after) {
        const Tensor in = x.contiguous(), plain = weight.contiguous();
        const Place place = placeOf(in, plain);
        Tensor out = at::empty({in.size(0), place.conv.channels, place.conv.rows, place.conv.columns},
                               in.options().requires_grad(false));
        const auto* from = in.const_data_ptr<float>();
        const auto* weights = plain.const_data_ptr<float>();
        const auto* offset = bias.const_data_ptr<float>();
        auto* to = out.mutable_data_ptr<float>();
        forEachPart(in.size(0), [&](std::int64_t, std::int64_t first, std::int64_t images) {
            kernels::planeConv(place.partOf(images), after, from + first * place.conv.imageStride, weights,
                               offset, to + first * place.outImage);
        });
        context->saved_data["after"] = static_cast<std::int64_t>(after);
        context->save_for_backward({in, weight, out});
        return out;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor &in = saved[0], &weight = saved[1], &out = saved[2];
        const auto after = static_cast<After>(context->saved_data["after"].toInt());
        const Tensor dOut = gradients[0].contiguous();
        const Place place = placeOf(in, weight);
        const std::int64_t channels = place.conv.channels, weights = channels * place.conv.taps;
        // {part, weights and then biases}
        const Tensor sums =
            at::zeros({partsOf(in.size(0)), weights + channels}, in.options().requires_grad(false));
        const auto* from = in.const_data_ptr<float>();
        const auto* gradient = dOut.const_data_ptr<float>();
        const auto* value = out.const_data_ptr<float>();
        auto* to = sums.mutable_data_ptr<float>();
        forEachPart(in.size(0), [&](std::int64_t part, std::int64_t first, std::int64_t images) {
            float* own = to + part * (weights + channels);
            kernels::planeConvBackward(place.partOf(images), after, from + first * place.conv.imageStride,
                                       gradient + first * place.outImage, value + first * place.outImage, own,
                                       own + weights);
        });
        const Tensor sum = sums.sum(0);
        // Copies: a gradient that is a view of `sum` could not be taken over as it is.
        return {{},
                sum.narrow(0, 0, weights).view(weight.sizes()).clone(),
                sum.narrow(0, weights, channels).clone(),
                {}};
    }
};

class ConvOfPlanes : public Layer {
  public:
    ConvOfPlanes(bool hasRelu, std::vector<Tensor> variables)
        : hasRelu_(hasRelu), variables_(std::move(variables)) {}
    Tensor forward(const Tensor& x, const Pass&) const override {
        const Tensor &weight = variables_[0], &bias = variables_[1];
        const bool isDerivedByInput = x.requires_grad() && torch::GradMode::is_enabled();
        if (!isDerivedByInput)
            return PlaneConv::apply(x, weight, bias, hasRelu_ ? After::kRelu : After::kNothing);
        const Tensor y = at::conv2d(x, weight, bias);
        return hasRelu_ ? at::relu(y) : y;
    }

  private:
    bool hasRelu_;
    std::vector<Tensor> variables_;
};

}  // namespace

std::unique_ptr<Layer> makePlaneConv(bool hasRelu, std::vector<Tensor> variables) {
    return std::make_unique<ConvOfPlanes>(hasRelu, std::move(variables));
}

}  // namespace trainyard::engine::layers
