// SPDX-License-Identifier: Apache-2.0
// Layers that make one output of several inputs.
#include "core/engine/model/layers/layers.h"

namespace trainyard::engine::layers {
namespace {

class Merging : public Layer {
  public:
    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        return forwardAll({&x, 1}, pass);
    }
};

class Add : public Merging {
  public:
    torch::Tensor forwardAll(std::span<const torch::Tensor> inputs, const Pass&) const override {
        torch::Tensor sum = inputs.front();
        for (const torch::Tensor& x : inputs.subspan(1)) sum = sum + x;
        return sum;
    }
};

class Multiply : public Merging {
  public:
    torch::Tensor forwardAll(std::span<const torch::Tensor> inputs, const Pass&) const override {
        torch::Tensor product = inputs.front();
        for (const torch::Tensor& x : inputs.subspan(1)) product = product * x;
        return product;
    }
};

class Concatenate : public Merging {
  public:
    explicit Concatenate(const LayerParts& parts)
        : axis_(parts.plan.options["axis"].get<std::int64_t>() + 1) {}  // after that of the samples
    torch::Tensor forwardAll(std::span<const torch::Tensor> inputs, const Pass&) const override {
        return at::cat(at::TensorList(inputs.data(), inputs.size()), axis_);
    }

  private:
    std::int64_t axis_;
};

}  // namespace

std::span<const LayerKind> merging() {
    static constexpr LayerKind kKinds[] = {
        {"add", make<Add>, Steps::kSame},
        {"multiply", make<Multiply>, Steps::kSame},
        {"concatenate", make<Concatenate>, Steps::kSame},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
