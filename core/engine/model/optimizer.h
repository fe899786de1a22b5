// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/model/loss_scale.h"
#include "core/engine/model/step_in_backward.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

/// Updates variables by their gradients. State slots are tensors with PyTorch's names, one per variable, so
/// that checkpoints contain `<variable>.<slot>`. [train]
class Optimizer {
  public:
    using Tensors = std::vector<torch::Tensor>;
    virtual ~Optimizer() = default;

    /// One update of all variables from their grad(). Decoupled weight decay w ← w − η·λ·w (Loshchilov and
    /// Hutter, ICLR 2019) comes first, under every optimizer, as in Keras.
    void step(double learningRate) {
        setRate(learningRate);
        apply();
    }
    /// The same in two parts: the rate of the next updates, and an update. On a GPU the rate is kept there,
    /// so that a captured apply() uses the newest one.
    void setRate(double learningRate);
    /// `isSkipped`: as of LossScale; 1: nothing changes. Undefined: 0. Optimizers that cannot be captured
    /// wait for it. `made`: what layers have updated. What else has no gradient is updated by one of 0.
    void apply(const torch::Tensor& isSkipped = {}, const StepInBackward* made = nullptr);
    /// A step at the rate last given, for layers to make as much of as they can; apply() then does the rest.
    StepInBackward stepInBackward() const;
    /// Whether apply() may be captured: it waits for nothing.
    virtual bool isCapturable() const { return true; }
    /// (slot name, one tensor per variable), e.g. ("exp_avg", {…}). The tensors are the state itself.
    virtual std::vector<std::pair<std::string, Tensors>> slots() const = 0;
    /// Training in float16: the loss is to be scaled from now on, and its gradients unscaled before apply().
    void setLossScale(LossScale scale) { lossScale_ = std::move(scale); }
    std::optional<LossScale>& lossScale() { return lossScale_; }
    const std::optional<LossScale>& lossScale() const { return lossScale_; }
    /// All that a checkpoint stores, of `variables` by name: the slots, as <variable>.<slot>, and the loss's
    /// scale.
    std::vector<std::pair<std::string, torch::Tensor>> state(const std::vector<std::string>& variables) const;
    /// The rate that the run file specifies after `step` completed steps.
    double learningRate(std::int64_t step = 0) const { return spec::learningRateAt(rate_, step); }
    /// A number that replaces it from now on.
    void setLearningRate(double rate) { rate_ = rate; }

  protected:
    /// `options` are complete.
    Optimizer(const nlohmann::json& options, Tensors variables);
    static Tensors filledLike(const Tensors& variables, double value = 0);
    struct Rate {
        double number = 0;
        torch::Tensor onDevice;  ///< float32 scalar, as the fused kernels take it; undefined on the CPU
    };
    using FoundInf = std::optional<torch::Tensor>;
    /// All variables at once, with libtorch's fused kernels where available, or loops of our own.
    /// On a GPU it may be that nothing is to change, as the kernels' found_inf says. A gradient is undefined
    /// where a layer has updated the variable.
    virtual void update(const Tensors& gradients, const Rate& rate, const FoundInf& isSkipped) = 0;
    /// setRate() on a GPU: the rate and what of it weight decay needs are kept where the variables are.
    void setRateOnDevice(double learningRate);

    /// How layers can make a part of what the next update() will do; asked where that alone changes
    /// variables.
    virtual StepInBackward::Ways waysInBackward(double /*rate*/) const { return {}; }

    Tensors variables_;

  private:
    nlohmann::json rate_;
    double weightDecay_;
    Rate now_;
    torch::Tensor kept_;  ///< on a GPU: 1 - rate · weight decay
    std::optional<LossScale> lossScale_;
};

/// `train.optimizer`, checked, for `variables` (referenced from then on). Names, options and their defaults,
/// Keras', are in resources/schema/run.schema.json.
std::unique_ptr<Optimizer> makeOptimizer(const spec::Named& named, Optimizer::Tensors variables);

Optimizer::Tensors gradientsOf(const Optimizer::Tensors& variables);

/// Multiplies `tensors` by a scalar that is where they are. Those of 16 bits are multiplied in float32: a
/// factor near 1 is 1 in their type.
void scaleBy(const torch::Tensor& factor, const Optimizer::Tensors& tensors);

/// Scales all gradients by clipNorm / max(norm, clipNorm), where norm is the square root of the sum of all
/// their squares (Pascanu et al., ICML 2013; tf.clip_by_global_norm), then clips each value to ±clipValue. 0:
/// off.
void clipGradients(const Optimizer::Tensors& variables, double clipNorm, double clipValue);
/// The first part of it on a GPU: the norm is not waited for.
void clipNormOnDevice(const Optimizer::Tensors& variables, double clipNorm);

}  // namespace trainyard::engine
