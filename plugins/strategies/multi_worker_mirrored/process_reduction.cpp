// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/process_reduction.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <utility>

#include "plugins/sdk/memory_reduction.h"

namespace trainyard::strategies {

ProcessReduction::ProcessReduction(sdk::ReplicaTeam& team, const std::vector<sdk::ReplicaVariables>& replicas,
                                   sdk::Packs packs, const sdk::JobContext& context)
    : context_(context),
      team_(team),
      places_(replicas.front().size()),
      gradients_(replicas, std::move(packs), [this](int pack) { publish(pack); }) {
    for (int pack = 0; pack < gradients_.size(); ++pack) {
        std::int64_t offset = 0;
        for (const std::size_t v : variablesOf(pack)) {
            places_[v] = {pack, offset};
            offset += gradients_.replicas().front()[v].numel();
        }
    }
}

std::int64_t ProcessReduction::elementsOf(int pack) const {
    std::int64_t count = 0;
    for (const std::size_t v : variablesOf(pack)) count += gradients_.replicas().front()[v].numel();
    return count;
}

torch::TensorOptions ProcessReduction::optionsOf(int pack) const {
    const std::size_t first = variablesOf(pack).front();
    return gradients_.replicas().front()[first].options().requires_grad(false);
}

void ProcessReduction::beginStep() {
    gradients_.beginStep();
    for (Place& place : places_) place.isHandedOut = false;
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

const std::vector<std::size_t>& ProcessReduction::variablesOf(int pack) const {
    return packs()[static_cast<std::size_t>(pack)];
}

std::byte* ProcessReduction::addressOf(const Place& place) const {
    const torch::Tensor& buffer = buffers_[static_cast<std::size_t>(place.pack)];
    return static_cast<std::byte*>(buffer.data_ptr()) +
           static_cast<std::size_t>(place.offset) * buffer.element_size();
}

torch::Tensor ProcessReduction::placeOf(const torch::Tensor& variable) {
    if (team_.size() > 1 || !gradients_.isInBackward(0)) return {};
    const sdk::ReplicaVariables& variables = gradients_.replicas().front();
    const auto found =
        std::ranges::find_if(variables, [&](const torch::Tensor& each) { return each.is_same(variable); });
    if (found == variables.end()) return {};
    Place& place = places_[static_cast<std::size_t>(found - variables.begin())];
    if (std::exchange(place.isHandedOut, true)) return {};
    // A storage of its own, or GradientPacks would copy what shares one.
    const torch::Tensor& buffer = buffers_[static_cast<std::size_t>(place.pack)];
    return at::from_blob(
        addressOf(place), variable.sizes(), variable.strides(), [buffer](void*) {}, buffer.options());
}

bool ProcessReduction::isInPlace(std::size_t variable) const {
    return places_[variable].isHandedOut &&
           gradients_.replicas().front()[variable].grad().data_ptr() == addressOf(places_[variable]);
}

void ProcessReduction::publish(int pack) {
    const torch::NoGradGuard noGrad;
    for (const std::size_t v : variablesOf(pack)) {
        if (isInPlace(v)) continue;
        std::vector<torch::Tensor> gradients;
        for (const sdk::ReplicaVariables& replica : gradients_.replicas())
            gradients.push_back(replica[v].grad());
        sdk::sumInOrder(gradients, 0, gradients.front().numel(), {buffers_[static_cast<std::size_t>(pack)]},
                        places_[v].offset);
    }
    if (context_.onBucket) context_.onBucket(pack, true);
    start(pack);
    team_.update([&] { started_ = pack + 1; });
}

void ProcessReduction::take(int replica) {
    const torch::NoGradGuard noGrad;
    const sdk::ReplicaVariables& variables = gradients_.replicas()[static_cast<std::size_t>(replica)];
    for (std::size_t v = 0; v < variables.size(); ++v) {
        const torch::Tensor& variable = variables[v];
        torch::Tensor sum = buffers_[static_cast<std::size_t>(places_[v].pack)].as_strided(
            variable.sizes(), variable.strides(), places_[v].offset);
        if (team_.size() == 1)
            variable.mutable_grad() = std::move(sum);
        else
            variable.grad().copy_(sum);
    }
}

}  // namespace trainyard::strategies
