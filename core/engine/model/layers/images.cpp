// SPDX-License-Identifier: Apache-2.0
// Layers that move a window over images {samples, channels, height, width}: conv2d and pooling; and pooling
// over the steps of sequences.
#include <algorithm>
#include <limits>

#include "core/engine/model/layers/layers.h"
#include "core/engine/model/layers/plane_conv.h"
#include "core/engine/model/layers/pool_by_two.h"
#include "core/engine/model/pool_kernels.h"
#include "core/spec/model/layer_graph.h"

namespace trainyard::engine::layers {
namespace {

/// How a layer's window moves. "same" padding may need one pixel more at the end than at the start, which
/// libtorch's operators don't do: then the image is padded first.
struct Window {
    std::array<std::int64_t, 2> size, strides, before{}, after{};

    Window(const spec::Layer& plan, const char* sizeKey)
        : size(spec::pairOf(plan.options[sizeKey])), strides(spec::pairOf(plan.options["strides"])) {
        if (plan.options["padding"] != "same") return;
        for (std::size_t i = 0; i < 2; ++i) {
            const auto [first, second] = spec::samePadding(plan.input[i + 1], size[i], strides[i]);
            before[i] = first;
            after[i] = second;
        }
    }
    bool isPadded() const { return after[0] > 0 || after[1] > 0; }
    bool isEven() const { return before == after; }
    torch::Tensor pad(const torch::Tensor& x, double value) const {
        return at::constant_pad_nd(x, {before[1], after[1], before[0], after[0]}, value);
    }
};

class Conv2d : public Layer {
  public:
    explicit Conv2d(const LayerParts& parts)
        : window_(parts.plan, "kernel_size"),
          weight_(parts.variables.at(0)),
          bias_(parts.variables.size() > 1 ? parts.variables[1] : torch::Tensor()) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override {
        if (window_.isEven()) return at::conv2d(x, weight_, bias_, window_.strides, window_.before);
        return at::conv2d(window_.pad(x, 0), weight_, bias_, window_.strides);
    }

  private:
    Window window_;
    torch::Tensor weight_, bias_;
};

class MaxPooling2d : public Layer {
  public:
    explicit MaxPooling2d(const LayerParts& parts) : window_(parts.plan, "pool_size") {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override {
        if (!window_.isPadded()) return at::max_pool2d(x, window_.size, window_.strides);
        return at::max_pool2d(window_.pad(x, -std::numeric_limits<double>::infinity()), window_.size,
                              window_.strides);
    }

  private:
    Window window_;
};

/// The mean over the pixels that the image has: padding does not count, as in TensorFlow.
class AveragePooling2d : public Layer {
  public:
    explicit AveragePooling2d(const LayerParts& parts) : window_(parts.plan, "pool_size") {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override {
        if (!window_.isPadded()) return at::avg_pool2d(x, window_.size, window_.strides);
        const torch::Tensor ones = at::ones({1, 1, x.size(2), x.size(3)}, x.options());
        return at::avg_pool2d(window_.pad(x, 0), window_.size, window_.strides) /
               at::avg_pool2d(window_.pad(ones, 0), window_.size, window_.strides);
    }

  private:
    Window window_;
};

class GlobalMaxPooling2d : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x.amax({2, 3}); }
};

class GlobalAveragePooling2d : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x.mean({2, 3}); }
};

class GlobalMaxPooling1d : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x.amax(1); }
};

class GlobalAveragePooling1d : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x.mean(1); }
};

// ---- Pooling by two --------------------------------------------------------------------------------------

using Pixels = std::array<std::int64_t, 2>;  ///< rows and columns

bool isWithoutPadding(const spec::Layer& layer) {
    return layer.options["padding"] == "valid";
}

Pixels pixelsOf(const spec::Layer& layer) {
    return {layer.output[1], layer.output[2]};
}

/// The only layer that takes this one's output, and nothing else.
const spec::Layer* onlyTaker(const spec::ModelPlan& plan, std::size_t layer) {
    const int here = static_cast<int>(layer);
    if (spec::takersOf(plan, here) != 1) return nullptr;
    const auto taker = std::ranges::find(plan.layers, std::vector<int>{here}, &spec::Layer::from);
    return taker == plan.layers.end() ? nullptr : &*taker;
}

/// Pooling leaves out what remains beside its windows. What a convolution before it would compute for that
/// need not come from this layer.
Pixels usedOf(const spec::ModelPlan& plan, std::size_t layer) {
    const Pixels all = pixelsOf(plan.layers[layer]);
    const spec::Layer* convolution = onlyTaker(plan, layer);
    if (!convolution || convolution->kind != "conv2d" || !isWithoutPadding(*convolution)) return all;
    const auto place = static_cast<std::size_t>(convolution - plan.layers.data());
    const spec::Layer* pooling = onlyTaker(plan, place);
    const bool isPooled =
        pooling && (pooling->kind == "max_pooling2d" || pooling->kind == "average_pooling2d");
    if (!isPooled || !isWithoutPadding(*pooling)) return all;
    const Pixels windows = pixelsOf(*pooling);
    const Pixels size = spec::pairOf(pooling->options["pool_size"]);
    const Pixels steps = spec::pairOf(pooling->options["strides"]);
    const Pixels kernel = spec::pairOf(convolution->options["kernel_size"]);
    const Pixels strides = spec::pairOf(convolution->options["strides"]);
    Pixels used = all;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const std::int64_t pooled = (windows[i] - 1) * steps[i] + size[i];
        used[i] = std::min(all[i], (pooled - 1) * strides[i] + kernel[i]);
    }
    return used;
}

/// Whether the layer's input is a convolution that can be computed with it.
bool hasConvolution(const spec::ModelPlan& plan, std::size_t layer) {
    if (layer == 0 || onlyTaker(plan, layer - 1) != &plan.layers[layer]) return false;
    const spec::Layer& convolution = plan.layers[layer - 1];
    return convolution.kind == "conv2d" && convolution.from.front() == spec::kModelInput &&
           convolution.activation.empty() && convolution.variables.size() == 2 &&
           isWithoutPadding(convolution) && spec::pairOf(convolution.options["strides"]) == Pixels{1, 1} &&
           convolution.output[0] % kernels::kChannelBlock == 0 &&
           spec::elements(convolution.variables[0].shape) <= kernels::kMostTaps * convolution.output[0];
}

}  // namespace

std::unique_ptr<PoolByTwo> pooledByTwo(const spec::ModelPlan& plan, std::size_t layer) {
    const spec::Layer& pooling = plan.layers[layer];
    const Pixels two{2, 2};
    if (pooling.kind != "max_pooling2d" || spec::pairOf(pooling.options["pool_size"]) != two ||
        spec::pairOf(pooling.options["strides"]) != two || !isWithoutPadding(pooling))
        return nullptr;
    return std::make_unique<PoolByTwo>(usedOf(plan, layer), pooling.activation == "relu",
                                       hasConvolution(plan, layer));
}

bool isPlaneConv(const spec::ModelPlan& plan, std::size_t layer) {
    const spec::Layer& conv = plan.layers[layer];
    return conv.kind == "conv2d" && conv.from.front() == spec::kModelInput && conv.variables.size() == 2 &&
           isWithoutPadding(conv) && spec::pairOf(conv.options["strides"]) == Pixels{1, 1} &&
           conv.output[2] >= kernels::kLeastColumns &&
           spec::elements(conv.variables[0].shape) <= kernels::kMostTaps * conv.output[0];
}

std::span<const LayerKind> images() {
    static constexpr LayerKind kKinds[] = {
        {"conv2d", make<Conv2d>, Steps::kSame},
        {.name = "max_pooling2d", .make = make<MaxPooling2d>, .steps = Steps::kSame, .isMaximum = true},
        {"average_pooling2d", make<AveragePooling2d>, Steps::kSame},
        {"global_max_pooling2d", make<GlobalMaxPooling2d>, Steps::kSame},
        {"global_average_pooling2d", make<GlobalAveragePooling2d>, Steps::kSame},
        {"global_max_pooling1d", make<GlobalMaxPooling1d>, Steps::kSame},
        {"global_average_pooling1d", make<GlobalAveragePooling1d>, Steps::kSame},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
