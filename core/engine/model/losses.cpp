// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/losses.h"

#include <ATen/ops/binary_cross_entropy_with_logits.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/log.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/nll_loss.h>

namespace trainyard::engine::losses {
namespace {

using torch::Tensor;

/// Keras' epsilon.
constexpr double kEpsilon = 1e-7;

}  // namespace

Tensor logProbabilities(const Tensor& outputs, bool fromLogits) {
    if (fromLogits) return at::log_softmax(outputs, -1);
    return at::log(at::clamp(outputs / outputs.sum(-1, /*keepdim=*/true), kEpsilon, 1 - kEpsilon));
}

Tensor sparseCategoricalCrossentropy(const Tensor& labels, const Tensor& outputs, bool fromLogits) {
    const Tensor logs = logProbabilities(outputs, fromLogits);
    return at::nll_loss(logs.reshape({-1, logs.size(-1)}), labels.reshape(-1), {}, at::Reduction::None)
        .view(labels.sizes());
}

Tensor categoricalCrossentropy(const Tensor& labels, const Tensor& outputs, bool fromLogits) {
    const Tensor logs = logProbabilities(outputs, fromLogits);
    return -(labels.to(logs.scalar_type()) * logs).sum(-1);
}

Tensor binaryCrossentropy(const Tensor& labels, const Tensor& outputs, bool fromLogits) {
    const Tensor targets = labels.to(outputs.scalar_type());
    if (fromLogits)
        return at::binary_cross_entropy_with_logits(outputs, targets, {}, {}, at::Reduction::None);
    const Tensor p = at::clamp(outputs, kEpsilon, 1 - kEpsilon);
    return -(targets * at::log(p) + (1 - targets) * at::log(1 - p));
}

}  // namespace trainyard::engine::losses
