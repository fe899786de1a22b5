// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <algorithm>
#include <vector>

namespace trainyard::engine {

/// Plain SGD's update w ← w − η·g, made by whoever computes g and wherever g is needed for nothing else: the
/// gradient of a large matrix is then never in memory. Of mnist_cnn's step that was a sixth (ADR 161).
/// Of one step; alive until its backward pass has ended. [train]
class StepInBackward {
  public:
    explicit StepInBackward(double rate) : rate_(static_cast<float>(rate)) {}
    float rate() const { return rate_; }
    /// `weight` has been updated and gets no gradient.
    void noteUpdated(const torch::Tensor& weight) { updated_.push_back(weight.const_data_ptr()); }
    bool hasUpdated(const torch::Tensor& weight) const {
        return std::ranges::find(updated_, weight.const_data_ptr()) != updated_.end();
    }

  private:
    float rate_;
    std::vector<const void*> updated_;
};

}  // namespace trainyard::engine
