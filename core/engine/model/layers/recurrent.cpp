// SPDX-License-Identifier: Apache-2.0
// LSTM (Hochreiter and Schmidhuber, 1997) and GRU (Cho et al., 2014), over sequences {samples, steps,
// features}.
#include <ATen/autocast_mode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <optional>

#include "core/engine/model/layers/layers.h"

namespace trainyard::engine::layers {
namespace {

/// What both have in common: variables in libtorch's order, where a missing bias is zero.
class Recurrent : public Layer {
  public:
    explicit Recurrent(const LayerParts& parts)
        : units_(parts.plan.options["units"]),
          returnsSequences_(parts.plan.options["return_sequences"]),
          weights_(parts.variables) {
        const torch::Tensor input = weights_.at(0);  // no reference: the list grows
        while (weights_.size() < 4)
            weights_.push_back(at::zeros({input.size(0)}, input.options().requires_grad(false)));
    }

  protected:
    torch::Tensor chosen(const torch::Tensor& outputs) const {
        return returnsSequences_ ? outputs : outputs.select(1, outputs.size(1) - 1);
    }
    /// Under mixed precision the layer before may have ended in half of it.
    torch::Tensor asVariables(const torch::Tensor& x) const { return x.to(weights_[0].scalar_type()); }
    torch::Tensor zeroState(const torch::Tensor& x) const {
        return at::zeros({1, x.size(0), units_}, x.options());
    }

    std::int64_t units_;
    bool returnsSequences_;
    std::vector<torch::Tensor> weights_;
};

/// oneDNN has an LSTM in bfloat16 for CPUs with AVX-512 alone and none in float16 that trains, and autocast
/// does not ask: there this layer stays in the variables' precision.
class WhatThisCpuCan {
  public:
    WhatThisCpuCan() {
        bool hasType = at::autocast::get_autocast_dtype(at::kCPU) != torch::kHalf;
#if defined(__x86_64__)
        hasType &= __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq");
#endif
        if (!hasType) exact_.emplace(c10::DispatchKey::AutocastCPU);
    }

  private:
    std::optional<c10::impl::ExcludeDispatchKeyGuard> exact_;
};

class Lstm : public Recurrent {
  public:
    using Recurrent::Recurrent;
    torch::Tensor forward(const torch::Tensor& given, const Pass& pass) const override {
        const WhatThisCpuCan precision;
        const torch::Tensor x = asVariables(given);
        const torch::Tensor state = zeroState(x);
        return chosen(std::get<0>(at::lstm(x, {state, state}, weights_, /*has_biases=*/true, /*num_layers=*/1,
                                           /*dropout=*/0, pass.isTraining(), /*bidirectional=*/false,
                                           /*batch_first=*/true)));
    }
};

class Gru : public Recurrent {
  public:
    using Recurrent::Recurrent;
    torch::Tensor forward(const torch::Tensor& given, const Pass& pass) const override {
        const torch::Tensor x = asVariables(given);
        return chosen(std::get<0>(at::gru(x, zeroState(x), weights_, /*has_biases=*/true, /*num_layers=*/1,
                                          /*dropout=*/0, pass.isTraining(), /*bidirectional=*/false,
                                          /*batch_first=*/true)));
    }
};

}  // namespace

std::span<const LayerKind> recurrent() {
    static constexpr LayerKind kKinds[] = {
        {"lstm", make<Lstm>, Steps::kDiffer},
        {"gru", make<Gru>, Steps::kDiffer},
    };
    return kKinds;
}

}  // namespace trainyard::engine::layers
