// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/worker_team.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/engine/device/connect_sums.h"

namespace trainyard::engine::ps {
namespace {

int replicasOn(const std::vector<std::shared_ptr<Device>>& gpus) {
    return std::max(1, static_cast<int>(gpus.size()));
}

}  // namespace

WorkerTeam::WorkerTeam(std::vector<std::shared_ptr<Device>> gpus, OnWait onWait)
    : TeamStrategy(
          replicasOn(gpus), replicasOn(gpus), 0,
          [gpus](int replica) { gpus[static_cast<std::size_t>(replica)]->enter(Device::Lane::kCompute); }),
      gpus_(gpus),
      onWait_(std::move(onWait)) {
}

std::string WorkerTeam::describe() const {
    if (!reduction_) return describeReplicas();
    return fmt::format("{} {}; {}", sdk::describePacks(replicas().front(), reduction_->packs()),
                       reduction_->describe(), describeReplicas());
}

void WorkerTeam::prepare() {
    if (numLocalReplicas() == 1 || replicas().front().empty()) return;
    reduction_ = std::make_unique<sdk::DeviceReduction>(
        replicas(), sdk::packByCount(replicas().front(), 1),
        connectSums({.devices = gpus_, .onWait = onWait_}, nullptr), numLocalReplicas());
}

void WorkerTeam::beginStep() {
    if (reduction_) reduction_->beginStep();
}

void WorkerTeam::backward(int replica, const torch::Tensor& loss) {
    if (reduction_)
        reduction_->backward(replica, loss);
    else
        loss.backward();
}

void WorkerTeam::abandon() {
    if (reduction_) reduction_->abort();
}

}  // namespace trainyard::engine::ps
