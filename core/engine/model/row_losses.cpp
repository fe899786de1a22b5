// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/row_losses.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>

namespace trainyard::engine {
namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Of more, libtorch's loops, which use several threads and wide registers, save more time than their calls
/// take.
constexpr std::int64_t kMostOutputs = 4096;

bool areForRows(const Tensor& labels, const Tensor& outputs) {
    if (!outputs.is_cpu() || !labels.is_cpu() || outputs.scalar_type() != torch::kFloat32 ||
        labels.scalar_type() != torch::kInt64 || outputs.dim() != 2 || outputs.numel() > kMostOutputs ||
        outputs.numel() == 0 || labels.numel() != outputs.size(0) || !labels.is_contiguous())
        return false;
    const auto* const label = labels.const_data_ptr<std::int64_t>();
    return std::all_of(label, label + labels.numel(),
                       [&](std::int64_t each) { return each >= 0 && each < outputs.size(1); });
}

/// A float32 one of a sum that is too large is infinite, as libtorch's sums are; fill_() would throw.
template <class Number>
Tensor scalarOf(double value) {
    Tensor scalar = at::empty({}, c10::CppTypeToScalarType<Number>::value);
    *scalar.mutable_data_ptr<Number>() = static_cast<Number>(value);
    return scalar;
}

struct Crossentropy : torch::autograd::Function<Crossentropy> {
    /// The sum divided by `divisor`; `sum` becomes the sum.
    static Tensor forward(AutogradContext* context, const Tensor& labels, const Tensor& outputs,
                          const float* weights, double divisor, double* sum) {
        const Tensor plain = outputs.contiguous();
        const std::int64_t samples = plain.size(0), classes = plain.size(1);
        Tensor dOutputs = at::empty_like(plain, plain.options().requires_grad(false));
        const auto* const label = labels.const_data_ptr<std::int64_t>();
        const auto* row = plain.const_data_ptr<float>();
        auto* d = dOutputs.mutable_data_ptr<float>();
        const float share = 1 / static_cast<float>(divisor);
        double losses = 0;
        for (std::int64_t i = 0; i < samples; ++i, row += classes, d += classes) {
            const float most = *std::max_element(row, row + classes);
            float exponentials = 0;
            for (std::int64_t c = 0; c < classes; ++c) exponentials += d[c] = std::exp(row[c] - most);
            const float factor = weights ? weights[i] : 1;
            losses += factor * (std::log(exponentials) - (row[label[i]] - most));
            for (std::int64_t c = 0; c < classes; ++c) d[c] *= factor / exponentials;
            d[label[i]] -= factor;
            for (std::int64_t c = 0; c < classes; ++c) d[c] *= share;
        }
        context->save_for_backward({dOutputs});
        *sum = losses;
        return scalarOf<float>(losses / divisor);
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const Tensor dOutputs = context->get_saved_variables()[0];
        const bool isItself = *gradients[0].const_data_ptr<float>() == 1;  // nothing follows the loss
        return {{}, isItself ? dOutputs : dOutputs * gradients[0], {}, {}, {}};
    }
};

}  // namespace

std::optional<RowCrossentropy> rowCrossentropy(const Tensor& labels, const Tensor& outputs,
                                               const Tensor& weights, double divisor) {
    if (!areForRows(labels, outputs) || (weights.defined() && weights.numel() != labels.numel()))
        return std::nullopt;
    const Tensor plain = weights.defined() ? weights.to(torch::kFloat32).contiguous() : weights;
    double sum = 0;
    const Tensor divided = Crossentropy::apply(
        labels, outputs, plain.defined() ? plain.const_data_ptr<float>() : nullptr, divisor, &sum);
    return RowCrossentropy{scalarOf<float>(sum), divided};
}

std::optional<Tensor> rowHits(const Tensor& labels, const Tensor& outputs) {
    if (!areForRows(labels, outputs)) return std::nullopt;
    const Tensor plain = outputs.contiguous();
    const std::int64_t samples = plain.size(0), classes = plain.size(1);
    const auto* const label = labels.const_data_ptr<std::int64_t>();
    const auto* row = plain.const_data_ptr<float>();
    double hits = 0;
    for (std::int64_t i = 0; i < samples; ++i, row += classes) {
        std::int64_t best = 0;
        for (std::int64_t c = 1; c < classes && !std::isnan(row[best]); ++c)
            if (row[c] > row[best] || std::isnan(row[c])) best = c;
        hits += best == label[i] ? 1 : 0;
    }
    return scalarOf<double>(hits);
}

}  // namespace trainyard::engine
