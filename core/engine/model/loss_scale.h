// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace trainyard::engine {

/// The factor by which a training in float16 multiplies its loss: most gradients are then in float16's range,
/// where many would be zero without it (Micikevicius et al., "Mixed precision training", ICLR 2018, §3.2). It
/// adapts as Keras' LossScaleOptimizer does: × 2 after growthSteps steps in a row whose gradients were
/// finite, ÷ 2, but at least 1, after one with a gradient that was not.
///
/// It is where the gradients are and waits for no device, so that a step can be captured. It decides by the
/// gradients that the strategy has summed over all replicas, which are the same everywhere to the bit: so is
/// the factor, with no message of its own. [train]
class LossScale {
  public:
    explicit LossScale(torch::Device device, std::int64_t growthSteps = 2000);

    torch::Tensor scaled(const torch::Tensor& loss) const { return loss * factor_; }

    /// Scalars in float32 where the gradients are.
    struct Step {
        torch::Tensor factor;  ///< that the gradients had
        torch::Tensor
            isSkipped;  ///< 1: a gradient is NaN or infinite, and nothing may be updated by it; or 0
    };
    /// Divides the gradients of one step by the factor, in place, and adapts it for the next step.
    Step unscale(const std::vector<torch::Tensor>& gradients);

    /// What a checkpoint stores, by name. The tensors are the state itself.
    std::vector<std::pair<std::string, torch::Tensor>> state() const {
        return {{"loss_scale.factor", factor_}, {"loss_scale.good_steps", goodSteps_}};
    }

  private:
    double growthSteps_;
    torch::Tensor factor_, goodSteps_;  ///< float32 scalars
};

}  // namespace trainyard::engine
