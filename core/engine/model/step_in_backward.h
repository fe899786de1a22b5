// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace trainyard::engine {

/// What layers may do of an optimizer's step during the backward pass, where nobody else looks at gradients:
/// update large weights while their gradients are in a cache, so that these are never in memory as a whole
/// (ADR 161, 166), and leave the other gradients in grad() without autograd, whose nodes take longer than a
/// small layer's products. Optimizer::apply() then does the rest. Of one step; alive until its backward pass
/// has ended. [train]
class StepInBackward {
  public:
    /// Updates elements [first, first + count) of a variable, in the order of memory. Of others, by other
    /// threads at the same time. [any]
    using UpdatePart = std::function<void(std::int64_t first, std::int64_t count, const float* gradient)>;
    /// What an optimizer can do in parts; the default is nothing.
    struct Ways {
        std::optional<float> plainRate;  ///< the update is w ← w − η·g: η
        std::function<UpdatePart(const torch::Tensor& variable)> inParts;
    };

    StepInBackward() = default;
    explicit StepInBackward(Ways ways) : ways_(std::move(ways)) {}

    const std::optional<float>& plainRate() const { return ways_.plainRate; }
    bool isInParts() const { return ways_.inParts != nullptr; }
    /// Each of the elements must be updated then, once, and the variable gets no gradient.
    UpdatePart inParts(const torch::Tensor& variable) const { return ways_.inParts(variable); }
    /// Adds to the variable's grad(), or becomes it.
    static void leave(const torch::Tensor& variable, torch::Tensor gradient) {
        torch::Tensor& sum = variable.mutable_grad();
        sum = sum.defined() ? sum + gradient : std::move(gradient);
    }

  private:
    Ways ways_;
};

}  // namespace trainyard::engine
