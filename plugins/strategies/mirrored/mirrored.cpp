// SPDX-License-Identifier: Apache-2.0
// Mirrored: several replicas in one process, each a thread with its own model; gradients are summed in shared
// memory.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "plugins/sdk/memory_reduction.h"
#include "plugins/sdk/team_strategy.h"

namespace trainyard::strategies {
namespace {

/// One for each of the named `devices`; else the requested `replicas`, or one for each device found; without
/// GPUs, one for each core this task may use.
int replicasOf(const nlohmann::json& options) {
    if (const auto devices = options.value("devices", nlohmann::json::array()); !devices.empty())
        return static_cast<int>(devices.size());
    const int asked = options.value("replicas", 0);
    return asked > 0 ? asked : static_cast<int>(sdk::allowedCores().size());
}

class Mirrored : public sdk::TeamStrategy {
  public:
    explicit Mirrored(const nlohmann::json& options)
        : TeamStrategy(replicasOf(options), replicasOf(options), 0),
          devices_(options.value("devices", std::vector<std::string>())),
          numPacks_(options.value("num_packs", 1)),
          by_(options.value("cross_device", "auto") == "reduce_to_one" ? sdk::MemoryReduction::By::kFirst
                                                                       : sdk::MemoryReduction::By::kAll) {}

    std::string describe() const override {
        const std::string where = describeReplicas() + describeDevices();
        if (!reduction_) return where + ", nothing to reduce";
        return fmt::format("batch_all_reduce: {} {}; {}",
                           sdk::describePacks(replicas().front(), reduction_->packs()),
                           by_ == sdk::MemoryReduction::By::kFirst
                               ? "by reducing to replica 0 in memory, which copies to the others"
                               : "by summing in shared memory",
                           where);
    }

  private:
    std::string describeDevices() const {
        return devices_.empty() ? "" : fmt::format(", on {}", fmt::join(devices_, ", "));
    }
    void prepare() override {
        if (numLocalReplicas() == 1) return;
        reduction_ = std::make_unique<sdk::MemoryReduction>(
            team(), replicas(), sdk::packByCount(replicas().front(), numPacks_), by_);
    }
    void beginStep() override {
        if (reduction_) reduction_->beginStep();
    }
    void backward(int replica, const torch::Tensor& loss) override {
        if (reduction_)
            reduction_->backward(replica, loss);
        else
            loss.backward();
    }

    const std::vector<std::string> devices_;
    const int numPacks_;
    const sdk::MemoryReduction::By by_;
    std::unique_ptr<sdk::MemoryReduction> reduction_;
};

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_STRATEGY_PLUGIN("mirrored",
                          [](const trainyard::sdk::JobContext& context) -> trainyard::sdk::Strategy* {
                              if (context.worldSize != 1)
                                  throw std::invalid_argument(
                                      "mirrored runs in one task; over several tasks "
                                      "it is multi_worker_mirrored");
                              return new trainyard::strategies::Mirrored(context.options);
                          })
