// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/layers/pool_by_two.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
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
using Extent = std::array<std::int64_t, 2>;

constexpr auto kChannelsLast = torch::MemoryFormat::ChannelsLast;
Tensor emptyImages(std::int64_t images, std::int64_t channels, Extent extent, const Tensor& like) {
    return at::empty({images, channels, extent[0], extent[1]}, like.options().requires_grad(false),
                     kChannelsLast);
}

Tensor emptyWinners(const Tensor& out) {
    return at::empty({out.numel()}, torch::dtype(torch::kUInt8));
}

struct MaxPool : torch::autograd::Function<MaxPool> {
    static kernels::Pooling poolingOf(const Tensor& in, const Tensor& out) {
        return {in.size(0), out.size(2), out.size(3), in.size(1), in.size(2), in.size(3)};
    }
    /// Of one part.
    static kernels::Pooling partOf(kernels::Pooling pooling, std::int64_t images) {
        pooling.images = images;
        return pooling;
    }

    static Tensor forward(AutogradContext* context, const Tensor& x, Extent used, After after) {
        const Tensor in = x.contiguous(kChannelsLast);
        Tensor out = emptyImages(in.size(0), in.size(1), used, in);
        Tensor winners = emptyWinners(out);
        const kernels::Pooling pooling = poolingOf(in, out);
        const std::int64_t inImage = in.size(1) * in.size(2) * in.size(3);
        const std::int64_t outImage = in.size(1) * used[0] * used[1];
        const auto* from = in.const_data_ptr<float>();
        auto* to = out.mutable_data_ptr<float>();
        auto* winner = winners.mutable_data_ptr<kernels::Winner>();
        forEachPart(in.size(0), [&](std::int64_t, std::int64_t first, std::int64_t images) {
            kernels::maxPool(partOf(pooling, images), after, from + first * inImage, to + first * outImage,
                             winner + first * outImage);
        });
        context->saved_data["extent"] = std::vector<std::int64_t>{in.size(2), in.size(3)};
        context->save_for_backward({winners});
        return out;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const Tensor winners = context->get_saved_variables()[0];
        const std::vector<std::int64_t> extent = context->saved_data["extent"].toIntVector();
        const Tensor dOut = gradients[0].contiguous(kChannelsLast);
        Tensor dIn = emptyImages(dOut.size(0), dOut.size(1), {extent[0], extent[1]}, dOut);
        const kernels::Pooling pooling = poolingOf(dIn, dOut);
        const std::int64_t inImage = dIn.size(1) * extent[0] * extent[1];
        const std::int64_t outImage = dOut.size(1) * dOut.size(2) * dOut.size(3);
        const auto* from = dOut.const_data_ptr<float>();
        const auto* winner = winners.const_data_ptr<kernels::Winner>();
        auto* to = dIn.mutable_data_ptr<float>();
        forEachPart(dOut.size(0), [&](std::int64_t, std::int64_t first, std::int64_t images) {
            kernels::maxPoolBackward(partOf(pooling, images), from + first * outImage,
                                     winner + first * outImage, to + first * inImage);
        });
        return {dIn, {}, {}};
    }
};

/// Without a gradient of its input.
struct ConvMaxPool : torch::autograd::Function<ConvMaxPool> {
    struct Place {
        kernels::ConvPooling pooling;
        std::vector<std::int64_t> offsets;
    };
    static Place placeOf(const Tensor& in, const Tensor& weight, Extent used) {
        Place place;
        const std::int64_t inChannels = in.size(1), row = in.size(3) * inChannels;
        for (std::int64_t y = 0; y < weight.size(2); ++y)
            for (std::int64_t x = 0; x < weight.size(3); ++x)
                for (std::int64_t c = 0; c < inChannels; ++c)
                    place.offsets.push_back(y * row + x * inChannels + c);
        place.pooling = {.images = in.size(0),
                         .rows = used[0],
                         .columns = used[1],
                         .channels = weight.size(0),
                         .imageStride = in.size(2) * row,
                         .rowStride = row,
                         .columnStride = inChannels,
                         .taps = static_cast<std::int64_t>(place.offsets.size())};
        return place;
    }
    static kernels::ConvPooling partOf(const Place& place, std::int64_t images) {
        kernels::ConvPooling part = place.pooling;
        part.images = images;
        part.offsets = place.offsets.data();
        return part;
    }

    static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight, const Tensor& bias,
                          Extent used, After after) {
        const Tensor in = x.contiguous(kChannelsLast);
        const Place place = placeOf(in, weight, used);
        const Tensor packed = weight.permute({2, 3, 1, 0}).contiguous();
        Tensor out = emptyImages(in.size(0), weight.size(0), used, in);
        Tensor winners = emptyWinners(out);
        const std::int64_t outImage = weight.size(0) * used[0] * used[1];
        const auto* from = in.const_data_ptr<float>();
        const auto* weights = packed.const_data_ptr<float>();
        const auto* offset = bias.const_data_ptr<float>();
        auto* to = out.mutable_data_ptr<float>();
        auto* winner = winners.mutable_data_ptr<kernels::Winner>();
        forEachPart(in.size(0), [&](std::int64_t, std::int64_t first, std::int64_t images) {
            kernels::convMaxPool(partOf(place, images), after, from + first * place.pooling.imageStride,
                                 weights, offset, to + first * outImage, winner + first * outImage);
        });
        context->save_for_backward({in, weight, winners});
        return out;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor &in = saved[0], &weight = saved[1], &winners = saved[2];
        const Tensor dOut = gradients[0].contiguous(kChannelsLast);
        const Place place = placeOf(in, weight, {dOut.size(2), dOut.size(3)});
        const std::int64_t outImage = weight.size(0) * dOut.size(2) * dOut.size(3);
        const auto* from = in.const_data_ptr<float>();
        const auto* gradient = dOut.const_data_ptr<float>();
        const auto* winner = winners.const_data_ptr<kernels::Winner>();
        // {part, taps and one row for the bias, channel}
        const Tensor sums = at::zeros({partsOf(in.size(0)), place.pooling.taps + 1, weight.size(0)},
                                      in.options().requires_grad(false));
        auto* to = sums.mutable_data_ptr<float>();
        const std::int64_t weights = place.pooling.taps * weight.size(0);
        forEachPart(in.size(0), [&](std::int64_t part, std::int64_t first, std::int64_t images) {
            float* own = to + part * (weights + weight.size(0));
            kernels::convMaxPoolBackward(partOf(place, images), from + first * place.pooling.imageStride,
                                         gradient + first * outImage, winner + first * outImage, own,
                                         own + weights);
        });
        const Tensor sum = sums.sum(0);
        const Tensor dWeight = at::empty_like(weight);
        dWeight.copy_(sum.narrow(0, 0, place.pooling.taps)
                          .view({weight.size(2), weight.size(3), weight.size(1), weight.size(0)})
                          .permute({3, 2, 0, 1}));
        return {{}, dWeight, sum[place.pooling.taps], {}, {}};
    }
};

class PoolingByTwo : public Layer {
  public:
    PoolingByTwo(const PoolByTwo& how, std::vector<Tensor> variables)
        : how_(how), variables_(std::move(variables)) {}
    Tensor forward(const Tensor& x, const Pass&) const override {
        const After after = how_.hasRelu ? After::kRelu : After::kNothing;
        if (!how_.hasConvolution) return MaxPool::apply(x, how_.used, after);
        const Tensor &weight = variables_[0], &bias = variables_[1];
        const bool isDerivedByInput = x.requires_grad() && torch::GradMode::is_enabled();
        if (!isDerivedByInput) return ConvMaxPool::apply(x, weight, bias, how_.used, after);
        return MaxPool::apply(at::conv2d(x, weight, bias), how_.used, after);
    }

  private:
    PoolByTwo how_;
    std::vector<Tensor> variables_;
};

class PassedOn : public Layer {
  public:
    Tensor forward(const Tensor& x, const Pass&) const override { return x; }
};

}  // namespace

std::unique_ptr<Layer> makePoolByTwo(const PoolByTwo& how, std::vector<Tensor> variables) {
    return std::make_unique<PoolingByTwo>(how, std::move(variables));
}

std::unique_ptr<Layer> makePassedOn() {
    return std::make_unique<PassedOn>();
}

}  // namespace trainyard::engine::layers
