// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/process_reduction.h"

#include "plugins/sdk/memory_reduction.h"

namespace trainyard::strategies {

ProcessReduction::ProcessReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                                   sdk::Packs packs, const sdk::JobContext& context)
    : context_(context),
      team_(team),
      gradients_(replicas, std::move(packs), [this](int pack) { publish(pack); }) {
}

std::int64_t ProcessReduction::elementsOf(int pack) const {
    std::int64_t count = 0;
    for (const std::size_t v : packs()[static_cast<std::size_t>(pack)])
        count += gradients_.replicas().front()[v].numel();
    return count;
}

torch::TensorOptions ProcessReduction::optionsOf(int pack) const {
    const std::size_t first = packs()[static_cast<std::size_t>(pack)].front();
    return gradients_.replicas().front()[first].options().requires_grad(false);
}

void ProcessReduction::beginStep() {
    gradients_.beginStep();
    started_ = 0;
    isReduced_ = false;
}

void ProcessReduction::backward(int replica, const torch::Tensor& loss) {
    gradients_.backward(replica, loss);
    if (replica == 0) {
        for (int pack = 0; pack < gradients_.size(); ++pack) {
            // This process's own part first: if one of its replicas has failed, no other process will report
            // it.
            team_.waitUntil([&] { return started_ > pack; });
            finish(pack);
        }
        team_.update([this] { isReduced_ = true; });
    } else {
        team_.waitUntil([this] { return isReduced_; });
    }
    take(replica);
}

/// Calls `visit(variable, offset)` for each gradient of a pack.
template <typename Visit>
void ProcessReduction::forEach(int pack, Visit&& visit) const {
    std::int64_t offset = 0;
    for (const std::size_t v : packs()[static_cast<std::size_t>(pack)]) {
        visit(v, offset);
        offset += gradients_.replicas().front()[v].numel();
    }
}

torch::Tensor ProcessReduction::viewOf(const torch::Tensor& like, int pack, std::int64_t offset) const {
    return buffers_[static_cast<std::size_t>(pack)].as_strided(like.sizes(), like.strides(), offset);
}

void ProcessReduction::publish(int pack) {
    const torch::NoGradGuard noGrad;
    forEach(pack, [&](std::size_t v, std::int64_t offset) {
        std::vector<torch::Tensor> gradients;
        for (const sdk::ReplicaVariables& replica : gradients_.replicas())
            gradients.push_back(replica[v].grad());
        sdk::sumInOrder(gradients, 0, gradients.front().numel(), {buffers_[static_cast<std::size_t>(pack)]},
                        offset);
    });
    if (context_.onBucket) context_.onBucket(pack, true);
    start(pack);
    team_.update([&] { started_ = pack + 1; });
}

void ProcessReduction::take(int replica) {
    const torch::NoGradGuard noGrad;
    const sdk::ReplicaVariables& variables = gradients_.replicas()[static_cast<std::size_t>(replica)];
    for (int pack = 0; pack < gradients_.size(); ++pack)
        forEach(pack, [&](std::size_t v, std::int64_t offset) {
            torch::Tensor sum = viewOf(variables[v], pack, offset);
            if (team_.size() == 1)
                variables[v].mutable_grad() = std::move(sum);
            else
                variables[v].grad().copy_(sum);
        });
}

}  // namespace trainyard::strategies
