// SPDX-License-Identifier: Apache-2.0
// Attention (Vaswani et al., NIPS 2017) and positions, over sequences {samples, steps, features}.
#include <ATen/autocast_mode.h>

#include <cmath>
#include <limits>

#include "core/engine/model/layers/layers.h"
#include "core/engine/model/matmul.h"

namespace trainyard::engine::layers {
namespace {

class MultiHeadAttention : public Layer {
  public:
    explicit MultiHeadAttention(const LayerParts& parts)
        : index_(parts.plan.index),
          heads_(parts.plan.options["num_heads"]),
          width_(parts.plan.options["key_dim"]),
          dropout_(parts.plan.options["dropout"]),
          isCausal_(parts.plan.options["use_causal_mask"]) {
        // Each projection has its weight and, with use_bias, its bias.
        const std::size_t each = parts.variables.size() / kProjections;
        for (std::size_t i = 0; i < kProjections; ++i)
            projections_[i] = {parts.variables[i * each],
                               each > 1 ? parts.variables[i * each + 1] : torch::Tensor()};
    }
    torch::Tensor forward(const torch::Tensor& x, const Pass& pass) const override {
        return forwardAll({&x, 1}, pass);
    }
    /// Query, value and key, as Keras orders them.
    torch::Tensor forwardAll(std::span<const torch::Tensor> inputs, const Pass& pass) const override {
        const torch::Tensor query = asMultiplied(inputs[0]);
        const torch::Tensor value = inputs.size() > 1 ? asMultiplied(inputs[1]) : query;
        const torch::Tensor key = inputs.size() > 2 ? asMultiplied(inputs[2]) : value;
        const torch::Tensor values = split(projections_[kValue](value));
        const torch::Tensor queries = split(projections_[kQuery](query));
        const torch::Tensor keys = split(projections_[kKey](key));
        const bool drops = pass.isTraining() && dropout_ > 0;
        const torch::Tensor attended =
            drops ? at::matmul(dropped(at::softmax(scores(queries, keys), -1), pass), values)
                  : at::scaled_dot_product_attention(queries, keys, values, {}, 0.0, isCausal_);
        return projections_[kOutput](attended.transpose(1, 2).flatten(2));
    }

  private:
    enum { kQuery, kKey, kValue, kOutput, kProjections };
    struct Projection {
        torch::Tensor weight, bias;
        torch::Tensor operator()(const torch::Tensor& x) const { return linear(x, weight, bias); }
    };

    /// In the type of the projections: autocast would convert a query that is key and value, too, three
    /// times.
    static torch::Tensor asMultiplied(const torch::Tensor& x) {
        const torch::DeviceType device = x.device().type();
        return at::autocast::is_autocast_enabled(device) ? x.to(at::autocast::get_autocast_dtype(device)) : x;
    }
    /// {samples, steps, heads·width} to {samples, heads, steps, width}.
    torch::Tensor split(const torch::Tensor& x) const {
        return x.view({x.size(0), x.size(1), heads_, x.size(2) / heads_}).transpose(1, 2);
    }
    torch::Tensor scores(const torch::Tensor& queries, const torch::Tensor& keys) const {
        torch::Tensor all =
            at::matmul(queries * (1 / std::sqrt(static_cast<double>(width_))), keys.transpose(2, 3));
        if (!isCausal_) return all;
        const torch::Tensor later =
            at::ones({all.size(2), all.size(3)}, all.options().dtype(torch::kBool)).triu(1);
        return all.masked_fill(later, -std::numeric_limits<double>::infinity());
    }
    torch::Tensor dropped(const torch::Tensor& shares, const Pass& pass) const {
        const std::int64_t each = shares.size(1) * shares.size(2) * shares.size(3);
        return shares *
               dropoutMask(*pass.place, {index_, each, dropout_, shares.options()}).view(shares.sizes());
    }

    int index_;
    std::int64_t heads_, width_;
    double dropout_;
    bool isCausal_;
    std::array<Projection, kProjections> projections_;
};

class PositionalEmbedding : public Layer {
  public:
    explicit PositionalEmbedding(const LayerParts& parts) : weight_(parts.variables.at(0)) {}
    torch::Tensor forward(const torch::Tensor& x, const Pass&) const override { return x + weight_; }

  private:
    torch::Tensor weight_;
};

}  // namespace

std::span<const LayerKind> attention() {
    static constexpr LayerKind kKinds[] = {
        {"multi_head_attention", make<MultiHeadAttention>, Steps::kSame},
        {"positional_embedding", make<PositionalEmbedding>, Steps::kSame},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
