// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/staged_reduction.h"

#include <ATen/ops/empty.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <utility>

#include "plugins/sdk/memory_reduction.h"

namespace trainyard::sdk {
namespace {

/// In host memory that copies from and to the device of `like` need not wait for.
torch::Tensor hostLike(const torch::Tensor& like) {
    return torch::empty(like.sizes(),
                        like.options().device(torch::kCPU).pinned_memory(like.device().is_cuda()));
}

}  // namespace

StagedReduction::Replica::Replica(const ReplicaVariables& variables, const Packs& packsOfAll,
                                  std::function<void(int)> start)
    : gradients({variables}, packsOfAll, std::move(start)) {
    for (const auto& pack : packsOfAll) {
        std::int64_t elements = 0;
        for (const std::size_t v : pack) elements += variables[v].numel();
        const torch::Tensor own =
            torch::empty({elements}, variables[pack.front()].options().requires_grad(false));
        packs.push_back({own, hostLike(own), {}});
    }
}

/// The part of a pack at `offset`, laid out as `like`.
torch::Tensor StagedReduction::Replica::viewOf(int pack, const torch::Tensor& like,
                                               std::int64_t offset) const {
    return packs[static_cast<std::size_t>(pack)].own.as_strided(like.sizes(), like.strides(), offset);
}

void StagedReduction::Replica::publish(int number) {
    const torch::NoGradGuard noGrad;
    Pack& pack = packs[static_cast<std::size_t>(number)];
    std::int64_t offset = 0;
    for (const std::size_t v : gradients.packs()[static_cast<std::size_t>(number)]) {
        const torch::Tensor& gradient = gradients.replicas().front()[v].grad();
        viewOf(number, gradient, offset).copy_(gradient);
        offset += gradient.numel();
    }
    pack.host.copy_(pack.own, /*non_blocking=*/true);
    const torch::Device device = pack.own.device();
    if (device.is_cpu()) return;
    if (!pack.copied) pack.copied.emplace(device.type());
    pack.copied->record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
}

void StagedReduction::Replica::take(int number, const torch::Tensor& sum) {
    const torch::NoGradGuard noGrad;
    // The next copy to the host comes after this one, and only then `sum` is written to again.
    packs[static_cast<std::size_t>(number)].own.copy_(sum, /*non_blocking=*/true);
    std::int64_t offset = 0;
    for (const std::size_t v : gradients.packs()[static_cast<std::size_t>(number)]) {
        const torch::Tensor& variable = gradients.replicas().front()[v];
        variable.mutable_grad() = viewOf(number, variable, offset);
        offset += variable.numel();
    }
}

StagedReduction::StagedReduction(ReplicaTeam& team, const std::vector<ReplicaVariables>& replicas,
                                 const Packs& packs, Options options)
    : team_(team), options_(std::move(options)) {
    for (std::size_t r = 0; r < replicas.size(); ++r)
        replicas_.push_back(
            std::make_unique<Replica>(replicas[r], packs, [this, r](int pack) { start(r, pack); }));
    for (const Pack& pack : replicas_.front()->packs)
        sums_.push_back(replicas.size() == 1 ? pack.host : hostLike(pack.own));
}

void StagedReduction::beginStep() {
    for (const auto& replica : replicas_) {
        replica->gradients.beginStep();
        replica->started = 0;
    }
    summed_ = 0;
}

/// On the thread of the replica's backward pass, in pack order.
void StagedReduction::start(std::size_t replica, int pack) {
    if (replica == 0 && options_.onBucket) options_.onBucket(pack, true);
    replicas_[replica]->publish(pack);
    team_.update([&] { replicas_[replica]->started = pack + 1; });
}

void StagedReduction::sum(int pack) {
    const auto p = static_cast<std::size_t>(pack);
    // This process's own part first: if one of its replicas has failed, no other process will report it.
    team_.waitUntil(
        [&] { return std::ranges::all_of(replicas_, [&](const auto& r) { return r->started > pack; }); });
    std::vector<torch::Tensor> parts;
    for (const auto& replica : replicas_) {
        Pack& own = replica->packs[p];
        if (own.copied) own.copied->synchronize();
        parts.push_back(own.host);
    }
    if (parts.size() > 1) sumInOrder(parts, 0, sums_[p].numel(), {sums_[p]}, 0);
    if (options_.overProcesses) options_.overProcesses(sums_[p]);
    if (options_.onBucket) options_.onBucket(pack, false);
    team_.update([&] { summed_ = pack + 1; });
}

void StagedReduction::backward(int replica, const torch::Tensor& loss) {
    Replica& own = *replicas_[static_cast<std::size_t>(replica)];
    own.gradients.backward(0, loss);
    for (int pack = 0; pack < own.gradients.size(); ++pack) {
        if (replica == 0) sum(pack);
        team_.waitUntil([&] { return summed_ > pack; });
        own.take(pack, sums_[static_cast<std::size_t>(pack)]);
    }
}

}  // namespace trainyard::sdk
