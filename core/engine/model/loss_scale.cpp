// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/loss_scale.h"

#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/full.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

namespace trainyard::engine {
namespace {

/// Keras' initial_scale.
constexpr double kFirstFactor = 32768;

}  // namespace

LossScale::LossScale(torch::Device device, std::int64_t growthSteps)
    : growthSteps_(static_cast<double>(growthSteps)),
      factor_(at::full({}, kFirstFactor, torch::TensorOptions(torch::kFloat32).device(device))),
      goodSteps_(at::zeros({}, factor_.options())) {
}

LossScale::Step LossScale::unscale(const std::vector<torch::Tensor>& gradients) {
    torch::NoGradGuard noGrad;
    Step step{factor_.clone(), at::zeros({}, factor_.options())};
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, step.isSkipped, factor_.reciprocal());
    const torch::Tensor isFinite = 1 - step.isSkipped;
    const torch::Tensor inRow = (goodSteps_ + 1) * isFinite;
    const torch::Tensor grows = inRow >= growthSteps_;
    const torch::Tensor shrunk = (factor_ * (0.5 * step.isSkipped + isFinite)).clamp_min(1);
    factor_.copy_(at::where(grows, factor_ * 2, shrunk));
    goodSteps_.copy_(inRow * grows.logical_not());
    return step;
}

}  // namespace trainyard::engine
