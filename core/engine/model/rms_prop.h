// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/model/optimizer.h"

namespace trainyard::engine {

/// s ← ρ·s + (1-ρ)·g²;  u = g / (√(s - m²) + ε), m the mean of g where centered;  with momentum b ← µ·b + u
/// instead of u;  w ← w − η·u. (Hinton, Coursera lecture 6e; ε as in PyTorch, which has no fused kernel.)
class RmsProp : public Optimizer {
  public:
    using Optimizer::FoundInf;
    using Optimizer::Rate;

    RmsProp(const nlohmann::json& options, Tensors variables);
    /// In float16 it waits for LossScale: no operation here can be told to change nothing.
    bool isCapturable() const override { return !lossScale(); }
    std::vector<std::pair<std::string, Tensors>> slots() const override;
    void update(const Tensors& gradients, const Rate& rate, const FoundInf& isSkipped) override;

  private:
    /// On a CPU, which has a variable in its cache from one operation to the next.
    void updateEach(const Tensors& gradients, double rate);
    /// What an update reads and changes.
    struct State {
        Tensors variables, squareAvgs, gradAvgs, momentumBuffers;
        /// All of its tensors.
        Tensors all() const;
    };
    /// On a GPU: a kernel or few for each operation, whatever the number of variables, and the rate is read
    /// there.
    void updateAll(const State& state, const Tensors& gradients, const torch::Tensor& rate) const;
    /// The same of variables of 16 bits: in float32, rounded once at the end, as the fused kernels of other
    /// optimizers compute.
    void updateAllWidely(const State& state, const Tensors& gradients, const torch::Tensor& rate) const;

    Tensors squareAvgs_, gradAvgs_, momentumBuffers_;
    double rho_, momentum_, epsilon_;
};

}  // namespace trainyard::engine
