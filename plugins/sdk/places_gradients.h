// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace trainyard::sdk {

/// An optional interface of a Strategy that reduces gradients in memory of its own: the layers of a run
/// file's model may compute gradients there, which saves copying them. What a program gets from backward() is
/// not changed by it.
class __attribute__((visibility("default"))) PlacesGradients {
  public:
    virtual ~PlacesGradients() = default;
    /// Of one of the variables that the strategy has adopted, while ReplicaContext::backward() runs: an
    /// uninitialised tensor of its shape, strides and dtype, to be filled and handed to autograd as its
    /// gradient. Once that has it, the other processes may add to it. Undefined, so that
    /// the caller takes memory of its own: there is none, it was handed out in this step, or no such pass is
    /// running. [replica]
    virtual torch::Tensor placeOf(const torch::Tensor& variable) = 0;
};

}  // namespace trainyard::sdk
