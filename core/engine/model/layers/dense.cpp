// SPDX-License-Identifier: Apache-2.0
// Layers that multiply by a table of weights: dense and embedding.
#include <fmt/format.h>

#include <stdexcept>

#include "core/engine/model/layers/layers.h"
#include "core/engine/model/layers/relu_dense.h"
#include "core/engine/model/matmul.h"

namespace trainyard::engine::layers {
namespace {

class Dense : public Layer {
  public:
    explicit Dense(const LayerParts& parts)
        : weight_(parts.variables.at(0)),
          bias_(parts.variables.size() > 1 ? parts.variables[1] : torch::Tensor()) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        return linear(x, weight_, bias_, pass.weightGradient);
    }

  private:
    torch::Tensor weight_, bias_;
};

class ReluDense : public Layer {
  public:
    ReluDense(const std::vector<torch::Tensor>& variables, const spec::Layer* dropout)
        : weight_(variables.at(0)),
          bias_(variables.at(1)),
          dropoutIndex_(dropout ? dropout->index : 0),
          rate_(dropout ? dropout->options["rate"].get<double>() : 0) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        if (!pass.isTraining() || rate_ == 0)
            return linear(x, weight_, bias_, pass.weightGradient, {.hasRelu = true});
        const DropoutRows dropout(*pass.place, dropoutIndex_, rate_);
        return linear(x, weight_, bias_, pass.weightGradient, {.hasRelu = true, .dropout = &dropout});
    }

  private:
    torch::Tensor weight_, bias_;
    int dropoutIndex_;
    double rate_;
};

class Embedding : public Layer {
  public:
    explicit Embedding(const LayerParts& parts)
        : name_(parts.plan.name), weight_(parts.variables.at(0)), takesSamples_(parts.takesSamples) {}
    /// Indexes come as the floats that features are, exact up to 2^24.
    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        const torch::Tensor indexes = x.to(torch::kInt64);
        if (!takesSamples_ || !pass.areIndexesChecked) checkIndexes(indexes, weight_.size(0), name_);
        return at::embedding(weight_, indexes);
    }

  private:
    std::string name_;
    torch::Tensor weight_;
    bool takesSamples_;
};

}  // namespace

bool isReluDense(const spec::Layer& layer) {
    return layer.kind == "dense" && layer.activation == "relu" && layer.variables.size() == 2 &&
           layer.output.size() == 1;
}

std::unique_ptr<Layer> makeReluDense(const std::vector<torch::Tensor>& variables,
                                     const spec::Layer* dropout) {
    return std::make_unique<ReluDense>(variables, dropout);
}

void checkIndexes(const torch::Tensor& indexes, std::int64_t entries, const std::string& name) {
    if (indexes.numel() == 0) return;
    const auto [least, most] = at::aminmax(indexes);
    const std::int64_t low = least.item<std::int64_t>(), high = most.item<std::int64_t>();
    if (low >= 0 && high < entries) return;
    throw base::Saying<std::out_of_range>(
        base::say("layer {} has {} entries and was given the index {}", name, entries, low < 0 ? low : high));
}

std::span<const LayerKind> tables() {
    static constexpr LayerKind kKinds[] = {
        {"dense", make<Dense>, Steps::kSame},
        {"embedding", make<Embedding>, Steps::kSameIfChecked},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
