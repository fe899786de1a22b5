// SPDX-License-Identifier: Apache-2.0
// Layers that only change the shape, or work on each element separately.
#include "core/engine/model/layers/layers.h"
#include "core/engine/model/layers/relu_dense.h"
#include "core/spec/model/layer_graph.h"

namespace trainyard::engine::layers {
namespace {

class Identity : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x; }
};

class Flatten : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x.flatten(1); }
};

class Reshape : public Layer {
  public:
    explicit Reshape(const LayerParts& parts) : shape_(parts.plan.output) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override {
        std::vector<std::int64_t> sizes{x.size(0)};
        sizes.insert(sizes.end(), shape_.begin(), shape_.end());
        return x.reshape(sizes);
    }

  private:
    spec::Shape shape_;
};

class Dropout : public Layer {
  public:
    explicit Dropout(const LayerParts& parts)
        : index_(parts.plan.index),
          rate_(parts.plan.options["rate"]),
          width_(spec::elements(parts.plan.input)) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        if (!pass.isTraining() || rate_ == 0) return x;
        return x * dropoutMask(*pass.place, {index_, width_, rate_, x.options()}).view(x.sizes());
    }

  private:
    int index_;
    double rate_;
    std::int64_t width_;
};

class Rescaling : public Layer {
  public:
    explicit Rescaling(const LayerParts& parts)
        : scale_(parts.plan.options["scale"]), offset_(parts.plan.options["offset"]) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x * scale_ + offset_; }

  private:
    double scale_, offset_;
};

/// (x - mean) / max(√variance, ε), as Keras does; one number, or one a channel.
class Normalization : public Layer {
  public:
    explicit Normalization(const LayerParts& parts)
        : mean_(numbers(parts.plan, "mean").to(parts.device)),
          deviation_(numbers(parts.plan, "variance").sqrt().clamp_min(kLeastDeviation).to(parts.device)) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override {
        return (x - mean_.to(x.scalar_type())) / deviation_.to(x.scalar_type());
    }

  private:
    static constexpr double kLeastDeviation = 1e-7;
    /// Shaped so that it meets the channels: the second axis of images, the last one of anything else.
    static torch::Tensor numbers(const spec::Layer& plan, const char* key) {
        const nlohmann::json& value = plan.options[key];
        const auto list =
            value.is_array() ? value.get<std::vector<double>>() : std::vector{value.get<double>()};
        const torch::Tensor tensor = at::tensor(list, torch::kFloat64);
        return plan.input.size() == 3 ? tensor.view({-1, 1, 1}) : tensor;
    }
    torch::Tensor mean_, deviation_;
};

}  // namespace

const spec::Layer* dropoutOf(const spec::ModelPlan& plan, std::size_t layer) {
    const std::size_t next = layer + 1;
    const bool isDropped = next < plan.layers.size() && plan.layers[next].kind == "dropout" &&
                           plan.layers[next].from.front() == static_cast<int>(layer) &&
                           spec::takersOf(plan, static_cast<int>(layer)) == 1;
    return isDropped && isReluDense(plan.layers[layer]) ? &plan.layers[next] : nullptr;
}

std::span<const LayerKind> elementwise() {
    static constexpr LayerKind kKinds[] = {
        {"flatten", make<Flatten>, Steps::kSame},
        {"reshape", make<Reshape>, Steps::kSame},
        {"dropout", make<Dropout>, Steps::kSame},
        {"activation", make<Identity>, Steps::kSame},  // the plan's activation follows every layer
        {"rescaling", make<Rescaling>, Steps::kSame},
        {"normalization", make<Normalization>, Steps::kSame},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
