// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/device/device.h"
#include "plugins/sdk/device_reduction.h"
#include "plugins/sdk/team_strategy.h"

namespace trainyard::engine::ps {

/// The replicas of a worker, one on each of its GPUs or one on the CPU, which step together inside their task
/// (ADR 144). Their gradients are summed here, from GPU to GPU, before one of them is sent to the ps.
class WorkerTeam final : public sdk::TeamStrategy {
  public:
    /// The sum that all GPUs wait in for long, as OwnDevices::onWait. [any]
    using OnWait = std::function<void(const std::string& call)>;

    /// No `gpus`: one replica, on the CPU.
    explicit WorkerTeam(std::vector<std::shared_ptr<Device>> gpus, OnWait onWait = [](const std::string&) {});

    /// Of a replica; null: the CPU.
    const Device* device(int replica) const {
        return gpus_.empty() ? nullptr : gpus_[static_cast<std::size_t>(replica)].get();
    }
    std::string describe() const override;

  private:
    void prepare() override;
    void beginStep() override;
    void backward(int replica, const torch::Tensor& loss) override;
    void abandon() override;

    const std::vector<std::shared_ptr<Device>> gpus_;
    const OnWait onWait_;
    std::unique_ptr<sdk::DeviceReduction> reduction_;  ///< null: there is nothing to sum
};

}  // namespace trainyard::engine::ps
