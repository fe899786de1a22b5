// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/spec/run_spec.h"

namespace trainyard::engine {

/// Changes variables by their gradients. State slots are tensors named as PyTorch names them, one per
/// variable, so that checkpoints hold `<variable>.<slot>`. [train]
class Optimizer {
  public:
    virtual ~Optimizer() = default;
    /// One update of all variables from their grad(). All at once, by libtorch's fused kernels.
    virtual void step(double learningRate) = 0;
    /// (slot name, one tensor a variable), e.g. ("exp_avg", {…}). The tensors are the state itself.
    virtual std::vector<std::pair<std::string, std::vector<torch::Tensor>>> slots() const = 0;
    double learningRate() const { return learningRate_; }

  protected:
    double learningRate_ = 0;
};

/// `train.optimizer` for `variables` (which stay referenced). Names, options and defaults are Keras'.
std::unique_ptr<Optimizer> makeOptimizer(const spec::Named& named, std::vector<torch::Tensor> variables);

}  // namespace trainyard::engine
