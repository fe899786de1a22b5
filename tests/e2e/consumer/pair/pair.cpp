// SPDX-License-Identifier: Apache-2.0
// A strategy: always two replicas, as threads of one process.

#include <memory>

#include "plugins/sdk/memory_reduction.h"
#include "plugins/sdk/team_strategy.h"

namespace {

using namespace trainyard;

class Pair : public sdk::TeamStrategy {
  public:
    Pair() : TeamStrategy(2, 2, 0) {}
    std::string describe() const override { return "a pair; " + describeReplicas(); }

  private:
    void prepare() override {
        reduction_ = std::make_unique<sdk::MemoryReduction>(
            team(), replicas(), sdk::packByCount(replicas().front(), 1), sdk::MemoryReduction::By::kAll);
    }
    void beginStep() override { reduction_->beginStep(); }
    void backward(int replica, const torch::Tensor& loss) override { reduction_->backward(replica, loss); }

    std::unique_ptr<sdk::MemoryReduction> reduction_;
};

}  // namespace

TRAINYARD_STRATEGY_PLUGIN("pair", [](const sdk::JobContext&) -> sdk::Strategy* { return new Pair; })
