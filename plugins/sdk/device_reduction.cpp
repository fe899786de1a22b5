// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/device_reduction.h"

#include <ATen/ops/empty.h>
#include <ATen/record_function.h>
#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace trainyard::sdk {

DeviceReduction::Replica::Replica(const ReplicaVariables& variables, const Packs& packs,
                                  std::unique_ptr<DeviceSums> ownSums, std::function<void(int)> start)
    : sums(std::move(ownSums)), gradients({variables}, packs, std::move(start)) {
    for (const auto& pack : packs) {
        std::int64_t elements = 0;
        for (const std::size_t v : pack) elements += variables[v].numel();
        buffers.push_back(torch::empty({elements}, variables[pack.front()].options().requires_grad(false)));
    }
}

/// The part of a pack at `offset`, laid out as `like`.
torch::Tensor DeviceReduction::Replica::viewOf(int pack, const torch::Tensor& like,
                                               std::int64_t offset) const {
    return buffers[static_cast<std::size_t>(pack)].as_strided(like.sizes(), like.strides(), offset);
}

void DeviceReduction::Replica::publish(int pack) {
    const torch::NoGradGuard noGrad;
    std::int64_t offset = 0;
    for (const std::size_t v : gradients.packs()[static_cast<std::size_t>(pack)]) {
        const torch::Tensor& gradient = gradients.replicas().front()[v].grad();
        viewOf(pack, gradient, offset).copy_(gradient);
        offset += gradient.numel();
    }
    sums->start(buffers[static_cast<std::size_t>(pack)]);
}

void DeviceReduction::Replica::take() {
    for (int pack = 0; pack < gradients.size(); ++pack) {
        std::int64_t offset = 0;
        for (const std::size_t v : gradients.packs()[static_cast<std::size_t>(pack)]) {
            const torch::Tensor& variable = gradients.replicas().front()[v];
            variable.mutable_grad() = viewOf(pack, variable, offset);
            offset += variable.numel();
        }
    }
}

DeviceReduction::DeviceReduction(const std::vector<ReplicaVariables>& replicas, const Packs& packs,
                                 std::vector<std::unique_ptr<DeviceSums>> sums, int replicasInSync,
                                 std::function<void(int, bool)> onBucket)
    : replicasInSync_(replicasInSync), onBucket_(std::move(onBucket)) {
    for (std::size_t r = 0; r < replicas.size(); ++r)
        replicas_.push_back(std::make_unique<Replica>(replicas[r], packs, std::move(sums.at(r)),
                                                      [this, r](int pack) { start(r, pack); }));
}

std::string DeviceReduction::describe() const {
    return fmt::format("by {} over {} GPUs, overlapped with backward", replicas_.front()->sums->describe(),
                       replicasInSync_);
}

void DeviceReduction::beginStep() {
    for (const auto& replica : replicas_) replica->gradients.beginStep();
}

/// On the thread of the replica's backward pass, in pack order.
void DeviceReduction::start(std::size_t replica, int pack) {
    RECORD_USER_SCOPE("communication: all_reduce of gradients");
    const bool isFirst = replica == 0;
    if (isFirst && onBucket_) onBucket_(pack, true);
    if (isFirst) {  // each part n - 1 times to be summed, and as often as the sum; one link leaves the
                    // process
        const auto bytes =
            static_cast<std::int64_t>(replicas_.front()->buffers[static_cast<std::size_t>(pack)].nbytes());
        if (static_cast<int>(replicas_.size()) < replicasInSync_)
            bytesSent_.fetch_add(2 * (replicasInSync_ - 1) * bytes / replicasInSync_,
                                 std::memory_order_relaxed);
    }
    replicas_[replica]->publish(pack);
}

void DeviceReduction::backward(int replica, const torch::Tensor& loss) {
    Replica& own = *replicas_[static_cast<std::size_t>(replica)];
    own.gradients.backward(0, loss);
    own.sums->join();
    if (replica == 0 && onBucket_)  // as far as this thread knows: it does not wait
        for (int pack = 0; pack < own.gradients.size(); ++pack) onBucket_(pack, false);
    own.take();
}

void DeviceReduction::check() {
    for (const auto& replica : replicas_) replica->sums->join();
}

std::int64_t DeviceReduction::unfinished() {
    std::int64_t oldest = 0;
    for (const auto& replica : replicas_) {
        const std::int64_t number = replica->sums->unfinished();
        if (number == 0) return 0;  // the others wait for this replica, not for a process
        oldest = oldest == 0 ? number : std::min(oldest, number);
    }
    return oldest;
}

/// One that takes its time keeps none of the others.
void DeviceReduction::abort() {
    std::vector<std::jthread> others;
    for (std::size_t r = 1; r < replicas_.size(); ++r)
        others.emplace_back([this, r] { replicas_[r]->sums->abort(); });
    replicas_.front()->sums->abort();
}

}  // namespace trainyard::sdk
