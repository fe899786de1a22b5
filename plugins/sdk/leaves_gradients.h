// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trainyard::sdk {

/// An optional interface of a Strategy whose ReplicaContext::backward() is loss.backward() and that looks at
/// no gradient: the fit may then update variables while gradients are computed, leave those of large weights
/// undefined, and put others into grad() without autograd, whose hooks do not see them. What a program gets
/// from backward() is not changed by it.
class __attribute__((visibility("default"))) LeavesGradients {
  public:
    virtual ~LeavesGradients() = default;
};

}  // namespace trainyard::sdk
