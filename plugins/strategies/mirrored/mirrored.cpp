// SPDX-License-Identifier: Apache-2.0
// Mirrored: several replicas in one process, each a thread with its own model. Gradients are summed in shared
// memory; those of replicas with a GPU each from GPU to GPU, or by way of host memory where replica 0 is to
// sum alone.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "plugins/sdk/device_reduction.h"
#include "plugins/sdk/memory_reduction.h"
#include "plugins/sdk/staged_reduction.h"
#include "plugins/sdk/team_strategy.h"

namespace trainyard::strategies {
namespace {

/// One on each GPU of this task. Without GPUs one for each of the named `devices`; else the requested
/// `replicas`, or one for each core this task may use.
int replicasOf(const sdk::JobContext& context) {
    const nlohmann::json& options = context.options;
    if (!context.gpus.empty()) return static_cast<int>(context.gpus.size());
    if (const auto devices = options.value("devices", nlohmann::json::array()); !devices.empty())
        return static_cast<int>(devices.size());
    const int asked = options.value("replicas", 0);
    return asked > 0 ? asked : static_cast<int>(sdk::allowedCores().size());
}

class Mirrored : public sdk::TeamStrategy {
  public:
    explicit Mirrored(const sdk::JobContext& context)
        : TeamStrategy(replicasOf(context), replicasOf(context), 0, context.enterDevice),
          context_(context),
          devices_(context.options.value("devices", std::vector<std::string>())),
          numPacks_(context.options.value("num_packs", 1)),
          by_(asked() == "reduce_to_one" ? sdk::MemoryReduction::By::kFirst
                                         : sdk::MemoryReduction::By::kAll) {
        if (asked() == "nccl" && context.gpus.empty())
            throw std::invalid_argument("`cross_device: nccl` is for GPUs, and this task trains on CPUs");
    }

    std::string describe() const override {
        const std::string where = describeReplicas() + describeDevices();
        if (onGpus_)
            return fmt::format("batch_all_reduce: {} {}; {}",
                               sdk::describePacks(replicas().front(), onGpus_->packs()), onGpus_->describe(),
                               where);
        if (staged_)
            return fmt::format(
                "batch_all_reduce: {} by way of host memory, where replica 0 sums for {} GPUs; {}",
                sdk::describePacks(replicas().front(), staged_->packs()), numLocalReplicas(), where);
        if (!reduction_) return where + ", nothing to reduce";
        return fmt::format("batch_all_reduce: {} {}; {}",
                           sdk::describePacks(replicas().front(), reduction_->packs()),
                           by_ == sdk::MemoryReduction::By::kFirst
                               ? "by reducing to replica 0 in memory, which copies to the others"
                               : "by summing in shared memory",
                           where);
    }

    std::unique_ptr<Pending> startSum(torch::Tensor tensor) override {
        if (onGpus_) onGpus_->check();
        return TeamStrategy::startSum(std::move(tensor));
    }

  private:
    std::string asked() const { return context_.options.value("cross_device", "auto"); }
    std::string describeDevices() const {
        return devices_.empty() ? "" : fmt::format(", on {}", fmt::join(devices_, ", "));
    }
    void prepare() override {
        if (numLocalReplicas() == 1) return;
        const sdk::Packs packs = sdk::packByCount(replicas().front(), numPacks_);
        if (!context_.gpus.empty() && by_ == sdk::MemoryReduction::By::kFirst) {
            staged_ = std::make_unique<sdk::StagedReduction>(
                team(), replicas(), packs, sdk::StagedReduction::Options{.onBucket = context_.onBucket});
            return;
        }
        if (!context_.gpus.empty()) {
            context_.onCall("rendezvous of the GPUs");
            onGpus_ = std::make_unique<sdk::DeviceReduction>(
                replicas(), packs, context_.connectDevices(nullptr), numLocalReplicas(), context_.onBucket);
            context_.onCall("");
            return;
        }
        reduction_ = std::make_unique<sdk::MemoryReduction>(team(), replicas(), packs, by_);
    }
    void beginStep() override {
        if (onGpus_) onGpus_->beginStep();
        if (staged_) staged_->beginStep();
        if (reduction_) reduction_->beginStep();
    }
    void abandon() override {
        if (onGpus_) onGpus_->abort();
    }
    void backward(int replica, const torch::Tensor& loss) override {
        if (onGpus_)
            onGpus_->backward(replica, loss);
        else if (staged_)
            staged_->backward(replica, loss);
        else if (reduction_)
            reduction_->backward(replica, loss);
        else
            loss.backward();
    }

    const sdk::JobContext context_;
    const std::vector<std::string> devices_;
    const int numPacks_;
    const sdk::MemoryReduction::By by_;
    std::unique_ptr<sdk::MemoryReduction> reduction_;
    std::unique_ptr<sdk::DeviceReduction> onGpus_;
    std::unique_ptr<sdk::StagedReduction> staged_;
};

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_STRATEGY_PLUGIN("mirrored",
                          [](const trainyard::sdk::JobContext& context) -> trainyard::sdk::Strategy* {
                              if (context.worldSize != 1)
                                  throw std::invalid_argument(
                                      "mirrored runs in one task; over several tasks "
                                      "it is multi_worker_mirrored");
                              return new trainyard::strategies::Mirrored(context);
                          })
