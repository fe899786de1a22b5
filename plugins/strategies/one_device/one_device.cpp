// SPDX-License-Identifier: Apache-2.0
// OneDevice: one replica on the train thread, with all of the task's cores. Nothing is reduced.

#include <stdexcept>

#include "plugins/sdk/leaves_gradients.h"
#include "plugins/sdk/team_strategy.h"

namespace trainyard::strategies {
namespace {

class OneDevice : public sdk::TeamStrategy, public sdk::LeavesGradients {
  public:
    OneDevice() : TeamStrategy(1, 1, 0) {}

    std::string describe() const override { return describeReplicas() + ", nothing to reduce"; }

  private:
    void backward(int, const torch::Tensor& loss) override { loss.backward(); }
};

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_STRATEGY_PLUGIN("one_device",
                          [](const trainyard::sdk::JobContext& context) -> trainyard::sdk::Strategy* {
                              if (context.worldSize != 1)
                                  throw std::invalid_argument("one_device runs in one task");
                              return new trainyard::strategies::OneDevice;
                          })
