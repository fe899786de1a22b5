// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/row_losses.h"

#include <ATen/ops/empty.h>
#include <torch/csrc/autograd/functions/utils.h>
#include <torch/csrc/autograd/saved_variable.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace trainyard::engine {
namespace {

using torch::Tensor;
using torch::autograd::SavedVariable;
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

/// Of the loss by the outputs, computed with it.
class CrossentropyBackward : public torch::autograd::Node {
  public:
    CrossentropyBackward(torch::autograd::edge_list&& next, const Tensor& dOutputs)
        : Node(std::move(next)), dOutputs_(dOutputs, /*is_output=*/false) {}
    std::string name() const override { return "CrossentropyBackward"; }
    void release_variables() override {
        const std::lock_guard lock(mutex_);
        dOutputs_.reset_data();
    }

  private:
    variable_list apply(variable_list&& gradients) override {
        const std::lock_guard lock(mutex_);
        if (!gradients[0].defined()) return {Tensor()};
        Tensor dOutputs = dOutputs_.unpack();
        const bool isItself = *gradients[0].const_data_ptr<float>() == 1;  // nothing follows the loss
        return {isItself ? std::move(dOutputs) : dOutputs * gradients[0]};
    }
    SavedVariable dOutputs_;
};

/// The sum of the losses; `dOutputs` becomes the gradient of that sum divided by `divisor`.
double crossentropies(const Tensor& labels, const Tensor& plain, const float* weights, double divisor,
                      Tensor& dOutputs) {
    const std::int64_t samples = plain.size(0), classes = plain.size(1);
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
    return losses;
}

}  // namespace

std::optional<RowCrossentropy> rowCrossentropy(const Tensor& labels, const Tensor& outputs,
                                               const Tensor& weights, double divisor) {
    if (!areForRows(labels, outputs) || (weights.defined() && weights.numel() != labels.numel()))
        return std::nullopt;
    const Tensor plain = weights.defined() ? weights.to(torch::kFloat32).contiguous() : weights;
    const Tensor rows = outputs.contiguous();
    Tensor dOutputs = at::empty(rows.sizes(), rows.options().requires_grad(false));
    const double sum = crossentropies(labels, rows, plain.defined() ? plain.const_data_ptr<float>() : nullptr,
                                      divisor, dOutputs);
    const Tensor divided = scalarOf<float>(sum / divisor);
    if (torch::autograd::compute_requires_grad(rows))
        torch::autograd::set_history(
            divided, std::shared_ptr<CrossentropyBackward>(
                         new CrossentropyBackward(torch::autograd::collect_next_edges(rows), dOutputs),
                         torch::autograd::deleteNode));
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
