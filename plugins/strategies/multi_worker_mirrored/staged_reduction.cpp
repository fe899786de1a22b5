// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/staged_reduction.h"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>

namespace trainyard::strategies {

StagedReduction::StagedReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                                 sdk::Packs packs, std::unique_ptr<ProcessGroup> group,
                                 const sdk::JobContext& context)
    : ProcessReduction(team, replicas, std::move(packs), context), group_(std::move(group)) {
    for (int pack = 0; pack < static_cast<int>(this->packs().size()); ++pack) {
        const torch::TensorOptions options = optionsOf(pack);
        buffers_.push_back(torch::empty({elementsOf(pack)}, options));
        hosts_.push_back(torch::empty({elementsOf(pack)},
                                      options.device(torch::kCPU).pinned_memory(options.device().is_cuda())));
    }
    copied_.resize(buffers_.size());
}

std::string StagedReduction::describe() const {
    return fmt::format("over {} processes by way of host memory", context_.worldSize);
}

void StagedReduction::start(int pack) {
    const auto p = static_cast<std::size_t>(pack);
    const torch::Device device = buffers_[p].device();
    hosts_[p].copy_(buffers_[p], /*non_blocking=*/true);
    if (device.is_cpu()) return;
    if (!copied_[p]) copied_[p].emplace(device.type());
    copied_[p]->record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
}

void StagedReduction::finish(int pack) {
    const auto p = static_cast<std::size_t>(pack);
    if (copied_[p]) copied_[p]->synchronize();
    addSent(ringBytes(hosts_[p]));
    group_->startSum(hosts_[p])->wait();
    if (context_.onBucket) context_.onBucket(pack, false);
    buffers_[p].copy_(hosts_[p], /*non_blocking=*/true);
}

}  // namespace trainyard::strategies
