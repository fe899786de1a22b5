// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// The only replica of a run.
class Alone : public sdk::ReplicaContext {
  public:
    int replica() const override { return 0; }
    int numReplicasInSync() const override { return 1; }
    void backward(const torch::Tensor& loss) override { loss.backward(); }
    torch::Tensor sum(const torch::Tensor& tensor) override { return tensor.detach().clone(); }
};

}  // namespace trainyard::engine
