// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard::engine {

/// What layers may do of an optimizer's step during the backward pass, where nobody else looks at gradients:
/// update large weights while their gradients are in a cache, so that these are never in memory as a whole
/// (ADR 161, 166), and leave the other gradients in grad() without autograd's nodes. Optimizer::apply() then
/// does the rest. Of one step; alive until its backward pass has ended. [train]
class StepInBackward {
  public:
    /// Updates elements [first, first + count) of a variable, in the order of memory. Several threads may
    /// call it at a time, for different elements. [any]
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
    /// Whoever calls this updates each element once, and notes it.
    UpdatePart inParts(const torch::Tensor& variable) const { return ways_.inParts(variable); }
    /// `variable` has been updated and gets no gradient.
    void noteUpdated(const torch::Tensor& variable) {
        // As an operator in place would: a graph that still needs the old values refuses the new ones.
        variable.unsafeGetTensorImpl()->bump_version();
        updated_.push_back(variable);
    }
    bool hasUpdated(const torch::Tensor& variable) const {
        return std::ranges::any_of(updated_,
                                   [&](const torch::Tensor& each) { return each.is_same(variable); });
    }
    /// Adds to the variable's grad(), or becomes it.
    static void leave(const torch::Tensor& variable, torch::Tensor gradient) {
        torch::Tensor& sum = variable.mutable_grad();
        sum = sum.defined() ? sum + gradient : std::move(gradient);
    }

  private:
    Ways ways_;
    std::vector<torch::Tensor> updated_;
};

}  // namespace trainyard::engine
