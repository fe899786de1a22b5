// SPDX-License-Identifier: Apache-2.0
// Layers that move a window over images {samples, channels, height, width}: conv2d and pooling; and pooling
// over the steps of sequences.
#include <limits>

#include "core/engine/model/layers/layers.h"

namespace trainyard::engine::layers {
namespace {

/// How a layer's window moves. "same" padding may need one pixel more at the end than at the start, which
/// libtorch's operators don't do by themselves: then the image is padded first.
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

}  // namespace

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
