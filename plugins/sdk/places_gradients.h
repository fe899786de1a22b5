// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace trainyard::sdk {

/// An optional interface of a Strategy that reduces gradients in memory of its own: a layer of the fit may
/// compute a gradient there, which saves its copy. What a program gets from backward() is not changed by it.
class __attribute__((visibility("default"))) PlacesGradients {
  public:
    virtual ~PlacesGradients() = default;
    /// Of one of the variables that the strategy has adopted, inside Strategy::run before backward() has
    /// returned: an uninitialised tensor of its shape, strides and dtype, to be filled and handed to autograd
    /// as its gradient. Undefined: there is none, or it was handed out in this step; a tensor of one's own
    /// serves as well. [replica]
    virtual torch::Tensor placeOf(const torch::Tensor& variable) = 0;
};

}  // namespace trainyard::sdk
